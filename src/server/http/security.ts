/** Headers of every document and answer (checks 18, 19). */

/** A host name with its port; any other Host header is ignored. */
const HOST = /^[\w.-]+(:\d+)?$|^\[[\da-fA-F:]+\](:\d+)?$/

/** The policy of every document: our own scripts only, no plug-ins, no frames, no foreign base. */
export function contentPolicy(host: string | null): string {
  const sockets = host && HOST.test(host) ? ` ws://${host} wss://${host}` : ''
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    `connect-src 'self'${sockets}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** Headers of every response. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(), microphone=(), payment=(), usb=()',
}

/** Adds the common headers, and the policy, to a response that does not have them. */
export function secure(response: Response, host: string | null): Response {
  for (const [name, value] of Object.entries(COMMON_HEADERS)) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  if (!response.headers.has('content-security-policy')) {
    response.headers.set('content-security-policy', contentPolicy(host))
  }
  return response
}
