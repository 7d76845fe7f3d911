import { message, type ModalFuncProps, type NotificationArgsProps } from 'antd'
import { useLayoutEffect, type ReactNode } from 'react'
import { t } from './sentences.ts'

type MessageApi = ReturnType<typeof message.useMessage>[0]

/** Dialogs and notices. Their code comes with the shell, so that the sign-in page does not wait for it. */
interface DialogApi {
  confirm(options: ModalFuncProps): void
  notice(options: NotificationArgsProps): void
  closeNotice(key: string): void
}

let messages: MessageApi | undefined
let dialogs: DialogApi | undefined

/** Draws short messages, and makes them available to code outside React. Used once, at the root. */
export function MessageHolder() {
  const [api, holder] = message.useMessage({ top: 12, maxCount: 4 })
  useLayoutEffect(() => {
    messages = api
  }, [api])
  return holder
}

/** Registers the dialogs of the frame that can draw them. */
export function setDialogs(api: DialogApi | undefined): void {
  dialogs = api
}

/** Short messages at the top of the window. A sentence with a verb; `seconds` until it disappears (default 3). */
export const say = {
  /** `key`: by which it is put away before its time. */
  done: (text: ReactNode, seconds?: number, key?: string) =>
    void messages?.success({ content: text, duration: seconds, ...(key === undefined ? {} : { key }) }),
  info: (text: ReactNode, seconds?: number) => void messages?.info(text, seconds),
  warn: (text: ReactNode, seconds?: number) => void messages?.warning(text, seconds),
  error: (text: ReactNode, seconds?: number) => void messages?.error(text, seconds),
  /** Puts a message away. */
  drop: (key: string) => void messages?.destroy(key),
}

/** A notice below the page. `seconds` 0: it stays until it is closed or opened. `done`: something is ready. */
export function notice(options: {
  key: string
  done?: boolean
  title: ReactNode
  text: ReactNode
  /** What can be done with it, below the text. */
  action?: ReactNode
  seconds?: number
  onOpen?: () => void
}): void {
  dialogs?.notice({
    key: options.key,
    message: options.title,
    description: options.text,
    ...(options.action ? { actions: options.action } : {}),
    duration: options.seconds ?? 0,
    ...(options.done ? ({ type: 'success', pauseOnHover: false } as const) : {}),
    onClick: () => {
      dialogs?.closeNotice(options.key)
      options.onOpen?.()
    },
  })
}

/** Takes a notice away. */
export const closeNotice = (key: string): void => dialogs?.closeNotice(key)

/** Asks once, naming the object. `keep`: what leaving it is called. Resolves to whether the person agreed. */
export function ask(options: {
  title: ReactNode
  text?: ReactNode
  ok?: string
  keep?: string
  danger?: boolean
}): Promise<boolean> {
  return new Promise((resolve) => {
    if (!dialogs) return resolve(false)
    dialogs.confirm({
      title: options.title,
      content: options.text,
      okText: options.ok ?? t('ok'),
      cancelText: options.keep ?? t('cancel'),
      okButtonProps: { danger: options.danger },
      // A scanner ends with Enter, wherever the cursor stands: nothing is taken away by it.
      autoFocusButton: options.danger ? 'cancel' : 'ok',
      onOk: () => resolve(true),
      onCancel: () => resolve(false),
    })
  })
}
