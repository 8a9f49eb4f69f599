import type { Reply } from '../../http/api.ts'

export type StaffOrder = Reply<'staffOrder'>['data']
export type OrderPart = { order: StaffOrder; onDone: () => void }

export type StaffContract = Reply<'staffContract'>['data']

export type ContractPart = { contract: StaffContract }
