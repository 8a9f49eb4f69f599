import type { Sql } from '../db/connect.ts'
import type { Identity } from '../http/identity.ts'

/**
 * To whom a consent is given: a person at one door. A promoter who also buys is two askers, a
 * client in a partner's theme a third.
 */
export type Asker = { asked_by: string; asker: string }

/** As much of an identity as says who asks. */
export type Asking = Pick<Identity, 'kind' | 'iin' | 'partnerVisit'>

/**
 * Who asks, as the token proves it. Site, cabinet and e-ID are one door: the same client stands
 * behind them.
 */
export async function askerOf(sql: Sql, me: Asking): Promise<Asker> {
  if (me.kind === 'promoter') return { asked_by: me.iin, asker: 'promoter' }
  const visit = me.partnerVisit
    ? await sql
        .selectFrom('partner_visits')
        .select('partner')
        .where('id', '=', me.partnerVisit)
        .executeTakeFirst()
    : undefined
  return { asked_by: me.iin, asker: visit ? `partner:${visit.partner}` : 'client' }
}
