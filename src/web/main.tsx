import './patch.ts'
import { start } from './start.tsx'

void start()
