import { en } from '../i18n/en.ts'
import { zh } from '../i18n/zh.ts'
import { defineSentences } from './i18n.ts'

/** The texts of the shell and of the core, in both languages. */
export const { t, useT } = defineSentences('shell', zh, en)
