import { type Context, context, ROOT_CONTEXT, trace } from '@opentelemetry/api'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import type { Kept } from '../products/product.ts'
import { reads } from '../products/products.ts'
import { goingOn, linkTo, type SpanOptions, traced, tracing } from './trace.ts'

/**
 * A trace is a purchase, not a contract's life: what happens later begins its own and points to it.
 */
const ONE_TRACE_MS = 24 * 3_600_000

/**
 * The trace a purchase was ordered in, by what a job or a notice knows of it: a product's sale, an
 * attempt to pay, a refund.
 */
async function keptTrace(db: Db, of: Record<string, unknown>): Promise<Kept | undefined> {
  const ways = waysTo()
  const [key, id] = Object.entries(of).find(([name]) => name in ways) ?? []
  if (!key || typeof id !== 'string') return undefined
  const rows = await ways[key]?.(id).execute(db)
  return rows?.rows[0]
}

/** Returns how to find a trace, by the name an id has in a job's data. */
function waysTo(): Record<string, (id: string) => RawBuilder<Kept>> {
  const bySale = (sale: RawBuilder<unknown>) =>
    sql<Kept>`${sql.join(
      reads().map(({ trace: of }) => of.kept(sale)),
      sql` union all `,
    )}`
  return {
    ...Object.fromEntries(
      reads().map(({ trace: of }) => [of.jobKey, (id: string) => of.kept(sql`${id}`)]),
    ),
    attemptId: (id) => bySale(sql`(select order_id from payment_attempts where id = ${id})`),
    refundId: (id) => bySale(sql`(select order_id from refunds where id = ${id})`),
  }
}

/** Returns the parent of a span about this purchase: its trace, or a new one that links there. */
async function placeOf({ db, clock }: Pick<Deps, 'db' | 'clock'>, of: Record<string, unknown>) {
  const kept = await keptTrace(db, of).catch(() => undefined)
  const its = goingOn(kept?.trace)
  const fresh = kept !== undefined && clock.now().getTime() - kept.at.getTime() < ONE_TRACE_MS
  return { its, fresh: fresh && its !== ROOT_CONTEXT }
}

/**
 * Joins a payment's notice or query to the purchase's trace, whichever request or job brought it;
 * links that request.
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
  if (!fresh || sameTrace(here, its))
    return traced(name, { attributes, links: fresh ? [] : linkTo(its) }, work)
  for (const link of linkTo(its)) trace.getSpan(here)?.addLink(link)
  return traced(name, { parent: its, attributes, links: linkTo(here) }, work)
}

const sameTrace = (one: Context, other: Context) =>
  trace.getSpanContext(one)?.traceId === trace.getSpanContext(other)?.traceId

/** Returns a job's parent span: where it was enqueued, else the purchase it is about. */
export async function placeOfJob(
  deps: Pick<Deps, 'db' | 'clock'>,
  data: Record<string, unknown>,
): Promise<Required<Pick<SpanOptions, 'parent' | 'links'>>> {
  const asked = goingOn(typeof data.traceparent === 'string' ? data.traceparent : null)
  if (asked !== ROOT_CONTEXT) return { parent: asked, links: [] }
  const { its, fresh } = await placeOf(deps, data)
  return fresh ? { parent: its, links: [] } : { parent: ROOT_CONTEXT, links: linkTo(its) }
}

/** Returns a job's ids as attributes: only our own. */
export const idsOf = (data: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      name.endsWith('Id') && typeof value === 'string' ? [[`qorgan.${name}`, value]] : [],
    ),
  )
