import { Modal } from 'antd'
import { useT } from '../core/sentences.ts'
import './shortcuts.css'

const KEYS = [
  ['Ctrl K', 'keyFind'],
  ['/', 'keySearch'],
  ['↓ ↑', 'keyRows'],
  ['Enter', 'keyOpen'],
  ['J K', 'keySteps'],
  ['Space', 'keyChoose'],
  ['Ctrl Enter', 'keyMore'],
  ['Ctrl Z', 'keyUndo'],
  ['Esc', 'keyClose'],
  ['?', 'keyHelp'],
] as const

/** The keys that work everywhere, and what they do. */
export default function Shortcuts({ onClose }: { onClose(): void }) {
  const t = useT()
  return (
    <Modal open title={t('shortcuts')} footer={null} width={420} onCancel={onClose}>
      <dl className="shortcuts">
        {KEYS.map(([keys, says]) => (
          <div key={says}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{t(says)}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
