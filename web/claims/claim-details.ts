import type { Reply } from '../http/api.ts'

export type Details = Reply<'claimGetClaim'>['data']
