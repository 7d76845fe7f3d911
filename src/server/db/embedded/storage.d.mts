import { NodeFS } from '@electric-sql/pglite/nodefs'

export const DURABLE_START: string[]

export class DurableFS extends NodeFS {
  constructor(directory: string, synced?: () => void)
}
