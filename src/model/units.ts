/** Whole cents: money inside the server. */
export type Cents = number
/** Milliseconds since the epoch: moments, and days as their midnight in the product's time zone. */
export type Millis = number

/** An uploaded file, as records hold it. */
export interface Upload {
  id: number
  url: string
  origName: string
}
