import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import { NoticePart, NoticeShared } from '#contract/accident-notice.ts'
import type { NoticeSide } from '#domain/claims/notice.ts'
import type { AccidentNotices } from '../../db/rows.ts'
import type { Context } from '../../http/context.ts'

export type NoticeRow = Selectable<AccidentNotices>

/**
 * What the unified database said of one car on one day: asked again when either changes or nothing
 * was answered. The number stays here; both drivers see its end.
 */
export const Cover = z.object({
  plate: z.string(),
  on: z.string(),
  answer: z.enum(['yes', 'no', 'unknown']),
  /** Of the insurer in the unified database. */
  insurer: z.int().nullable(),
  globalId: z.string().nullable(),
})
export type Cover = z.infer<typeof Cover>
const KeptPart = NoticePart.extend({ cover: Cover })
export type KeptPart = z.output<typeof KeptPart>

/** A row whose columns of JSON have been read. */
export type Kept = {
  row: NoticeRow
  shared: z.output<typeof NoticeShared>
  first: KeptPart
  second: KeptPart | null
}
export const kept = (row: NoticeRow): Kept => ({
  row,
  shared: NoticeShared.parse(row.shared),
  first: KeptPart.parse(row.first),
  second: row.second === null ? null : KeptPart.parse(row.second),
})
const sideOf = ({ cover, ...part }: KeptPart): NoticeSide => ({ ...part, cover: cover.answer })
/** As the rules ask for it. */
export const ruled = ({ shared, first, second }: Kept) => ({
  shared,
  first: sideOf(first),
  second: second && sideOf(second),
})

/**
 * The link's 160 bits, made from the notice and the round by the server's key: it can be shown again
 * and is stored nowhere.
 */
export const linkKey = ({ config }: Pick<Context, 'config'>, id: string, round: number): string =>
  createHmac('sha256', config.signingKey)
    .update(`accident-notice:${id}:${round}`)
    .digest()
    .subarray(0, 20)
    .toString('base64url')
