import { useEffect, useRef } from 'react'
import { holds } from '../../model/expr/evaluate.ts'
import type { Text } from '../../model/model.ts'
import { useLang } from '../core/i18n.ts'
import { fieldOf } from './fieldOf.ts'
import { isWrong, type FormWork } from './formWork.ts'
import { forgetRefusals } from './refused.ts'
import type { FormFocus } from './useFocus.ts'

/** The checks of a form before it is sent. */
export interface Checking {
  /** Checks one part of the form (its place among the items) and focuses the first error. */
  checkPart(at: number): Promise<boolean>
  /** Checks everything. `why`: the broken rule of the whole record. */
  checkAll(): Promise<{ right: boolean; why: Text | undefined }>
  /** A value changed: an error from the server may no longer apply. */
  typed(): void
  /** The server refused the input. */
  refused(): void
}

/** Checks a form, and keeps its errors in the reader's language. */
export function useChecking(work: FormWork, focus: FormFocus): Checking {
  useErrorsInLanguage(work)
  const typedSince = useRef(false)
  return {
    checkPart: async (at) => {
      if (typedSince.current) forgetRefusals(work.form)
      await work.form.validate(`section${at}.*`).catch(() => undefined)
      const right = !isWrong(work, work.task.items[at])
      if (!right) focus.toWrong()
      return right
    },
    checkAll: async () => {
      forgetRefusals(work.form)
      const valid = await work.form.validate().then(
        () => true,
        () => false,
      )
      const why = brokenRule(work)
      if (!valid || why) focus.toWrong()
      return { right: valid && !why, why }
    },
    typed: () => {
      typedSince.current = true
    },
    refused: () => {
      typedSince.current = false
    },
  }
}

/** The first broken rule of the record as a whole. */
function brokenRule({ task, live }: FormWork): Text | undefined {
  if (task.mode === 'ask') return undefined
  return task.resource?.rules.find((rule) => !rule.field && !holds(rule.expr, live.env))?.why
}

/** Checks fields with errors again when the language changes; sentences from the server stay as they came. */
function useErrorsInLanguage(work: FormWork): void {
  const lang = useLang()
  const shown = useRef(lang)
  useEffect(() => {
    if (shown.current === lang) return
    shown.current = lang
    for (const name of work.fields.keys()) {
      const field = fieldOf(work.form, name)
      if (field && field.selfErrors.length > 0) void field.validate('onBlur').catch(() => undefined)
    }
  }, [lang, work])
}
