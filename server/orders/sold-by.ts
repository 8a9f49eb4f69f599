import { type Channel, ogpoSourceOf } from '#domain/source.ts'
import type { Sql } from '../db/connect.ts'
import type { Identity } from '../http/identity.ts'

export type SoldBy = {
  channel: Channel
  source: string
  partner: string | null
  partner_reference: string | null
}

/**
 * The flow that sells, as the token proves it: a partner's visit, a session begun by e-ID on its
 * own pages, a promoter, else the site.
 */
export async function soldBy(
  sql: Sql,
  me: Identity,
  sale: { promoter: boolean; egov: boolean; badScoring: boolean },
): Promise<SoldBy> {
  const visit = me.partnerVisit
    ? await sql
        .selectFrom('partner_visits')
        .innerJoin('partners', 'partners.code', 'partner_visits.partner')
        .select(['partners.code', 'partners.source', 'partner_visits.reference'])
        .where('partner_visits.id', '=', me.partnerVisit)
        .executeTakeFirst()
    : undefined
  const source = ogpoSourceOf({ partnerSource: visit?.source ?? null, badScoring: sale.badScoring })
  if (visit)
    return { channel: 'partner', source, partner: visit.code, partner_reference: visit.reference }
  const channel = sale.promoter ? 'promoter' : sale.egov && me.beganBy === 'egov' ? 'egov' : 'site'
  return { channel, source, partner: null, partner_reference: null }
}
