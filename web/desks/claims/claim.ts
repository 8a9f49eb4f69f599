import type { Reply } from '../../http/api.ts'

export type StaffClaim = Reply<'staffClaim'>['data']
export type BoardClaim = Reply<'staffClaimBoard'>['data']['claims'][number]
export type ClaimPart = { claim: StaffClaim; onDone: () => void }
