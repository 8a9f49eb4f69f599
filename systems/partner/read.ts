import { LINK_LONGEST_MS, LinkParams } from './protocol.ts'
import { linkSignature, sameSignature } from './sign.ts'

export type OpenedLink = {
  nonce: string
  expiresAt: Date
  iin: string | null
  phone: string | null
  returnUrl: string | null
  reference: string | null
}
export type LinkProblem = 'link' | 'expired'

/**
 * The link's facts, or why it opens nothing. Whether it was opened before, only the one who keeps
 * the nonces knows.
 */
export function readLink(
  partner: string,
  params: URLSearchParams,
  secret: string,
  now: Date,
): OpenedLink | LinkProblem {
  // A name that stands twice would be signed twice and read once.
  if (new Set(params.keys()).size !== [...params.keys()].length) return 'link'
  const read = LinkParams.safeParse(Object.fromEntries(params))
  if (!read.success || !sameSignature(read.data.sig, linkSignature(partner, params, secret)))
    return 'link'
  const { exp, nonce, iin, phone, ref } = read.data
  const expiresAt = new Date(Number(exp) * 1_000)
  if (expiresAt <= now) return 'expired'
  if (expiresAt.getTime() - now.getTime() > LINK_LONGEST_MS) return 'link'
  return {
    nonce,
    expiresAt,
    iin: iin ?? null,
    phone: phone ?? null,
    returnUrl: read.data.return ?? null,
    reference: ref ?? null,
  }
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
