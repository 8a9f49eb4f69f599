import { z } from 'zod'

/**
 * Mobile citizens base (БМГ). Evidence: its name in a consent, `MCDB_SERVICE` (public .NET set,
 * RavilSKHalyk/APIDocNew); a public client's method `getOnlineAccessBMG(iin)`. Nothing of its
 * request or reply is public.
 * Guess [A]: all of it.
 */
export const BMG_SERVICE = 'MCDB_SERVICE'
export const BMG_TYPE = { type: 'checkPhoneRequest', namespace: 'http://mcdb.gov.kz/ns/check' }
/** Fields of the request (IIN, phone) and of the answer. */
export const BMG_FIELDS = ['iin', 'phone', 'match'] as const
export const BMG_YES = ['true', '1'] as const
export const BMG_NO = ['false', '0'] as const

export const PhoneCheck = z.object({ iin: z.string(), phone: z.string() })
export const PhoneCheckReply = z.record(z.string(), z.unknown())
