/** Buttons of a row: a few visible, the rest in a menu. Plain elements until pressed, because every row has a set. */
import { EllipsisOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useState } from 'react'
import { say } from '../core/feedback.tsx'
import { useT } from '../fields/sentences.ts'
import { textWidth } from './textWidth.ts'

/** A button ready to draw. `why`: the reason why it cannot be pressed now. */
export interface Press {
  key: string
  label: string
  why?: string
  danger?: boolean
  press: () => void
  prepare?: () => void
}

/** The most visible buttons in a row (look: at most three). */
const IN_SIGHT = 3
/** The most width they take (px): the data of the row is more important than its buttons. */
const ROOM = 240
/** Space inside and between links, and the width of the menu button (px). */
const LINK = 12
const MORE = 28

/** Presses the button, or shows the reason why it cannot be pressed. */
export const pressOrSay = ({ why, press }: Press): void => (why === undefined ? press() : say.warn(why))

function LinkButton({ button }: { button: Press }) {
  return (
    <button
      type="button"
      className={button.danger ? 'at-link at-danger' : 'at-link'}
      aria-disabled={button.why !== undefined || undefined}
      title={button.why}
      onClick={() => pressOrSay(button)}
      onPointerEnter={button.prepare}
      onFocus={button.prepare}
    >
      {button.label}
    </button>
  )
}

const widthOf = (buttons: readonly Press[]): number =>
  buttons.reduce((sum, { label }) => sum + textWidth(label) + LINK, 0)

/** Which buttons are visible, at least one, and which are behind ⋯. Where not all are, what can be pressed now comes first. */
function inSight(buttons: readonly Press[], most = IN_SIGHT): { seen: readonly Press[]; rest: readonly Press[] } {
  if (buttons.length <= most && (buttons.length < 2 || widthOf(buttons) <= ROOM)) return { seen: buttons, rest: [] }
  const sorted = [...buttons].sort((a, b) => Number(a.why !== undefined) - Number(b.why !== undefined))
  let count = sorted.length > most ? most - 1 : sorted.length
  while (count > 1 && widthOf(sorted.slice(0, count)) > ROOM) count -= 1
  return { seen: sorted.slice(0, count), rest: sorted.slice(count) }
}

/** The width of the buttons of a row (px). */
export function widthOfButtons(buttons: readonly Press[]): number {
  const { seen, rest } = inSight(buttons)
  return widthOf(seen) + (rest.length > 0 ? MORE : 0)
}

/** The buttons of one row. */
export function RowButtons({ buttons, most }: { buttons: readonly Press[]; most?: number }) {
  const { seen, rest } = inSight(buttons, most)
  return (
    // A menu is drawn elsewhere but belongs to this row in React: its clicks must not open the row.
    <span className="at-row-buttons" onClick={(event) => event.stopPropagation()}>
      {seen.map((button) => (
        <LinkButton key={button.key} button={button} />
      ))}
      {rest.length > 0 && <More buttons={rest} />}
    </span>
  )
}

/** One for all: drawn once a row, and never again. */
const DOTS = <EllipsisOutlined aria-hidden />

/** The buttons behind ⋯; the menu is made when first opened. */
export function More({ buttons }: { buttons: readonly Press[] }) {
  const t = useT()
  const [opened, setOpened] = useState(false)
  const [open, setOpen] = useState(true)
  const dots = (
    <button
      type="button"
      className="at-link at-more"
      aria-label={t('more')}
      aria-haspopup="menu"
      onClick={() => setOpened(true)}
    >
      {DOTS}
    </button>
  )
  if (!opened) return dots
  return (
    <Dropdown
      trigger={['click']}
      open={open}
      onOpenChange={setOpen}
      menu={{
        items: buttons.map((button) => ({
          key: button.key,
          // What cannot be pressed warns of nothing.
          danger: button.danger && button.why === undefined,
          title: button.why,
          label: (
            <span
              title={button.why}
              aria-disabled={button.why !== undefined || undefined}
              className={button.why === undefined ? undefined : 'at-quiet'}
            >
              {button.label}
            </span>
          ),
        })),
        onClick: ({ key, domEvent }) => {
          // The menu is drawn elsewhere but belongs to its place in React: the click is none on what stands around it.
          domEvent.stopPropagation()
          const button = buttons.find((one) => one.key === key)
          if (button) pressOrSay(button)
        },
      }}
    >
      {dots}
    </Dropdown>
  )
}
