import { z } from 'zod'

/** Mobile citizens base. The service id is seen; request and reply are assumed (external-systems.md 2c). */
export const BMG_SERVICE = 'MCDB_SERVICE'
export const BMG_TYPE = { type: 'checkPhoneRequest', namespace: 'http://mcdb.gov.kz/ns/check' }

export const PhoneCheck = z.object({ iin: z.string(), phone: z.string() })
export const PhoneCheckReply = z.object({ match: z.enum(['true', 'false']) })
