import type { FastifyInstance } from 'fastify'
import { pathOf } from '#contract/pages.ts'
import { parseLocale } from '#domain/locale.ts'
import * as refusals from '#domain/refusals.ts'
import { type Channel, ogpoSourceOf } from '#domain/source.ts'
import { EsbdRefused } from '#systems/esbd/client.ts'
import { Unavailable } from '#systems/http.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../http/context.ts'
import type { Identity } from '../http/identity.ts'
import type { Refused } from '../http/refuse.ts'
import { type Site, wrongKey } from '../http/site.ts'
import type { Order } from './orders.ts'

export type SoldBy = {
  channel: Channel
  source: string
  partner: string | null
  partner_reference: string | null
}

/** The partner whose visit a token was opened in, with the partner's own word for the visit. */
export type PartnerVisit = { code: string; source: string; reference: string | null }

/**
 * The flow that sells, as the token proves it: a partner's visit, a session begun by e-ID on its
 * own pages, a promoter, else the site.
 */
export function soldBy(
  me: Pick<Identity, 'beganBy'>,
  visit: PartnerVisit | null,
  sale: { promoter: boolean; egov: boolean; badScoring: boolean },
): SoldBy {
  const source = ogpoSourceOf({ partnerSource: visit?.source ?? null, badScoring: sale.badScoring })
  if (visit)
    return { channel: 'partner', source, partner: visit.code, partner_reference: visit.reference }
  const channel = sale.promoter ? 'promoter' : sale.egov && me.beganBy === 'egov' ? 'egov' : 'site'
  return { channel, source, partner: null, partner_reference: null }
}

/** The page that shows how an order goes, in the theme and language of the flow that sold it. */
export function orderPage(
  publicUrl: string,
  order: Pick<Order, 'locale' | 'channel' | 'partner' | 'progress_key'>,
): string {
  const locale = parseLocale(order.locale)
  const path =
    order.channel === 'partner' && order.partner
      ? pathOf('partner-ogpo-result', locale, { partner: order.partner })
      : pathOf(order.channel === 'egov' ? 'egov-ogpo-insurance' : 'ogpo-calculator-result', locale)
  return `${publicUrl}${path}?order=${order.progress_key}`
}

/** The same page by its short address, for an SMS; an older order has none. */
export const shortOrderPage = (
  publicUrl: string,
  order: Parameters<typeof orderPage>[1] & Pick<Order, 'short_key'>,
): string => (order.short_key ? `${publicUrl}/c/${order.short_key}` : orderPage(publicUrl, order))

/**
 * `/c/…` redirects to the order's page, in the language and theme it was sold in. It opens nothing:
 * on another device that page requires a code of its own (decision 187).
 */
export function mountShortAddresses(app: FastifyInstance, deps: Deps, site: Site): void {
  app.get<{ Params: { key: string } }>('/c/:key', async (request, reply) => {
    const order = await deps.db
      .selectFrom('orders')
      .select(['locale', 'channel', 'partner', 'progress_key'])
      .where('short_key', '=', request.params.key)
      .executeTakeFirst()
    if (!order) return wrongKey(site, deps, request, reply)
    return reply.header('cache-control', 'no-store').redirect(orderPage('', order), 303)
  })
}

/**
 * Runs a promoter's step and records the reason of a refusal, for the monthly statement: codes,
 * nothing about anybody.
 */
export async function countingFailures<Done extends { success: true }>(
  context: Context,
  stage: 'calculate' | 'order',
  work: () => Promise<Done | Refused>,
): Promise<Done | Refused> {
  try {
    const answer = await work()
    if (!answer.success)
      await failed(context, stage, answer.code, String(answer.data?.reason ?? ''))
    return answer
  } catch (cause) {
    if (cause instanceof Unavailable || cause instanceof EsbdRefused)
      await failed(context, stage, refusals.apiUnavailable, '')
    throw cause
  }
}

async function failed({ db, me, clock }: Context, stage: string, code: number, reason: string) {
  await db
    .insertInto('promoter_failures')
    .values({ promoter_iin: me().iin, stage, code, reason, at: clock.now() })
    .execute()
}
