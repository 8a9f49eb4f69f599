import type { Reply } from '../../http/api.ts'

/** How an order of Home stands, as the server answers. */
export type Status = Reply<'homeCheckOrderSet'>['data']
