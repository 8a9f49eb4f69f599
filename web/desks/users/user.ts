import type { Reply } from '../../http/api.ts'

export type User = Reply<'staffUsers'>['data']['users'][number]
