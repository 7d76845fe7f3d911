/** Mistakes in meaning: what is right as it is written, but says what nobody can mean. Seen only when all is known. */
import type { Model } from '../../../src/model/model.ts'
import type { Compilation } from '../../base/context.ts'
import { noteAsked } from './asked.ts'
import { checkChoosable } from './choosable.ts'
import { noteClients } from './clients.ts'
import { noteCounted } from './counted.ts'
import { noteDoubled } from './doubled.ts'
import { noteDrawn } from './drawn.ts'
import { noteFigures } from './figures.ts'
import { checkFillable } from './fillable.ts'
import { noteForgotten } from './forgotten.ts'
import { noteLabels } from './labels.ts'
import { noteLimits } from './limits.ts'
import { checkMoves } from './moves.ts'
import { noteNamed } from './named.ts'
import { noteNames } from './names.ts'
import { noteNumbers } from './numbers.ts'
import { noteOrdered } from './ordered.ts'
import { noteOpened } from './opened.ts'
import { checkPressable } from './pressable.ts'
import { noteRights } from './rights.ts'
import { noteRoles } from './roles.ts'
import { noteSame } from './same.ts'
import { noteSpans } from './spans.ts'
import { noteStarts } from './starts.ts'
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
  noteLimits(c, model)
  noteSpans(c, model)
  noteNamed(c, model)
  noteFigures(c, model)
  noteSame(c, model)
  noteForgotten(c, model)
  noteDoubled(c, model)
  noteDrawn(c, model)
  noteStarts(c, model)
  noteOrdered(c, model)
  noteClients(c, model)
  noteUnused(c, model)
}
