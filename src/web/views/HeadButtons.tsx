import { Button } from 'antd'
import { More, pressOrSay, type Press } from '../lists/buttons.tsx'

/** The first button is primary; this many more are shown beside it. */
const BESIDE = 2

/** Buttons of a list or a record: one primary, a few plain, the rest behind ⋯. */
export function HeadButtons({
  buttons,
  beside = BESIDE,
  primary = true,
}: {
  buttons: Press[]
  beside?: number
  primary?: boolean
}) {
  const seen = buttons.length > beside + 2 ? buttons.slice(0, beside + 1) : buttons
  const rest = buttons.slice(seen.length)
  return (
    <>
      {seen.map((button, at) => (
        <Button
          key={button.key}
          type={at === 0 && primary ? 'primary' : 'default'}
          danger={button.danger && at > 0}
          title={button.why}
          aria-disabled={button.why !== undefined || undefined}
          className={button.why === undefined ? undefined : 'at-off'}
          onClick={() => pressOrSay(button)}
          onPointerEnter={button.prepare}
          onFocus={button.prepare}
        >
          {button.label}
        </Button>
      ))}
      {rest.length > 0 && <More buttons={rest} />}
    </>
  )
}
