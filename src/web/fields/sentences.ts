import { defineSentences } from '../core/i18n.ts'
import { viewsEn } from '../i18n/views.en.ts'
import { viewsZh } from '../i18n/views.zh.ts'

/** The renderer's own sentences (fields, forms, lists, views), in both languages. What the product says stands in `schemas/`. */
export const { t, useT } = defineSentences('views', viewsZh, viewsEn)
