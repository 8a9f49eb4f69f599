/**
 * No inline script, no inline style, no framing (spec: strict policy without exceptions); text
 * becomes HTML or a script's address only by the policy of the portal's worker
 * (`web/portal/frame.tsx`).
 */
export const securityHeaders: Record<string, string> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types portal-worker",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/**
 * Pages where staff see a client's PDF in place: a frame may show a file of ours, and nothing else.
 */
export const framing: Record<string, string> = {
  'staff-claims': `${securityHeaders['content-security-policy']}; frame-src 'self'`,
}
/** A file that may be framed by a page of ours; in itself it may do nothing. */
export const framedFileHeaders: Record<string, string> = {
  'content-security-policy':
    "default-src 'none'; object-src 'self'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'x-frame-options': 'SAMEORIGIN',
}

/**
 * A drawing of ours has its colours by day and by night; it runs nothing and loads nothing. Some
 * browsers apply a picture's own policy to it.
 */
export const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'"

/** Headers of every answer. */
export const standingHeaders = (production: boolean): Record<string, string> => ({
  ...securityHeaders,
  ...(production ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})
