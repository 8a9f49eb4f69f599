import type { Selectable } from 'kysely'
import { pathOf } from '#contract/pages.ts'
import { addMs, draftMs, positionReuseMs } from '#domain/lifetimes.ts'
import * as refusals from '#domain/refusals.ts'
import { isOwn } from '../accounts/owner.ts'
import type { Clock } from '../clock.ts'
import type { Sql } from '../db/connect.ts'
import type { HandOffs } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../http/context.ts'
import { randomKey } from '../http/create-token.ts'
import { notFound, ok, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { type AnsweredQuote, quoteById } from '../quotes/quotes.ts'

/**
 * A quote goes over to its client, who reads, agrees and pays on their own phone while the promoter
 * follows the same order.
 */
type HandOff = Selectable<HandOffs>

export const orderOf = (sql: Sql, quoteId: string) =>
  sql
    .selectFrom('orders')
    .select(['id', 'progress_key'])
    .where('calculation_id', '=', quoteId)
    .executeTakeFirst()

export function stateOf(handed: HandOff, ordered: boolean, now: Date) {
  if (ordered) return 'ordered' as const
  if (now > handed.expires_at) return 'expired' as const
  if (handed.consented_at) return 'consented' as const
  return handed.seen_at ? ('seen' as const) : ('open' as const)
}

async function ownQuote({ db, me }: Context, id: string): Promise<AnsweredQuote> {
  const quote = await quoteById(db, id)
  if (!quote || !isOwn(me(), quote)) throw notFound()
  return quote
}

/**
 * The same quote keeps its key. It holds as long as the position of its calculation may be used,
 * and never longer than the quote.
 */
export const handOffCreate = handle(
  'promoterHandOffCreate',
  async ({ calculationId, email }, context) => {
    const { db, clock, config, locale } = context
    const quote = await ownQuote(context, calculationId)
    const now = clock.now()
    const expiresAt = new Date(
      Math.min(quote.expires_at.getTime(), quote.created_at.getTime() + positionReuseMs),
    )
    if (now > expiresAt) return refuse(locale, refusals.quoteExpired)
    const handed = await db
      .insertInto('hand_offs')
      .values({
        key: randomKey(),
        quote_id: quote.id,
        email: email ?? null,
        created_at: now,
        expires_at: expiresAt,
      })
      .onConflict((conflict) =>
        conflict
          .column('quote_id')
          .doUpdateSet({ expires_at: expiresAt, ...(email ? { email } : {}) }),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    const url = `${config.publicUrl}${pathOf('handoff', locale)}?key=${handed.key}`
    return ok({ key: handed.key, url, expiresAt: expiresAt.toISOString() })
  },
)

export const handOffStatus = handle('promoterHandOffStatus', async ({ calculationId }, context) => {
  const quote = await ownQuote(context, calculationId)
  const [handed, order] = await Promise.all([
    context.db
      .selectFrom('hand_offs')
      .selectAll()
      .where('quote_id', '=', quote.id)
      .executeTakeFirst(),
    orderOf(context.db, quote.id),
  ])
  if (!handed) throw notFound()
  return ok({
    state: stateOf(handed, order !== undefined, context.clock.now()),
    expiresAt: handed.expires_at.toISOString(),
    order: order ? { orderId: order.id, key: order.progress_key } : null,
  })
})

/** The hand-off behind a key from a QR code, for a day; guessing is counted per address. */
export async function handedOver(
  { db, clock, limits, address }: Context,
  key: string,
): Promise<{ handed: HandOff; quote: AnsweredQuote }> {
  return limits.attempt(
    ['handOffPerAddress', address],
    () => opened(db, clock, key),
    () => true,
  )
}

async function opened(db: Sql, clock: Clock, key: string) {
  const handed = await db
    .selectFrom('hand_offs')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst()
  const quote = handed ? await quoteById(db, handed.quote_id) : null
  if (!handed || !quote || handed.created_at <= dayBefore(clock.now())) throw notFound()
  return { handed, quote }
}

const dayBefore = (now: Date) => addMs(now, -draftMs)

/** Hand-offs whose day is over. */
export async function dropHandOffs({ db, clock }: Deps): Promise<void> {
  await db.deleteFrom('hand_offs').where('created_at', '<=', dayBefore(clock.now())).execute()
}
