/** Network addresses: who is counted as one, and whose address a proxy names. */

/** What shares of an address are counted by: whoever has one IPv6 address has the 2^64 beside it. */
export function networkOf(ip: string | undefined): string | undefined {
  if (!ip?.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = ip.split('%')[0]?.split('::') ?? []
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [first, last] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const all = [...first, ...Array.from({ length: zeros }, () => '0'), ...last]
  return `${all
    .slice(0, 4)
    .map((one) => parseInt(one, 16).toString(16))
    .join(':')}::/64`
}

/** Who a proxy says it asks for: the first address of `X-Forwarded-For`. */
export function forwardedFor(header: string | string[] | undefined): string | undefined {
  return [header].flat()[0]?.split(',')[0]?.trim() || undefined
}
