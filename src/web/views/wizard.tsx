import { Button } from 'antd'
import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { holds } from '../../model/expr/evaluate.ts'
import { formatDatetime } from '../../model/format.ts'
import type { CallModel, WizardStep, WizardView } from '../../model/model.ts'
import { useLang } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { FormBody } from '../forms/FormBody.tsx'
import { modeOf, type FormTask } from '../forms/task.ts'
import { useBegin } from '../forms/useBegin.ts'
import { useForm } from '../forms/useForm.ts'
import { Coming } from '../lists/Empty.tsx'
import { filled } from './actions/fills.ts'
import { useDirty, useLeave, useSaved } from './saved.ts'
import { Scoped, useScope } from './scope.tsx'
import { usePrefilled } from './usePrefilled.ts'
import { useRecord } from './useRecord.ts'
import { Drafts } from './wizard/Drafts.tsx'
import { Steps } from './wizard/Steps.tsx'
import { Sum, Summary } from './wizard/Summary.tsx'
import { useDraft, type DraftContent } from './wizard/useDraft.ts'
import { usePreview } from './wizard/usePreview.ts'
import { useTyped } from './wizard/useTyped.ts'
import './views.css'
import './wizard.css'
import '../lists/lists.css'

/** Where the time begins in a moment as written. */
const TIME_AT = 11

/** One record filled in over several steps, its sum always in sight, unfinished work kept by itself. */
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
  const asked = params[draft?.key ?? '']
  const [chosen, setChosen] = useState<unknown>(asked === undefined ? undefined : Number(asked))
  const [round, setRound] = useState(0)
  const input = useMemo(() => ({ id: chosen }), [chosen])
  const kept = useRecord(
    draft && chosen !== undefined ? part.calls[draft.detail]?.path : undefined,
    input,
    round,
    active,
  )
  if (!saver) return <p className="at-empty">{t('noRecord')}</p>
  if (chosen !== undefined && !kept.row && kept.state !== 'missing') return <Coming />
  return (
    <Sheet
      key={`${String(chosen ?? '')}/${round}`}
      view={view}
      saver={saver}
      begun={kept.row}
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
  onOpen: (draft: unknown) => void
  onSaved: () => void
}

function Sheet({ view, saver, begun, onOpen, onSaved }: SheetProps) {
  const { part, env, params } = useScope()
  const [content] = useState(() => (view.draft && begun?.[view.draft.content]) as DraftContent | undefined)
  const [at, setAt] = useState(content?.at ?? 0)
  const [reached, setReached] = useState(content?.at ?? 0)
  const kept = useRef<unknown>(begun?.id)
  const task = useMemo((): FormTask => {
    const key = view.draft?.key
    const known = (typed: WireRow) => filled(view.fills, { rows: [], params, env }, typed)
    const given = (typed: WireRow) => ({ ...known(typed), ...(key && kept.current ? { [key]: kept.current } : {}) })
    const items = view.steps.map((step) => ({
      kind: 'section' as const,
      label: step.label,
      show: step.show,
      items: step.items,
    }))
    return {
      part,
      call: saver,
      mode: modeOf(saver),
      items,
      given,
      env,
      loaded: { ...known({}), ...content?.values },
      titles: content?.titles,
      resource: part.resources[view.resource],
    }
  }, [part, saver, view, params, env, content])
  const handle = useForm(task)
  const round = useTyped(handle)
  const preview = usePreview(part.calls[view.preview ?? ''], handle, round)
  const keeper = useDraft({ draft: view.draft, part, handle, at, round, kept })
  useDirty(handle)
  usePrefilled(handle, begun === undefined)
  const saved = useSaved({ handle, saver, resource: view.resource, title: '', done: view.done, onSaved })
  const shown = view.steps.filter((step) => !step.show || holds(step.show, handle.live.env))
  const now = shown[Math.min(at, shown.length - 1)] as WizardStep
  const place = shown.indexOf(now)
  const top = useRef<HTMLElement>(null)
  useArrival(place, top)
  useBegin(handle, true, place)
  const partOf = (step: WizardStep): number => view.steps.indexOf(step)
  const show = (to: number): void => {
    setAt(to)
    setReached((old) => Math.max(old, to))
  }

  const finish = async (): Promise<void> => {
    const answer = await handle.save()
    if (answer) {
      await keeper.end(!view.draft?.key)
      return saved(answer)
    }
    const wrong = shown.findIndex((step) => partOf(step) === handle.wrongPart())
    if (wrong >= 0) show(wrong)
  }
  const go = async (to: number): Promise<void> => {
    // Backwards without a word; forwards every step on the way must be right.
    for (let step = place; step < to; step += 1) {
      if (!(await handle.check(partOf(shown[step] as WizardStep)))) return show(step)
    }
    show(to)
  }
  const sumAt = view.summary.at(-1)
  const next = (): void => void (place < shown.length - 1 ? go(place + 1) : finish())
  return (
    <div className="at-wizard">
      {view.draft && !begun && !handle.changed() && <Drafts draft={view.draft} onOpen={onOpen} />}
      <section className="at-sheet" ref={top}>
        <Steps steps={shown} at={place} reached={reached} onGo={(to) => void go(to)} />
        <FormBody handle={handle} onSubmit={next} part={partOf(now)} />
        <Foot
          {...{ handle, saver, savedAt: keeper.savedAt, first: place === 0, last: place === shown.length - 1 }}
          sum={sumAt && <Sum column={sumAt} handle={handle} preview={preview} />}
          onBack={() => show(place - 1)}
          onNext={next}
        />
      </section>
      {view.summary.length > 0 && <Summary columns={view.summary} handle={handle} preview={preview} />}
    </div>
  )
}

/** A step begins at its top. */
function useArrival(place: number, top: RefObject<HTMLElement | null>): void {
  const from = useRef(place)
  useEffect(() => {
    if (from.current !== place) top.current?.scrollIntoView({ block: 'start' })
    from.current = place
  }, [place, top])
}

interface FootProps {
  /** What it comes to, where the summary is out of sight. */
  sum: ReactNode
  handle: ReturnType<typeof useForm>
  saver: CallModel
  savedAt: number | undefined
  first: boolean
  last: boolean
  onBack: () => void
  onNext: () => void
}

function Foot({ sum, handle, saver, savedAt, first, last, onBack, onNext }: FootProps) {
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
    </footer>
  )
}
