import { type Channel, ogpoSourceOf } from '#domain/source.ts'
import type { Identity } from '../http/identity.ts'

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
