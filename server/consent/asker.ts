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
  const visit =
    me.partnerVisit && me.kind !== 'promoter'
      ? await sql
          .selectFrom('partner_visits')
          .select('partner')
          .where('id', '=', me.partnerVisit)
          .executeTakeFirst()
      : undefined
  return askerWith(me, visit?.partner ?? null)
}

/** The same where the partner of the visit is known already; null outside a partner's theme. */
export function askerWith(me: Asking, partner: string | null): Asker {
  if (me.kind === 'promoter') return { asked_by: me.iin, asker: 'promoter' }
  return { asked_by: me.iin, asker: partner ? `partner:${partner}` : 'client' }
}
