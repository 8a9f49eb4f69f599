import type { Reply } from '../../http/api.ts'

export type Status = Reply<'kycStatus'>['data']
/** A person by their IIN, by the case that stands in the address, or by their account. */
export type Whom = { iin: string } | { case_id: string } | { account_id: string }
