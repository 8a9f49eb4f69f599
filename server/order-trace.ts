import { type Context, context, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { sql } from 'kysely'
import type { Db } from './db/connect.ts'
import type { Deps } from './deps.ts'
import { goingOn, linkTo, type SpanOptions, traced, tracing } from './trace.ts'

/** A trace is a purchase, not a contract's life: what happens later begins its own and points to it. */
const ONE_TRACE_MS = 24 * 3_600_000

type Kept = { trace: string | null; at: Date }

/** The trace a purchase was ordered in, by what a job or a notice knows of it: an order, an attempt to pay, a refund, a subscription. */
async function keptTrace(db: Db, of: Record<string, unknown>): Promise<Kept | undefined> {
  const [key, id] = Object.entries(of).find(([name]) => name in BY) ?? []
  if (!key || typeof id !== 'string') return undefined
  const { rows } = await BY[key as keyof typeof BY](id).execute(db)
  return rows[0]
}

const BY = {
  orderId: (id: string) => sql<Kept>`select trace, created_at as at from orders where id = ${id}`,
  subscriptionId: (id: string) => sql<Kept>`select trace, created_at as at from home_subscriptions where id = ${id}`,
  attemptId: (id: string) => sql<Kept>`
    select coalesce(o.trace, s.trace) as trace, coalesce(o.created_at, s.created_at) as at from payment_attempts a
    left join orders o on o.id = a.order_id left join home_subscriptions s on s.id = a.order_id where a.id = ${id}`,
  refundId: (id: string) => sql<Kept>`
    select coalesce(o.trace, s.trace) as trace, coalesce(o.created_at, s.created_at) as at from refunds r
    left join orders o on o.id = r.order_id left join home_subscriptions s on s.id = r.order_id where r.id = ${id}`,
}

/** Where a span about this purchase belongs: within its trace, or in one of its own that points there. */
async function placeOf({ db, clock }: Pick<Deps, 'db' | 'clock'>, of: Record<string, unknown>) {
  const kept = await keptTrace(db, of).catch(() => undefined)
  const its = goingOn(kept?.trace)
  const fresh = kept !== undefined && clock.now().getTime() - kept.at.getTime() < ONE_TRACE_MS
  return { its, fresh: fresh && its !== ROOT_CONTEXT }
}

/**
 * Money heard of by a notice, or by asking, belongs to the purchase's trace, whoever's request or job brought the word; that request is
 * linked.
 */
export async function inPurchaseTrace<T>(
  deps: Deps,
  of: Record<string, string>,
  name: string,
  actor: string,
  work: () => Promise<T>,
): Promise<T> {
  if (!tracing()) return work()
  const here = context.active()
  const { its, fresh } = await placeOf(deps, of)
  const attributes = { ...idsOf(of), 'qorgan.actor': actor }
  if (!fresh || sameTrace(here, its)) return traced(name, { attributes, links: fresh ? [] : linkTo(its) }, work)
  for (const link of linkTo(its)) trace.getSpan(here)?.addLink(link)
  return traced(name, { parent: its, attributes, links: linkTo(here) }, work)
}

const sameTrace = (one: Context, other: Context) => trace.getSpanContext(one)?.traceId === trace.getSpanContext(other)?.traceId

/** Where a job's span belongs: where it was asked for, else with the purchase it is about. */
export async function placeOfJob(
  deps: Pick<Deps, 'db' | 'clock'>,
  data: Record<string, unknown>,
): Promise<Required<Pick<SpanOptions, 'parent' | 'links'>>> {
  const asked = goingOn(typeof data.traceparent === 'string' ? data.traceparent : null)
  if (asked !== ROOT_CONTEXT) return { parent: asked, links: [] }
  const { its, fresh } = await placeOf(deps, data)
  return fresh ? { parent: its, links: [] } : { parent: ROOT_CONTEXT, links: linkTo(its) }
}

/** What a job is about, as attributes: our own ids. */
export const idsOf = (data: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => (name.endsWith('Id') && typeof value === 'string' ? [[`qorgan.${name}`, value]] : [])),
  )
