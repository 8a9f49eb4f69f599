import type { Reply } from '../../http/api.ts'

export type Status = Reply<'kycStatus'>['data']
/** A person by IIN, by the case in the address, or by account. */
export type Whom = { iin: string } | { case_id: string } | { account_id: string }
