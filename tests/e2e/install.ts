/** `npm test` looks for its browser, or installs one, while the other tests run. */
import { findBrowser } from './browser.ts'

findBrowser()
