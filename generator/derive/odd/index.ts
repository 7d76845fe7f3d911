/** Mistakes in meaning: what is right as it is written, but says what nobody can mean. Seen only when all is known. */
import type { Model } from '../../../src/model/model.ts'
import type { Compilation } from '../../base/context.ts'
import { noteAsked } from './asked.ts'
import { checkChoosable } from './choosable.ts'
import { noteCounted } from './counted.ts'
import { noteDoubled } from './doubled.ts'
import { noteDrawn } from './drawn.ts'
import { checkFillable } from './fillable.ts'
import { noteLabels } from './labels.ts'
import { checkMoves } from './moves.ts'
import { noteNames } from './names.ts'
import { noteNumbers } from './numbers.ts'
import { noteOpened } from './opened.ts'
import { checkPressable } from './pressable.ts'
import { noteRights } from './rights.ts'
import { noteRoles } from './roles.ts'
import { noteTexts } from './texts.ts'
import { noteUnused } from './unused.ts'

export function noteOdd(c: Compilation, model: Model): void {
  noteLabels(c, model)
  noteTexts(c)
  noteNames(c, model)
  noteNumbers(c, model)
  noteRights(c, model)
  noteRoles(c, model)
  noteOpened(c, model)
  checkFillable(c, model)
  noteAsked(c, model)
  checkChoosable(c, model)
  checkPressable(c, model)
  checkMoves(c, model)
  noteCounted(c, model)
  noteDoubled(c, model)
  noteDrawn(c, model)
  noteUnused(c, model)
}
