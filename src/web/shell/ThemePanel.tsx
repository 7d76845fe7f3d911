import { ColorPicker, Segmented } from 'antd'
import { say } from '../core/feedback.tsx'
import { t as now, useT } from '../core/sentences.ts'
import { paletteOf } from '../theme/tokens.ts'
import { defaultAccent, setTheme, useTheme, type ThemeChoice } from '../theme/theme.ts'

/** Colours that are readable in both designs. */
const PRESETS = ['#5B6EE1', '#8E5BD6', '#D6568C', '#E0672F', '#2E9E6B']

function choose(accent: string): void {
  setTheme({ accent })
  say.done(now('themeChanged'))
}

/** Selects the accent colour (with 换肤成功, rules 6.8) and the design. */
export default function ThemePanel() {
  const t = useT()
  const { accent, mode, shown } = useTheme()
  const { 'accent-solid': solid } = paletteOf(shown, accent)
  const modes = (['light', 'dark', 'auto'] as const).map((value) => ({ value, label: t(value) }))
  return (
    <div className="theme-panel">
      <section>
        <h2>{t('accent')}</h2>
        <div className="theme-swatches">
          {[defaultAccent(), ...PRESETS].map((colour) => (
            <Swatch key={colour} colour={colour} chosen={isSameColour(colour, accent)} />
          ))}
        </div>
        <div className="theme-own">
          {t('customAccent')}
          <ColorPicker
            size="small"
            value={accent}
            disabledAlpha
            showText
            onChangeComplete={(colour) => choose(colour.toHexString())}
          />
        </div>
        {!isSameColour(solid, accent) && (
          <p className="theme-note">
            <span className="theme-shade" style={{ backgroundColor: solid }} aria-hidden />
            {t('accentDarker', { colour: solid.toUpperCase() })}
          </p>
        )}
      </section>
      <section>
        <h2>{t('appearance')}</h2>
        <Segmented
          block
          options={modes}
          value={mode}
          onChange={(value: ThemeChoice['mode']) => setTheme({ mode: value })}
        />
      </section>
    </div>
  )
}

const isSameColour = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function Swatch({ colour, chosen }: { colour: string; chosen: boolean }) {
  return (
    <button
      type="button"
      className="theme-swatch"
      style={{ backgroundColor: colour }}
      aria-label={colour}
      aria-pressed={chosen}
      onClick={() => choose(colour)}
    />
  )
}
