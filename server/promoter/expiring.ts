import { sql } from 'kysely'
import { z } from 'zod'
import { addDays, daysBetween } from '#domain/calendar.ts'
import { prolongStart } from '#domain/ogpo/period.ts'
import { renewFromDays } from '#domain/policy.ts'
import { part, readCursor, writeCursor } from '../http/paging.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { priceOfRenewal } from '../quotes/renewal.ts'
import { shown, shownPart } from './shown.ts'

const EndPlace = z.tuple([part.day, part.uuid])

/**
 * Own sales about to end, without those whose car the policyholder has covered beyond that day
 * already.
 */
export const expiring = handle(
  'promoterExpiring',
  async ({ cursor, limit }, { db, me, clock, locale }) => {
    const today = clock.today()
    const place = readCursor(cursor, EndPlace)
    const rows = await db
      .selectFrom('policies')
      .select([
        'policies.id',
        'policies.global_id',
        'policies.end_date',
        'policies.premium',
        shownPart('policies.facts'),
      ])
      .where('policies.promoter_iin', '=', me().iin)
      .where('policies.state', '=', 'active')
      .where('policies.end_date', '>=', today)
      .where('policies.end_date', '<=', addDays(today, renewFromDays))
      .where(
        sql<boolean>`not exists (
        select from policies later
        where later.policyholder_iin = policies.policyholder_iin and later.end_date > policies.end_date
          and later.state in ('pending', 'active')
          and later.facts -> 'vehicles' @> jsonb_build_array(jsonb_build_object('plate', policies.facts -> 'vehicles' -> 0 ->> 'plate')))`,
      )
      .$if(place !== null, (query) =>
        query.where(
          sql<boolean>`(policies.end_date, policies.id) > (${place?.[0]}::date, ${place?.[1]}::uuid)`,
        ),
      )
      .orderBy('policies.end_date')
      .orderBy('policies.id')
      .limit(limit + 1)
      .execute()
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return ok({
      policies: page.map((row) => {
        const start = prolongStart(row.end_date, today)
        return {
          ...shown(row.shown, locale),
          globalId: row.global_id,
          endDate: row.end_date,
          daysLeft: daysBetween(today, row.end_date),
          prolongStart: 'start' in start ? start.start : addDays(row.end_date, 1),
          premium: row.premium,
        }
      }),
      next: last ? writeCursor([last.end_date, last.id]) : null,
    })
  },
)

/**
 * What a policy of an own sale would cost today for another year, and why it is another price. No
 * register is asked; the calculation that follows asks them.
 */
export const renewalPrice = handle('promoterRenewalPrice', async ({ globalId }, context) => {
  const policy = await context.db
    .selectFrom('policies')
    .selectAll()
    .where('kind', '=', 'ogpo')
    .where('global_id', '=', globalId)
    .where('promoter_iin', '=', context.me().iin)
    .executeTakeFirst()
  if (!policy) throw notFound()
  return priceOfRenewal(context, policy)
})
