import { App } from 'antd'
import type { useAppProps } from 'antd/es/app/context'
import { useLayoutEffect, type ReactNode } from 'react'
import { t } from './sentences.ts'

let app: useAppProps | undefined

/** Hands message, notification and modal of the surrounding antd `App` to code outside React. */
export function FeedbackBridge(): null {
  const current = App.useApp()
  useLayoutEffect(() => { app = current }, [current])
  return null
}

/** Short messages at the top of the window. A sentence with a verb; `seconds` until it goes. */
export const say = {
  done: (text: ReactNode, seconds?: number) => void app?.message.success(text, seconds),
  info: (text: ReactNode, seconds?: number) => void app?.message.info(text, seconds),
  warn: (text: ReactNode, seconds?: number) => void app?.message.warning(text, seconds),
  error: (text: ReactNode, seconds?: number) => void app?.message.error(text, seconds),
}

/** A notice in the corner. `seconds` 0: it stays until it is closed or opened. */
export function notice(options: { key: string; title: ReactNode; text: ReactNode; seconds?: number; onOpen?: () => void }): void {
  app?.notification.info({
    key: options.key,
    message: options.title,
    description: options.text,
    duration: options.seconds ?? 0,
    onClick: () => {
      app?.notification.destroy(options.key)
      options.onOpen?.()
    },
  })
}

/** Asks once, naming the thing. Resolves to whether the person agreed. */
export function ask(options: { title: ReactNode; text?: ReactNode; ok?: string; danger?: boolean }): Promise<boolean> {
  return new Promise((resolve) => {
    if (!app) return resolve(false)
    app.modal.confirm({
      title: options.title,
      content: options.text,
      okText: options.ok ?? t('ok'),
      cancelText: t('cancel'),
      okButtonProps: { danger: options.danger },
      onOk: () => resolve(true),
      onCancel: () => resolve(false),
    })
  })
}

/** message, notification and modal, for components. */
export const useFeedback = App.useApp
