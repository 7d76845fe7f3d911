import { CheckOutlined } from '@ant-design/icons'
import type { WizardStep } from '../../../model/model.ts'
import { useLang } from '../../core/i18n.ts'

/** Where one is. A step that was reached can be gone back to; those ahead wait for the ones before them. */
export function Steps({
  steps,
  at,
  reached,
  onGo,
}: {
  steps: readonly WizardStep[]
  at: number
  reached: number
  onGo: (at: number) => void
}) {
  const lang = useLang()
  return (
    <ol className="at-steps">
      {steps.map((step, i) => (
        <li key={step.key} className={i === at ? 'at-step-now' : i < reached ? 'at-step-done' : ''}>
          <button
            type="button"
            disabled={i > reached}
            aria-current={i === at ? 'step' : undefined}
            onClick={() => onGo(i)}
          >
            <span className="at-step-number" aria-hidden>
              {i < reached && i !== at ? <CheckOutlined /> : i + 1}
            </span>
            {step.label[lang]}
          </button>
        </li>
      ))}
    </ol>
  )
}
