import { ask } from '../../core/feedback.tsx'
import { t, useT } from '../../fields/sentences.ts'
import { factsOfDeed, questionOf, type Deed, type Wording } from './wording.ts'

/** How many of the chosen rows an action applies to, and the first reason against the others. */
export interface Left {
  able: number
  all: number
  reason: string | undefined
}

/** Says that some of the chosen rows are left out. */
export function LeftOut({ able, all, reason }: Left) {
  const t = useT()
  if (able >= all) return null
  return (
    <p className="at-quiet">
      {t('someAble', { able, all })}
      {reason && ` ${reason}`}
    </p>
  )
}

/** The facts of the record that an action is about, under its title. */
export function Told({ deed, wording }: { deed: Deed; wording: Wording }) {
  const facts = factsOfDeed(deed, wording)
  return facts && <p className="at-quiet at-told">{facts}</p>
}

/** Asks before an action without a dialog. Resolves to whether the person agreed. */
export function confirmed(deed: Deed, left: Left, wording: Wording): Promise<boolean> {
  const { title, text } = questionOf(deed, wording)
  const label = deed.action.label[wording.cells.lang]
  return ask({
    title,
    text: (
      <>
        <Told deed={deed} wording={wording} />
        {text}
        <LeftOut {...left} />
      </>
    ),
    ok: label,
    // "Cancel" beside "Cancel the booking" says of neither which one keeps it.
    ...(label.startsWith(t('cancel')) ? { keep: t('keepIt') } : {}),
    danger: deed.call.danger,
  })
}
