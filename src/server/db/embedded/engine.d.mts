export interface EnginePlace {
  dataDir?: string | undefined
  template?: string | undefined
  begun: BigInt64Array
}

export type EngineRequest = 'close' | { id: number; bytes: Uint8Array }

export type EngineMessage =
  | 'ready'
  | 'closed'
  | { failed: string }
  | { id: number; bytes?: Uint8Array; failed?: string }

export function startEngine(
  place: EnginePlace,
  post: (message: EngineMessage, transfer?: ArrayBuffer[]) => void,
): Promise<((message: EngineRequest) => void) | undefined>
