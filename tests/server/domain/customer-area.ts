/** What customers come to, for tests: photos of a session, a design with its pages, and links to them. */
import { DICT, type Code } from '../../../src/generated/dictionaries.ts'
import type { Requests, Sent } from '../../../src/generated/wire.ts'
import type { Answer } from '../../../src/model/web.ts'
import type { Actor } from '../../../src/server/types.ts'
import { Floor } from './floor.ts'
import { STRANGER, type Studio } from './studio.ts'

type Values = Record<string, unknown>

/** An order of a customer of its own, with what was made for it. */
export interface Shown {
  orderId: number
  orderSessionId: number
  customerId: number
  mobile: string
  folderId: number
  photoIds: number[]
  designId: number
  taskId: number
  pageIds: number[]
}

export class CustomerArea {
  private n = 0
  private constructor(
    readonly studio: Studio,
    readonly floor: Floor,
  ) {}

  static async open(studio: Studio): Promise<CustomerArea> {
    return new CustomerArea(studio, await Floor.open(studio))
  }

  get staff(): Actor {
    return this.floor.counter.who
  }

  private insert(resource: string, rows: Values[]): Promise<number[]> {
    return this.studio.app.insertAll(resource, this.staff, rows)
  }

  private async add(resource: string, values: Values): Promise<number> {
    const [id] = await this.insert(resource, [values])
    return id as number
  }

  /** Originals as an upload leaves them. */
  private pictures(count: number): Promise<number[]> {
    return this.insert(
      'uploadFile',
      Array.from({ length: count }, () => {
        const key = String((this.n += 1)).padStart(39, '0')
        return {
          ...{ origName: `DSC_${this.n}.jpg`, url: `/files/o0${key}.jpg`, sha1: key, size: 1000 },
          ...{ thumbUrl: `/files/a${key}.webp`, viewUrl: `/files/b${key}.webp`, previewUrl: `/files/c${key}.webp` },
          smallPreviewUrl: `/files/d${key}.webp`,
          ...{ width: 6000, height: 4000 },
        }
      }),
    )
  }

  private async copies(fileIds: number[]): Promise<Values[]> {
    const rows = await this.studio.db.query('select * from "uploadFile" where "id" = any($1) order by "id"', [fileIds])
    return rows.map(({ id: fileId, url, thumbUrl, viewUrl, previewUrl, smallPreviewUrl, ...file }) => ({
      ...{ fileId, url, thumbUrl, viewUrl, previewUrl, smallPreviewUrl },
      ...{ width: file.width, height: file.height, origName: file.origName, sha1: file.sha1 },
    }))
  }

  /** Three photos of a session, and a first design of two pages that waits for the customer's word. `paid`: yuan of a thousand. */
  async shown(paid = 1000): Promise<Shown> {
    const { studio } = this
    const { orderId, orderSessionId, customerId } = await this.floor.session(paid)
    const [customer] = await studio.db.query('select "mobile" from "customer" where "id" = $1', [customerId])
    const folderId = await this.add('photoFolder', {
      orderId,
      orderSessionId,
      folderName: '满月照',
      photoStage: DICT.photo_stage.raw,
    })
    const photos = await this.copies(await this.pictures(3))
    const photoIds = await this.insert(
      'photo',
      photos.map(({ origName, ...one }) => ({
        ...{ ...one, folderId, orderId, orderSessionId, fileName: origName, photoStage: DICT.photo_stage.raw },
      })),
    )
    const [order] = await studio.db.query('select "id" from "workOrder" where "orderSessionId" = $1', [orderSessionId])
    const [item] = await studio.db.query('select "id" from "orderItem" where "orderId" = $1 order by "id" limit 1', [
      orderId,
    ])
    const taskId = await this.add('workTask', {
      ...{ workOrderId: order?.id, orderId, orderSessionId, customerId, taskType: DICT.task_type.preDesign },
      ...{ taskNo: `R${(this.n += 1)}`, taskStatus: DICT.task_status.toInspect, orderSessionName: '满月照' },
      mainWorkerId: this.staff.employeeId,
    })
    const designId = await this.add('designTask', {
      ...{ workTaskId: taskId, designType: DICT.design_type.pre, orderItemId: item?.id, pageCount: 2 },
      designStatus: DICT.design_status.toConfirm,
    })
    const pages = await this.copies(await this.pictures(2))
    const pageIds = await this.insert(
      'designPage',
      pages.map(({ origName: _name, sha1: _sum, ...one }, i) => ({ ...one, designTaskId: designId, pageNo: i + 1 })),
    )
    const mobile = String(customer?.mobile)
    return { orderId, orderSessionId, customerId, mobile, folderId, photoIds, designId, taskId, pageIds }
  }

  /** The selection of a session, as far as the status says. */
  async chosen(
    { orderId, orderSessionId, customerId }: Shown,
    selectionStatus: Code<'selection_status'>,
  ): Promise<number> {
    const [order] = await this.studio.db.query('select "id" from "workOrder" where "orderSessionId" = $1', [
      orderSessionId,
    ])
    const { done, assigned } = DICT.task_status
    const taskStatus = selectionStatus === DICT.selection_status.done ? done : assigned
    const workTaskId = await this.add('workTask', {
      ...{
        workOrderId: order?.id,
        orderId,
        orderSessionId,
        customerId,
        taskType: DICT.task_type.selection,
        taskStatus,
      },
      taskNo: `R${(this.n += 1)}`,
    })
    return this.add('selectedFilm', { workTaskId, orderSessionId, quota: 3, selectionStatus })
  }

  /** A link as staff make it: its row and what stands behind `t=` in its address. */
  async link(
    to: Pick<Shown, 'orderId'>,
    more: Requests['clientAccess/add'] = {},
  ): Promise<{ id: number; t: string; accessCode?: string }> {
    const made = await this.floor.must('clientAccess/add', {
      ...{ orderId: to.orderId, accessType: DICT.access_type.photos, ...more },
    })
    const t = new URL(made.address, 'http://here').searchParams.get('t') ?? ''
    return { id: made.id, t, ...(made.accessCode ? { accessCode: made.accessCode } : {}) }
  }

  open(t: string, accessCode?: string): Promise<Answer> {
    return this.studio.call(STRANGER, 'clientAccess/enter', { t, ...(accessCode ? { accessCode } : {}) })
  }

  /** Whoever opened a link. */
  async guest(t: string): Promise<Actor> {
    const told = await this.open(t)
    if (told.status !== 200) throw new Error(`${told.status} ${told.msg}`)
    return this.behind((told.data as { token: string }).token)
  }

  /** What an address that a customer was given stands for. */
  meant(address: unknown): string {
    const key = String(address).slice('/files/'.length)
    return this.studio.files.seal.unveil(key, this.studio.clock.at)?.url ?? ''
  }

  /** Whoever is behind a token now. */
  async behind(token: string): Promise<Actor> {
    const actor = await this.studio.auth.authenticate(token)
    if (!actor) throw new Error('nobody is behind this token')
    return actor
  }

  call<P extends keyof Requests, K extends string>(who: Actor, path: P, input?: Sent<P, K>): Promise<Answer> {
    return this.studio.raw(who, path, input)
  }
}
