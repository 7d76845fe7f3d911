import { useText } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'
import './brand.css'

/** A name with the mark, an aperture: the product's, unless another is given. */
export function Brand({ short = false, name: given }: { short?: boolean; name?: string }) {
  const product = useText()(useCore().app.name)
  const name = given ?? product
  return (
    <span className="brand" title={name}>
      <svg className="brand-mark" viewBox="0 0 24 24" aria-hidden>
        <circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" strokeWidth="2" />
        <path
          d="M12 2v9.2M20.7 7l-8 4.6M20.7 17l-8-4.6M12 22v-9.2M3.3 17l8-4.6M3.3 7l8 4.6"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
        />
      </svg>
      {short ? <span className="unseen">{name}</span> : <span className="brand-name clip">{name}</span>}
    </span>
  )
}
