import type { Reply } from '../../http/api.ts'

export type Status = Reply<'kycStatus'>['data']
/** A person by their IIN, or by the case that stands in the address. */
export type Whom = { iin: string } | { case_id: string }
