import type { EngineCall } from '../../model/model.ts'
import { appModel } from './model.ts'

/** The wire path of a call that the browser makes by itself. Throws where `engineCalls` of app.json names none. */
export const enginePath = (name: EngineCall): string => engineCall(name).path

/** Where a file is uploaded: the wire path, and the form field that holds the file. `as` original: it is kept as it is. */
export function uploadTarget(
  name: 'uploadImage' | 'upload',
  as: 'file' | 'original' = 'file',
): { path: string; part: string } {
  const { path, [as]: part } = engineCall(name)
  if (!part) throw new Error(`The call ${path} takes no ${as}`)
  return { path, part }
}

function engineCall(name: EngineCall): { path: string; file?: string; original?: string } {
  const call = appModel()?.engineCalls[name]
  if (!call) throw new Error(`app.json names no call for engineCalls.${name}`)
  return call
}
