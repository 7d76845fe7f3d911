import { lazyPart } from '../lazy.tsx'
import type { CardPickerProps } from './CardPicker.tsx'

/** The side sheet of cards, whose code is loaded when it is first opened. */
export const CardPicker = lazyPart<CardPickerProps>(async () => (await import('./CardPicker.tsx')).CardPicker)
