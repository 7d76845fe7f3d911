import { EditOutlined } from '@ant-design/icons'
import { useCore } from '../../core/model.ts'
import { useStore } from '../../core/store.ts'
import { useT } from '../../core/sentences.ts'
import { editingOpen } from './store.ts'

/** Development only: opens the panel in which the page is edited. */
export function EditingButton() {
  const t = useT()
  const { editing } = useCore()
  const open = useStore(editingOpen)
  if (!editing) return null
  return (
    <button
      type="button"
      className="icon-button"
      aria-pressed={open}
      aria-label={t('editPage')}
      title={t('editPage')}
      onClick={() => editingOpen.set(!open)}
    >
      <EditOutlined />
    </button>
  )
}
