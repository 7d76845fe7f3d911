import { CheckOutlined } from '@ant-design/icons'
import type { WizardStep } from '../../../model/model.ts'
import { useLang } from '../../core/i18n.ts'

/** The progress of the wizard. A reached step can be opened again; later steps wait for the earlier ones. */
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
            <span className="at-step-name">{step.label[lang]}</span>
          </button>
        </li>
      ))}
    </ol>
  )
}
