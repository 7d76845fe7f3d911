/** The name of this window: what it did itself it need not be told. Not by the safe source of chance, which plain http lacks. */
export const windowName = Math.random().toString(36).slice(2).padEnd(4, '0')
