/** Codes that files name outside roles: in `can()`, or needed to see a field. They can only be checked when every button is known. */
import type { PermissionModel } from '../../src/model/model.ts'
import { below, type At, type Compilation } from '../base/context.ts'
import { suggestion } from '../base/problems.ts'

type Permissions = Record<string, PermissionModel>

/** PRM004: codes that no screen has. */
export function checkCodes(c: Compilation, permissions: Permissions): void {
  for (const { at, code, offset } of c.askedCodes) checkPair(c, at, code, permissions, offset)
  for (const r of c.resources.values()) {
    for (const [name, raw] of Object.entries(r.data.fields)) {
      if (typeof raw === 'object' && raw.see)
        checkSee(c, { source: r.source, path: ['fields', name, 'see'] }, raw.see, permissions)
    }
  }
}

/** `menu.button`; buttons in tabs have dots of their own. */
function checkPair(c: Compilation, at: At, code: string, permissions: Permissions, offset: number): void {
  const [menu = '', ...rest] = code.split('.')
  const button = rest.join('.')
  const permission = permissions[menu]
  if (permission) c.refer('code', menu, at, { offset })
  if (permission && button) c.refer('button', code, at, { offset: offset + menu.length + 1, text: button })
  if (c.plannedCodes.has(menu) || permission?.buttons.some((b) => b.code === button)) return
  const report = (message: string) => c.error(at, 'PRM004', message, { offset, length: code.length })
  if (!button)
    report(
      `"${code}" is half a code; can() takes the screen's code and the button's: '${permission ? menu : 'customer-001'}.edit'`,
    )
  else if (!permission) report(`no screen has the code "${menu}"${suggestion(menu, Object.keys(permissions))}`)
  else
    report(
      `${permission.route} has no button "${button}"${
        suggestion(
          button,
          permission.buttons.map((b) => b.code),
        ) || `; its buttons are ${permission.buttons.map((b) => b.code).join(', ') || 'none'}`
      }`,
    )
}

/** A button code of some screen, or `menu.button`. */
function checkSee(c: Compilation, at: At, code: string, permissions: Permissions): void {
  if (code.includes('.')) return checkPair(c, at, code, permissions, 0)
  const buttons = new Set(Object.values(permissions).flatMap((p) => p.buttons.map((b) => b.code)))
  if (!buttons.has(code)) c.unknown(at, 'PRM004', 'button code', code, buttons)
}

/** Records where roles name codes and buttons, and where a pattern covers them. */
export function referGrants(c: Compilation, permissions: Permissions): void {
  if (!c.references) return
  for (const source of c.loaded.roles.values()) {
    for (const [pattern, grant] of Object.entries<unknown>(source.data.grants)) {
      const at = below({ source, path: ['grants'] }, pattern)
      const covered = pattern.includes('*')
      for (const code of covered
        ? coveredBy(pattern, Object.keys(permissions))
        : permissions[pattern]
          ? [pattern]
          : []) {
        c.refer('code', code, at, { key: true, covered })
        if (!Array.isArray(grant)) continue
        const buttons = new Set(permissions[code]?.buttons.map((one) => one.code))
        for (const [i, button] of (grant as string[]).entries())
          if (!covered || buttons.has(button))
            c.refer('button', `${code}.${button}`, below(at, i), { text: button, covered })
      }
    }
  }
}

/** The codes that a pattern of a role covers. */
export function coveredBy(pattern: string, codes: readonly string[]): string[] {
  const form = new RegExp(`^${pattern.replaceAll('*', '.*')}$`)
  return codes.filter((code) => form.test(code))
}
