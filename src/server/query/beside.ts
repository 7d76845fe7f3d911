/** Columns of statements that stand beside those of the record: names that no field can have. */

/** How many rows the whole list has. */
export const TOTAL = '#total'
/** Whether the data rule lets the row be seen. */
export const WITHIN = '#within'
/** The record that a child row belongs to. */
export const OWNER = '#owner'
