/** A page that stands alone, without a server: a preview, perhaps opened from a disk (docs/AUTHORING.md). */
let alone = false

/** Called before anything is drawn. From then on the address of a page is what stands behind the `#`, and no socket is opened. */
export function standAlone(): void {
  alone = true
}

export const isAlone = (): boolean => alone

/** The address of the shown page inside the product. */
export function here(): { pathname: string; search: string } {
  return alone ? new URL(location.hash.slice(1) || '/', 'http://alone') : location
}
