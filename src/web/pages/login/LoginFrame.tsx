import { TranslationOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { setLang, useLang } from '../../core/i18n.ts'
import { useCore } from '../../core/model.ts'
import { Brand } from '../../theme/Brand.tsx'
import './login.css'

/** What stands around the forms of whoever is not signed in. */
export function LoginFrame({ children }: { children: ReactNode }) {
  return (
    <div className="login">
      <LoginArt />
      <div className="login-side">
        <LoginTop />
        <div className="login-form">{children}</div>
      </div>
    </div>
  )
}

function LoginTop() {
  const lang = useLang()
  const { available } = useCore().app.languages
  const other = available.find((one) => one !== lang)
  return (
    <header className="login-top">
      <Brand />
      {other && (
        <button
          type="button"
          className="icon-button"
          lang={other === 'zh' ? 'zh-CN' : 'en'}
          onClick={() => setLang(other)}
        >
          <TranslationOutlined />
          {other === 'zh' ? '中文' : 'English'}
        </button>
      )}
    </header>
  )
}

/** The blades of an aperture, drawn in the accent; only for the eye. */
function LoginArt() {
  const blades = Array.from({ length: 9 }, (_blade, at) => at * 40)
  return (
    <div className="login-art" aria-hidden>
      <svg viewBox="-100 -100 200 200">
        {blades.map((angle) => (
          <path key={angle} transform={`rotate(${angle})`} d="M0-34 L64-92 A112 112 0 0 1 108-30 L22-26Z" />
        ))}
        <circle r="96" />
        <circle r="34" />
      </svg>
    </div>
  )
}
