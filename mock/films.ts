/** Films of the demo: sold with a session, shot, cut, changed and confirmed, each as far as it got; and those still to be sold. */
import { DAY } from '../src/model/zone.ts'
import { addFilms } from './pictures.ts'
import type { Way } from './pipeline.ts'
import type { Row, Seeder } from './seeder.ts'
import { give, person, step, tasksOf } from './steps.ts'

type Stage = 'vcrShooting' | 'vcrClip' | 'vcrModification'
type State = 'toAssign' | 'assigned' | 'inProgress' | 'toConfirm' | 'toModify' | 'done'

/** How far the films got, the oldest first. */
const ENDS: readonly (readonly [Stage, State])[] = [
  ...(['done', 'done', 'done', 'done', 'toConfirm', 'toConfirm', 'toModify'] as const).map(of('vcrModification')),
  ...(['inProgress', 'assigned', 'toAssign'] as const).map(of('vcrModification')),
  ...(['toConfirm', 'inProgress', 'assigned', 'toAssign'] as const).map(of('vcrClip')),
  ...(['toConfirm', 'inProgress', 'assigned', 'toAssign'] as const).map(of('vcrShooting')),
]
const ORDER: readonly Stage[] = ['vcrShooting', 'vcrClip', 'vcrModification']

function of(stage: Stage): (state: State) => readonly [Stage, State] {
  return (state) => [stage, state]
}

/** On which day after the shooting each stage is worked on. */
const DAY_OF: Record<Stage, number> = { vcrShooting: 0, vcrClip: 2, vcrModification: 4 }
const NAMES: Record<Stage, string> = {
  vcrShooting: '现场素材.webm',
  vcrClip: '剪辑 v1.webm',
  vcrModification: '剪辑 v2.webm',
}
const EDITOR = 'VCR剪辑'

/** Every second session has a film; the customers of some others are asked whether they want one. `share`: how far in the list of sessions this one stands. */
export async function seedFilm(way: Way, share: number): Promise<void> {
  const { film, goods } = way.counter
  if (way.n % 2 === 1) {
    await sell(way, 'goods', goods.find(({ isMv }) => isMv)?.id)
    return ask(way)
  }
  await sell(way, 'service', film)
  const [stage, state] = ENDS[Math.floor(share * ENDS.length)] ?? ['vcrShooting', 'toAssign']
  for (const one of ORDER.slice(0, ORDER.indexOf(stage))) await make(way, one, one === 'vcrClip' ? 'toModify' : 'done')
  await make(way, stage, state)
}

/** Given with the session, as the offer of the month says. */
async function sell(
  { counter: { values }, shot, on }: Way,
  kind: 'service' | 'goods',
  itemId: number | undefined,
): Promise<void> {
  if (!itemId) return
  const items = [{ itemType: values('item_type', kind), itemId, quantity: 1 }]
  const { amount }: { amount: number } = await on(0).call('orderAdd/price', { orderId: shot.order.id, items })
  await on(0).call('orderAdd/add', {
    ...{ orderId: shot.order.id, items, discountAmount: amount, requestNo: `demo film ${kind} ${shot.order.id}` },
    addType: values('order_add_type', kind),
    remark: '本月活动赠送',
  })
}

/** Name, music, seconds. */
const TEMPLATES = [
  ['时光相册', '春日', 60],
  ['成长足迹', '摇篮曲', 120],
  ['电影感', '远方', 90],
] as const

/** What MVs are made by. */
export async function seedTemplates(s: Seeder): Promise<void> {
  const [url, origName] = ['/demo/music.wav', 'music.wav']
  const id = await s.add('uploadFile', { origName, url })
  await s.addAll(
    'mvTemplate',
    TEMPLATES.map(([name, musicName, duration]) => ({ name, musicName, duration, musicUrl: { id, url, origName } })),
  )
}

/** One stage of a film. */
async function make(way: Way, stage: Stage, until: State): Promise<void> {
  const s = way.on(DAY_OF[stage])
  const [task] = await tasksOf(way, s, stage)
  if (!task || until === 'toAssign') return
  const editor = person(way, EDITOR)
  await give(s, task.id, stage === 'vcrShooting' ? 'vcr' : 'jianji', editor)
  if (until === 'assigned') return
  const at = s.as(editor)
  await step(way, at, task.id, 'start')
  if (until === 'inProgress') return
  const rows: Row<'vcrTask'>[] = await at.call('vcrTask/query', {
    orderNo: way.shot.order.orderNo,
    pageNO: 1,
    pageRows: 20,
  })
  const vcrTaskId = rows.find(({ workTaskId }) => workTaskId === task.id)?.id
  const fileIds = await addFilms(at, `${stage} ${task.id}`, [NAMES[stage]], way.n)
  await at.call('vcrFile/add', { vcrTaskId, fileIds })
  await step(way, at, task.id, 'submit')
  if (until === 'toConfirm') return
  const check = way.on(DAY_OF[stage] + 1)
  if (until === 'toModify') await step(way, check, task.id, 'reject', { reason: '片头太长，背景音乐换一首轻快的' })
  else await step(way, check, task.id, 'pass')
}

/** Somebody may want a film: noted down, given to an editor, spoken about, here and there given up. */
async function ask(way: Way): Promise<void> {
  const {
    counter: { values },
    shot,
    on,
    n,
  } = way
  const id = await on(0).add('vcrOpportunity', {
    ...{ orderId: shot.order.id, customerId: shot.order.customerId, amount: 1280 },
    source: values('vcr_source', n % 4 === 1 ? 'shootingDay' : 'selection'),
  })
  if (n % 8 === 1) return
  await on(1).call('vcrOpportunity/assign', { ids: [id], employeeId: person(way, EDITOR) })
  await on(1).call('track/add', {
    ...{ targetId: id, content: '介绍了三分钟成长短片，家人在考虑', nextTrackDate: shot.day + 20 * DAY },
    targetType: values('track_target', 'vcrOpportunity'),
    trackMode: values('track_mode', 'phone'),
  })
  if (n % 8 === 7) await on(2).call('vcrOpportunity/close', { id, lostCause: values('lost_cause', 'tooExpensive') })
}

/** How far the MVs got, the oldest first. */
const MV_ENDS: readonly State[] = [
  'done',
  'done',
  'toConfirm',
  'toModify',
  'inProgress',
  'assigned',
  'assigned',
  'toAssign',
]
const PICTURES = 12

/** The MV of a session: its pictures chosen, made, and agreed, as far as it got. Orders that are served have theirs. */
export async function seedMv(way: Way, share: number): Promise<void> {
  const { shot, on } = way
  const s = on(6)
  const [task] = await tasksOf(way, s, 'mv')
  if (!task) return
  // A little under half of the sessions come as far as an MV.
  const until = MV_ENDS[Math.floor(share * 2 * MV_ENDS.length)] ?? 'toAssign'
  const rows: Row<'mvTask'>[] = await s.call('mvTask/query', { orderNo: shot.order.orderNo, pageNO: 1, pageRows: 20 })
  const mv = rows.find(({ workTaskId }) => workTaskId === task.id)
  const [template]: Row<'mvTemplate'>[] = await s.call('mvTemplate/query', { pageNO: 1, pageRows: 1 })
  if (!mv || !template || until === 'toAssign') return
  await s.call('mvTask/choose', { id: mv.id, mvTemplateId: template.id })
  await s.call('mvMaterial/add', { mvTaskId: mv.id, photoIds: shot.photoIds.slice(0, PICTURES) })
  const editor = person(way, EDITOR)
  await give(s, task.id, 'jianji', editor)
  if (until === 'assigned') return
  await step(way, s.as(editor), task.id, 'start')
  if (until === 'inProgress') return
  await step(way, s.as(editor), task.id, 'submit')
  if (until === 'toConfirm') return
  const check = on(7)
  if (until === 'toModify') await step(way, check, task.id, 'reject', { reason: '结尾换成全家福' })
  else await step(way, check, task.id, 'pass')
}
