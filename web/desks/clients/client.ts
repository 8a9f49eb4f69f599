import type { Reply } from '../../http/api.ts'

export type StaffClient = Reply<'staffClient'>['data']
export type ClientPart = { client: StaffClient; onDone: () => void }
