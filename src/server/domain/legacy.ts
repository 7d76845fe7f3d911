/** The loose seam of modules that do not use `call.ts` yet; it goes with the last of them. */
/* eslint-disable @typescript-eslint/no-explicit-any -- see above */
import type { CallContext as Engine, OwnHandler } from '../types.ts'

export type Row = any

type Loose =
  | 'find'
  | 'seen'
  | 'must'
  | 'ref'
  | 'mustRef'
  | 'select'
  | 'insert'
  | 'insertMany'
  | 'update'
  | 'move'
  | 'settings'
  | 'row'
  | 'rows'
  | 'input'
  | 'standard'

export interface CallContext extends Omit<Engine, Loose> {
  readonly settings: any
  readonly row?: any
  readonly rows?: any
  readonly input?: any
  readonly standard?: any
  find(resource: string, id: any, options?: { lock?: boolean }): Promise<any>
  seen(resource: string, id: any, options?: { lock?: boolean }): Promise<any>
  must(resource: string, id: any, field: string): Promise<any>
  ref(row: any, as: string, options?: { lock?: boolean }): Promise<any>
  mustRef(row: any, as: string, options?: { lock?: boolean }): Promise<any>
  select(
    resource: string,
    where: Record<string, unknown>,
    options?: { lock?: boolean; limit?: number; seen?: boolean; sort?: string[] },
  ): Promise<any[]>
  insert(resource: string, values: Record<string, unknown>): Promise<any>
  insertMany(resource: string, many: readonly Record<string, unknown>[]): Promise<any[]>
  update(resource: string, row: any, values: Record<string, unknown>): Promise<any>
  move(resource: string, row: any, move: string, values?: Record<string, unknown>): Promise<any>
}

export type Handler = (c: CallContext) => Promise<unknown>
export type Handlers = Record<string, Handler | OwnHandler>
