import { ScanOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useRef, useState } from 'react'
import type { ListView } from '../../model/model.ts'
import { say } from '../core/feedback.tsx'
import { useText } from '../core/i18n.ts'
import { call as makeCall, CallRefused } from '../core/request.ts'
import { boundValues } from '../fields/bounds.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { pressOrSay } from '../lists/buttons.tsx'
import { useScan } from './cashdesk/useScan.ts'
import { useScope } from './scope.tsx'
import type { Buttons } from './useButtons.ts'

interface ScanFieldProps {
  view: ListView
  scan: NonNullable<ListView['scan']>
  buttons: Buttons
  onOpen: ((row: WireRow) => void) | undefined
}

/** Rows of which one has the code as it was scanned: others only hold it. */
const FEW = 20

/** A scanner is heard wherever the cursor stands; a code finds its row, which is opened, or whose button is pressed. */
export function ScanField({ view, scan, buttons, onOpen }: ScanFieldProps) {
  const t = useT()
  const text = useText()
  const { part, env, active, fixed } = useScope()
  const [typed, setTyped] = useState('')
  const around = useRef<HTMLElement>(null)
  // A code that is read twice in a row is looked for once.
  const under = useRef<string>(undefined)
  const path = part.calls[view.call]?.path
  const find = async (code: string): Promise<void> => {
    setTyped('')
    if (!code || !path || under.current === code) return
    under.current = code
    try {
      const asked = { ...fixed, ...boundValues(view.with, env), [scan.by]: code, pageNO: 1, pageRows: FEW }
      const { data } = await makeCall<WireRow[]>(path, asked, { loading: false })
      const row = data.find((one) => String(one[scan.by]).toLowerCase() === code.toLowerCase())
      if (!row) return say.warn(t('scanNone', { code }))
      if (scan.press === undefined) return onOpen?.(row)
      const button = buttons.ofRow(row).find(({ key }) => key === scan.press)
      if (button) pressOrSay(button)
      else say.warn(t('notNow'))
    } catch (error) {
      // The call itself shows its refusal.
      if (!(error instanceof CallRefused)) throw error
    } finally {
      under.current = undefined
    }
  }
  useScan(around, active, (code) => void find(code.trim()))
  const label = part.resources[view.resource]?.fields[scan.by]?.label
  return (
    <div
      ref={(here) => {
        around.current = here?.closest<HTMLElement>('.at-list') ?? null
      }}
      className="at-scan"
    >
      <Input
        allowClear
        prefix={<ScanOutlined aria-hidden />}
        placeholder={t('scanField', { what: label ? text(label) : '' })}
        aria-label={t('scanField', { what: label ? text(label) : '' })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={() => void find(typed.trim())}
      />
    </div>
  )
}
