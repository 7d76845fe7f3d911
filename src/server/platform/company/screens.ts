/** Which screens a person may open: what they keep of a screen asks this. */
import type { ScreenModel } from '../../../model/model.ts'
import type { Right } from '../../../generated/calls.ts'
import type { CallContext } from '../call.ts'

/** Whether a person holds a code that the model says. */
export const holds = (c: CallContext, code: string): boolean => c.can(code as Right)

/** Whether a person may open a screen: by its code, or as staff where no code covers it. */
function mayOpen(c: CallContext, { code, access }: ScreenModel): boolean {
  return code === undefined ? access?.client === undefined || access.staff !== undefined : holds(c, code)
}

/** The screen of a route, where the person may open it. */
export function screenOf(c: CallContext, route: string): ScreenModel | undefined {
  const screen = Object.hasOwn(c.model.screens, route) ? c.model.screens[route] : undefined
  return screen && mayOpen(c, screen) ? screen : undefined
}
