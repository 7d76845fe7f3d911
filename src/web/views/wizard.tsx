import { Button } from 'antd'
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { formatDatetime } from '../../model/format.ts'
import type { CallModel, WizardStep, WizardView } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import type { WebResource } from '../../model/web.ts'
import { useLang } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'
import { usePage } from '../core/page.tsx'
import { idOr } from '../fields/bounds.ts'
import { ForeseenProvider, useCells } from '../fields/context.tsx'
import { useT } from '../fields/sentences.ts'
import { titleKey } from '../fields/titles.ts'
import type { WireRow } from '../fields/types.ts'
import { FormBody } from '../forms/FormBody.tsx'
import { fieldsOf } from '../forms/task.ts'
import { useBegin } from '../forms/useBegin.ts'
import { useForm } from '../forms/useForm.ts'
import { usePreview } from '../forms/usePreview.ts'
import { useTyped } from '../forms/useTyped.ts'
import { Coming } from '../lists/Empty.tsx'
import { factsOfRow, titleOfRow } from './actions/wording.ts'
import { useDirty, useLeave, useSaved } from './saved.ts'
import { Scoped, useScope } from './scope.tsx'
import { usePrefilled } from './usePrefilled.ts'
import { useRecord } from './useRecord.ts'
import { useTabTitle } from './useTabTitle.ts'
import { Drafts } from './wizard/Drafts.tsx'
import { Steps } from './wizard/Steps.tsx'
import { Notes, Sum, Summary } from './wizard/Summary.tsx'
import { useDraft } from './wizard/useDraft.ts'
import { useSteps } from './wizard/useSteps.ts'
import { useWizardTask } from './wizard/useWizardTask.ts'
import './views.css'
import './wizard.css'
import '../lists/lists.css'

/** Where the time begins in a written moment. */
const TIME_AT = 11

/** One record filled in over several steps, its summary always visible, unfinished work stored automatically. */
export function WizardScreen({ view }: { view: WizardView }) {
  return (
    <Scoped>
      <Body view={view} />
    </Scoped>
  )
}

function Body({ view }: { view: WizardView }) {
  const t = useT()
  const { part, params, active } = useScope()
  const { draft } = view
  const saver = part.calls[view.call]
  const draftParam = params[draft?.key ?? '']
  const [chosen, setChosen] = useState<unknown>(draftParam === undefined ? undefined : Number(draftParam))
  const [round, setRound] = useState(0)
  const input = useMemo(() => ({ id: chosen }), [chosen])
  const stored = useRecord(
    draft && chosen !== undefined ? part.calls[draft.detail]?.path : undefined,
    input,
    round,
    active,
  )
  const named = useMemo(() => ({ id: idOr(params.id) }), [params.id])
  const changed = useRecord(
    named.id === undefined ? undefined : part.calls[view.load ?? '']?.path,
    named,
    round,
    active,
  )
  if (!saver) return <p className="at-empty">{t('noRecord')}</p>
  if (chosen !== undefined && !stored.row && stored.state !== 'missing') return <Coming />
  return (
    <Sheet
      key={`${String(chosen ?? '')}/${round}`}
      view={view}
      saver={saver}
      begun={stored.row}
      changed={changed.row}
      onOpen={setChosen}
      onSaved={() => {
        setChosen(undefined)
        setRound((old) => old + 1)
      }}
    />
  )
}

interface SheetProps {
  view: WizardView
  saver: CallModel
  begun: WireRow | undefined
  /** The record that is changed, where there is one already. */
  changed: WireRow | undefined
  onOpen: (draft: unknown) => void
  onSaved: () => void
}

function Sheet({ view, saver, begun, changed, onOpen, onSaved }: SheetProps) {
  const { part, params } = useScope()
  const { task, content, draftId } = useWizardTask(view, saver, begun)
  const handle = useForm(task)
  const steps = useSteps(view, handle, content?.at ?? stepToFill(view, params))
  const round = useTyped(handle)
  const preview = usePreview(part.calls[view.preview ?? ''], handle, round)
  const keeper = useDraft({ draft: view.draft, part, handle, at: steps.at, round, draftId })
  useWhose(view, handle, changed !== undefined)
  useDirty(handle)
  usePrefilled(handle, begun === undefined)
  useBegin(handle, true, steps.place)
  const saved = useSaved({ handle, saver, resource: view.resource, title: '', done: view.done, onSaved })
  const top = useRef<HTMLElement>(null)
  useArrival(steps.place, top)
  const finish = async (): Promise<void> => {
    const answer = await handle.save()
    if (!answer) return steps.showWrong()
    await keeper.end(!view.draft?.key)
    saved(answer)
  }
  const sumAt = view.summary.at(-1)
  const forward = async (): Promise<void> => {
    const refused = preview.refused()
    const held = refused && steps.isPast(refused.field) && handle.refuse(refused.field, refused.why)
    if (held) steps.showWrong()
    else await steps.go(steps.place + 1)
  }
  const next = (): void => void (steps.last ? finish() : forward())
  return (
    <div className="at-wizard">
      {view.draft && !begun && !handle.changed() && <Drafts draft={view.draft} onOpen={onOpen} />}
      <section className="at-sheet" ref={top}>
        {changed && <Changed row={changed} resource={part.resources[view.resource]} />}
        <Steps steps={steps.shown} at={steps.place} reached={steps.reached} onGo={(to) => void steps.go(to)} />
        <ForeseenProvider value={preview.row}>
          <FormBody handle={handle} onSubmit={next} part={steps.part} />
        </ForeseenProvider>
        <Foot
          {...{ handle, saver, savedAt: keeper.savedAt, first: steps.place === 0, last: steps.last }}
          sum={sumAt && <Sum column={sumAt} handle={handle} preview={preview} />}
          notes={<Notes columns={view.summary} handle={handle} preview={preview} />}
          onBack={() => steps.show(steps.place - 1)}
          onNext={next}
        />
      </section>
      {view.summary.length > 0 && <Summary columns={view.summary} handle={handle} preview={preview} />}
    </div>
  )
}

/** Which record is changed; the tab says it too. */
function Changed({ row, resource }: { row: WireRow; resource: WebResource | undefined }) {
  const cells = useCells()
  const { setTitle } = usePage()
  const title = titleOfRow(row, resource, cells)
  const [fact = ''] = factsOfRow(row, resource, cells)
  useEffect(() => setTitle(title, fact), [title, fact, setTitle])
  return (
    <p className="at-wizard-of">
      <b>{title}</b> {fact}
    </p>
  )
}

/** The tab says for whom: two of one wizard are told apart by what their first reference names. */
function useWhose({ steps }: WizardView, { live }: ReturnType<typeof useForm>, isChange: boolean): void {
  'use no memo'
  const first = fieldsOf(steps[0]?.items ?? [])[0]?.field
  const whose = first?.type === 'ref' ? live.titles[titleKey(first)] : undefined
  useTabTitle(isEmpty(whose) ? undefined : String(whose), isChange)
}

/** The first step of which the address does not give everything. */
function stepToFill({ steps }: WizardView, params: Readonly<Record<string, unknown>>): number {
  const given = (step: WizardStep): boolean => fieldsOf(step.items).every(({ field }) => !isEmpty(params[field.name]))
  const at = steps.findIndex((step) => Boolean(step.show) || !given(step))
  return Math.max(0, at)
}

/** A step starts at its top. */
function useArrival(place: number, top: RefObject<HTMLElement | null>): void {
  const from = useRef(place)
  useEffect(() => {
    if (from.current !== place) top.current?.scrollIntoView({ block: 'start' })
    from.current = place
  }, [place, top])
}

interface FootProps {
  /** The total, where the summary is not visible. */
  sum: ReactNode
  notes: ReactNode
  handle: ReturnType<typeof useForm>
  saver: CallModel
  savedAt: number | undefined
  first: boolean
  last: boolean
  onBack: () => void
  onNext: () => void
}

function Foot({ sum, notes, handle, saver, savedAt, first, last, onBack, onNext }: FootProps) {
  const t = useT()
  const lang = useLang()
  const leave = useLeave(handle)
  const zone = useCore().app.timezone
  const words = handle.state === 'saved' ? t('saved') : last ? saver.label[lang] : t('next')
  return (
    <footer className="at-sheet-foot">
      {savedAt !== undefined && (
        <span className="at-quiet at-foot-note">
          {t('draftKept', { time: formatDatetime(savedAt, zone).slice(TIME_AT) })}
        </span>
      )}
      {sum}
      <Button onClick={() => (first ? void leave() : onBack())}>{t(first ? 'cancel' : 'back')}</Button>
      <Button type="primary" loading={handle.state === 'saving'} disabled={handle.state === 'saved'} onClick={onNext}>
        {words}
      </Button>
      {notes}
    </footer>
  )
}
