import { testScreens } from './parts.ts'

testScreens(6)
