import { BarChartOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import type { View } from '../../model/model.ts'
import { useText } from '../core/i18n.ts'
import { SideSheet } from '../core/SideSheet.tsx'
import { InnerView } from './InnerView.tsx'

/** Opens a view over the list it belongs to. */
export function SheetButton({ view }: { view: View }) {
  const text = useText()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<BarChartOutlined />} onClick={() => setOpen(true)} aria-haspopup="dialog">
        {text(view.label)}
      </Button>
      {open && (
        <SideSheet onClose={() => setOpen(false)} width="min(1080px, 90vw)" title={text(view.label)}>
          <InnerView view={view} />
        </SideSheet>
      )}
    </>
  )
}
