import type { Reply } from '../../http/api.ts'

export type State = Reply<'staffStatus'>['data']
