import { z } from 'zod'
import { orNothing } from '../shep.ts'

/**
 * Access to personal data (КДП): the state asks the person by SMS from 1414. `KDP_SERVICE` and the fields of its request are seen;
 * `request_id`, `phone`, `confirm`, the two services after it and every status word are assumed (external-systems.md 2c).
 */
export const KDP_NAMESPACE = 'http://service.2fa-chain.kz/ns/kdp'
export const kdpServices = { ask: 'KDP_SERVICE', code: 'KDP_CONFIRM_CODE', status: 'KDP_STATUS' } as const
export const kdpTypes = { ask: 'getUserDataRequest', code: 'confirmCodeRequest', status: 'getStatusRequest' } as const

export const KdpAsk = z.object({
  /** Ours: their side keeps one request for it, however often it arrives. */
  request_id: z.string().min(1),
  uin: z.string(),
  phone: z.string(),
  company: z.string(),
  company_bin: z.string(),
  company_responsible: z.string(),
  employee_name: z.string(),
  /** The service whose data is wanted. */
  access_name: z.string(),
  /** What the person agrees to; the Kazakh text beside the Russian one. */
  personal_data_name: z.string(),
  personal_data_name_kz: z.string(),
  /** Milliseconds. */
  expiresIn: z.string().regex(/^\d+$/),
  'omit-sms': z.enum(['true', 'false']),
  /** CODE: the person types a code on the site; REPLY: the person answers the SMS. */
  confirm: z.enum(['CODE', 'REPLY']),
  /** A signed token of the asking company, where the operator wants one. */
  ovt: orNothing(z.string()),
})
export const KdpCode = z.object({ consent_id: z.string(), code: z.string() })
export const KdpStatus = z.object({ consent_id: z.string() })

export const theirStatuses = ['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED', 'NOT_FOUND'] as const
export const KdpAskReply = z.object({ consent_id: z.string().min(1), status: z.enum(theirStatuses) })
/** `code` is the consent token that travels with later data requests, `public-key` checks it. */
export const KdpStatusReply = z.object({
  consent_id: z.string(),
  status: z.enum(theirStatuses),
  code: orNothing(z.string()),
  'public-key': orNothing(z.string()),
})
export const KdpCodeReply = z.object({ consent_id: z.string(), result: z.enum(['OK', 'WRONG', 'EXPIRED', 'TOO_MANY', 'NOT_FOUND']) })
