import { sql } from 'kysely'
import type { Day } from '#domain/calendar.ts'
import { Unavailable } from '#systems/http.ts'
import type { Context } from '../../http/context.ts'
import type { Cover } from './rows.ts'

/**
 * Whether a car was insured that day and where: by a policy of ours that was in force, else as the
 * unified database says. Counted per person, as every question about a car. What is known of this
 * car and day is not asked again; a database that does not answer leaves it unknown.
 */
export async function coverOf(
  context: Pick<Context, 'db' | 'systems' | 'reference' | 'limits' | 'me' | 'log'>,
  { plate, on }: { plate: string; on: Day },
  before: Cover | null,
): Promise<Cover> {
  const nothing = { plate, on, answer: 'unknown' as const, insurer: null, globalId: null }
  if (before && before.plate === plate && before.on === on && before.answer !== 'unknown')
    return before
  if (!plate) return nothing
  const { systems, limits, me, log } = context
  await limits.count('otherCarsPerClient', me().iin)
  try {
    const ours = await ownCover(context, { plate, on })
    if (ours) return { ...nothing, answer: 'yes', ...ours }
    const [policy] = (await systems.esbd.policiesOfVehicle({ plate }, on)).filter(
      ({ start, end }) => start <= on && on <= end,
    )
    if (!policy) return { ...nothing, answer: 'no' }
    const found = await systems.esbd.findByGlobalId(policy.globalId)
    const insurer = found?.insurerSystemId ?? null
    return { ...nothing, answer: 'yes', insurer, globalId: policy.globalId }
  } catch (cause) {
    if (!(cause instanceof Unavailable)) throw cause
    log.warn({ err: cause }, 'the unified database did not say whether a car is insured')
    return nothing
  }
}

/** A policy of ours for this car that was in force that day and was not ended. */
async function ownCover(
  { db, reference }: Pick<Context, 'db' | 'reference'>,
  { plate, on }: { plate: string; on: Day },
) {
  const policy = await db
    .selectFrom('policies')
    .select(['global_id', 'insurer_code'])
    .where(sql<boolean>`facts @> ${JSON.stringify({ vehicles: [{ plate }] })}::jsonb`)
    .where('start_date', '<=', on)
    .where('end_date', '>=', on)
    .where('state', 'not in', ['cancelled', 'terminated'])
    .orderBy('start_date', 'desc')
    .executeTakeFirst()
  if (!policy) return null
  const insurer = (await reference.insurers(on)).find(({ code }) => code === policy.insurer_code)
  return { insurer: insurer?.esbdSystemId ?? null, globalId: policy.global_id }
}
