/** Whole cents: money inside the server. */
export type Cents = number
/** Milliseconds since the epoch: moments, and days as their midnight in the product's time zone. */
export type Millis = number
/** Yes or no as the wire has it: 1 or 0. */
export type Flag = number

/** An uploaded file, as records hold it. */
export interface Upload {
  id: number
  url: string
  origName: string
}
