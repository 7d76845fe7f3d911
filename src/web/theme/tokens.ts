import { theme as antdTheme, type ThemeConfig } from 'antd'
import { mix, readable } from './color.ts'

/** Which of the two designs is drawn. */
export type Mode = 'light' | 'dark'

/** The colours our own style sheets use, as CSS variables without their `--`. */
interface Palette {
  canvas: string
  surface: string
  raised: string
  line: string
  'line-soft': string
  hover: string
  text: string
  'text-2': string
  'text-3': string
  accent: string
  /** The accent where it carries white text. */
  'accent-solid': string
  /** The accent as text on a surface. */
  'accent-text': string
  'accent-soft': string
  /** What a fixed column throws on those below it. */
  'edge-shadow': string
  done: string
  attention: string
  failed: string
}

const NEUTRAL = {
  light: {
    canvas: '#f2f4f7',
    surface: '#ffffff',
    raised: '#ffffff',
    line: '#dfe3ea',
    'line-soft': '#ebeef3',
    hover: '#f1f4f8',
    text: '#1d2530',
    'text-2': '#4d5866',
    'text-3': '#626d7b',
    'edge-shadow': 'rgb(15 25 40 / 16%)',
    done: '#1f7a45',
    attention: '#9a5b00',
    failed: '#c62f2f',
  },
  dark: {
    canvas: '#0f1216',
    surface: '#171b20',
    raised: '#1e232a',
    line: '#2c333c',
    'line-soft': '#232931',
    hover: '#20262d',
    text: '#e4e8ed',
    'text-2': '#aeb7c2',
    'text-3': '#8d97a4',
    'edge-shadow': 'rgb(0 0 0 / 70%)',
    done: '#5fc58a',
    attention: '#e0a84a',
    failed: '#f27474',
  },
} as const

/**
 * Every colour of a design, from one accent. Where the accent carries text it is darkened (or lightened)
 * until it can be read; the pure accent stays for what is only seen: bars, dots, focus.
 */
export function paletteOf(mode: Mode, accent: string): Palette {
  const neutral = NEUTRAL[mode]
  const soft = mix(neutral.surface, accent, mode === 'light' ? 0.1 : 0.16)
  return {
    ...neutral,
    accent,
    'accent-solid': readable(accent, '#ffffff'),
    'accent-text': readable(accent, soft),
    'accent-soft': soft,
  }
}

/** The same design for antd. `still`: the machine asks for no movement. */
export function antdThemeOf(mode: Mode, accent: string, still: boolean): ThemeConfig {
  const palette = paletteOf(mode, accent)
  return {
    algorithm: mode === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    cssVar: { key: 'app' },
    hashed: false,
    token: { ...COMMON, ...tokenOf(palette), motion: !still },
    components: componentsOf(palette, mode),
  }
}

const FONT =
  'system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif'

/** What both designs have alike. */
const COMMON = {
  fontSize: 13,
  lineHeight: 20 / 13,
  borderRadius: 6,
  controlHeight: 34,
  controlHeightSM: 28,
  /** On phones: as much as a thumb needs. */
  controlHeightLG: 44,
  motionDurationMid: '0.15s',
  motionDurationSlow: '0.2s',
  fontFamily: FONT,
} as const

const tokenOf = (palette: Palette): ThemeConfig['token'] => ({
  colorPrimary: palette['accent-solid'],
  colorInfo: palette['accent-solid'],
  colorLink: palette['accent-text'],
  colorLinkHover: palette['accent-solid'],
  colorBgLayout: palette.canvas,
  colorBgContainer: palette.surface,
  colorBgElevated: palette.raised,
  colorBorder: mix(palette.line, palette['text-3'], 0.25),
  colorBorderSecondary: palette['line-soft'],
  colorText: palette.text,
  colorTextSecondary: palette['text-2'],
  colorTextTertiary: palette['text-3'],
  colorTextDescription: palette['text-3'],
  colorTextPlaceholder: palette['text-3'],
  colorError: palette.failed,
  colorErrorText: palette.failed,
})

const componentsOf = (palette: Palette, mode: Mode): ThemeConfig['components'] => ({
  Menu: menuOf(palette),
  Table: {
    cellPaddingBlockSM: 8,
    ...Object.fromEntries(HEADS.map((name) => [name, mode === 'light' ? '#f7f8fa' : palette.raised])),
  },
  // antd dims its primary in the dark; where it is text, it must still be read.
  Tabs: {
    itemSelectedColor: palette['accent-text'],
    itemHoverColor: palette.text,
    itemActiveColor: palette['accent-text'],
    inkBarColor: palette.accent,
  },
  Pagination: { colorPrimary: palette['accent-text'], colorPrimaryHover: palette['accent-text'] },
  Typography: { colorLink: palette['accent-text'] },
  Button: buttonOf(palette, mode),
  Badge: mode === 'dark' ? { colorTextLightSolid: palette.canvas } : {},
  Tooltip: { colorBgSpotlight: mode === 'light' ? '#27303b' : '#39424d' },
})

const menuOf = (palette: Palette) => ({
  itemHeight: 34,
  itemBorderRadius: 6,
  itemMarginInline: 8,
  itemMarginBlock: 2,
  itemPaddingInline: 10,
  iconSize: 16,
  subMenuItemBg: 'transparent',
  itemBg: 'transparent',
  itemSelectedBg: palette['accent-soft'],
  itemHoverBg: palette.hover,
  itemColor: palette['text-2'],
  itemSelectedColor: palette['accent-text'],
  subMenuItemSelectedColor: palette.text,
})

/** In the dark the red is light enough to be read as text; what is filled with it carries dark text. */
const buttonOf = (palette: Palette, mode: Mode) => ({
  primaryShadow: 'none',
  defaultShadow: 'none',
  dangerShadow: 'none',
  colorLink: palette['accent-text'],
  // Pressed means darker, not paler: white text on it must stay readable.
  colorPrimaryHover: mix(palette['accent-solid'], '#000000', 0.12),
  colorPrimaryActive: mix(palette['accent-solid'], '#000000', 0.24),
  defaultHoverColor: palette['accent-text'],
  defaultActiveColor: palette['accent-text'],
  ...(mode === 'dark' ? { dangerColor: palette.canvas } : {}),
})

/** The heading of a sorted column has the colour of the others: its arrow shows the order. */
const HEADS = ['headerBg', 'headerSortActiveBg', 'fixedHeaderSortActiveBg'] as const
