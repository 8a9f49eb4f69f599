import type { Reply } from '../../../http/api.ts'

/** What the server answers the portal, by the contract. */
export type Calculation = Reply<'promoterCalculate'>['data']['calculations'][number]
export type Options = Reply<'ogpoOptions'>['data']
export type PersonFound = Reply<'promoterPerson'>['data']
export type SoldPolicy = Reply<'promoterGetPolicy'>['data']
export type SetAnswer = Reply<'promoterCheckOrderSet'>['data']
