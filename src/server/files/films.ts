/** What a film says of itself: its length, in the header of MP4 and MOV files. */

const DAY_SECONDS = 86_400

/** The length in seconds, rounded; nothing where the film does not say it. */
export function durationOf(bytes: Buffer): number | undefined {
  const at = bytes.indexOf('mvhd', 0, 'latin1') + 4
  // Version and flags come first; times are of four bytes, in version 1 of eight.
  const wide = bytes[at] === 1
  const from = at + (wide ? 20 : 12)
  if (at < 8 || from + (wide ? 12 : 8) > bytes.length) return undefined
  const scale = bytes.readUInt32BE(from)
  const length = wide ? Number(bytes.readBigUInt64BE(from + 4)) : bytes.readUInt32BE(from + 4)
  const seconds = Math.round(length / scale)
  return scale > 0 && seconds > 0 && seconds < DAY_SECONDS ? seconds : undefined
}
