/**
 * A Chromium for the browser tests: the one named, an installed one, Playwright's own; else it is installed. The one
 * without windows of its own (headless shell) comes first: it draws the same pages with a third less of the processor.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright'

const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Flags for a machine without a display, a sandbox for root, or a way out. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Path of a browser, or nothing when none is here and none could be installed. */
export function findBrowser(): string | undefined {
  return present() ?? install()
}

function present(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  return [named, ...INSTALLED, chromium.executablePath()].find((path) => path && existsSync(path))
}

/** Debian's package first (it brings its libraries), then Playwright's own download. */
function install(): string | undefined {
  console.log('No Chromium found; installing one …')
  const asRoot = process.getuid?.() === 0
  const ways: [string, string[]][] = [
    ...(asRoot
      ? [
          [
            'sh',
            [
              '-c',
              'apt-get update -qq; for package in chromium-headless-shell chromium; do DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $package fonts-liberation fonts-noto-cjk > /dev/null && break; done',
            ],
          ] as [string, string[]],
        ]
      : []),
    [process.execPath, ['node_modules/playwright/cli.js', 'install', ...(asRoot ? ['--with-deps'] : []), 'chromium']],
  ]
  for (const [command, args] of ways) {
    spawnSync(command, args, { stdio: 'inherit', timeout: 300_000 })
    const found = present()
    if (found) return found
  }
  return undefined
}

/** Starts the browser of a worker: one for all workers has each of its messages carried by the program that leads them. */
export async function launchBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: QUIET })
}
