import { appModel } from '../core/model.ts'
import { readValue, writeValue } from '../core/storage.ts'
import { createStore, useStore } from '../core/store.ts'
import { paletteOf, type Mode } from './tokens.ts'

/** What a person chose; `auto` follows the machine. */
export interface ThemeChoice {
  accent: string
  mode: Mode | 'auto'
}

const DEFAULT_ACCENT = '#409EFF'

interface ThemeState extends ThemeChoice {
  shown: Mode
}

const state = createStore<ThemeState>({ accent: DEFAULT_ACCENT, mode: 'auto', shown: 'light' })

const darkMachine = () => globalThis.matchMedia?.('(prefers-color-scheme: dark)')

/** The product's accent until somebody chooses another (rules 6.1: #409EFF). */
export function defaultAccent(): string {
  return appModel()?.theme.accent ?? DEFAULT_ACCENT
}

/** Takes over the choice of an earlier visit and follows the machine's light and dark. */
export function restoreTheme(): void {
  const kept = readValue<Partial<ThemeChoice>>('theme')
  apply({ accent: kept?.accent ?? defaultAccent(), mode: kept?.mode ?? 'auto' })
  darkMachine()?.addEventListener('change', () => apply(state.get()))
}

/** Changes the theme at once, and remembers it. */
export function setTheme(change: Partial<ThemeChoice>): void {
  const { accent, mode } = { ...state.get(), ...change }
  writeValue('theme', { accent, mode })
  apply({ accent, mode })
}

function apply({ accent, mode }: ThemeChoice): void {
  const shown: Mode = mode === 'auto' ? (darkMachine()?.matches ? 'dark' : 'light') : mode
  const root = document.documentElement
  root.dataset.theme = shown
  for (const [name, colour] of Object.entries(paletteOf(shown, accent))) root.style.setProperty(`--${name}`, colour)
  state.set({ accent, mode, shown })
}

/** The theme in force: `shown` is the design that is drawn. */
export function useTheme(): ThemeState {
  return useStore(state)
}
