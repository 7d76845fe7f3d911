import { defineSentences } from '../core/i18n.ts'
import { viewsEn } from '../i18n/views.en.ts'
import { viewsZh } from '../i18n/views.zh.ts'

/** The texts of the renderer (fields, forms, lists, views), in both languages. The texts of the product are in `schemas/`. */
export const { t, useT } = defineSentences('views', viewsZh, viewsEn)
