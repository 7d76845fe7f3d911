import { BgColorsOutlined } from '@ant-design/icons'
import { Popover } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useT } from '../core/sentences.ts'

const ThemePanel = lazy(() => import('./ThemePanel.tsx'))

/** The accent and the light or dark design. The colour picker is fetched when first opened. */
export function ThemeSwitch() {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      content={
        <Suspense>
          <ThemePanel />
        </Suspense>
      }
    >
      <button type="button" className="icon-button" aria-label={t('theme')} title={t('theme')} aria-expanded={open}>
        <BgColorsOutlined />
      </button>
    </Popover>
  )
}
