import type { Reply } from '../../http/api.ts'

export type StaffClaim = Reply<'staffClaim'>['data']
export type ClaimPart = { claim: StaffClaim; onDone: () => void }
