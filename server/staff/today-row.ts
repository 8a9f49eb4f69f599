import type { z } from 'zod'
import type { today as contract } from '#contract/staff-today.ts'
import type { Day } from '#domain/calendar.ts'
import { type AllowedAct, breaksOn, usualActAllowance, whenAllowed, whenDue } from '#domain/when.ts'
import type { Context } from '../http/context.ts'

/** A line of today's work, as each part of it is read. */

/** So many of a desk are looked at and so many rows are shown. */
export const LOOKED_AT = 1_000
export type Shown = Extract<
  z.input<typeof contract.reply>,
  { success: true }
>['data']['rows'][number]
/** As a desk finds it; what only the shown ones need is read for those. */
type Few = 'likeness' | 'obstacle'
export type Row = Omit<Shown, 'papers' | Few> & Partial<Pick<Shown, Few>>

/** What may be done how late today. */
export type Allowances = {
  /** When an act that waits `since` breaks; `day` where it is a day's own. */
  of(act: AllowedAct, since: Date): Pick<Row, 'breaks_at' | 'allowed' | 'due' | 'when'>
}

/** The allowances of this day, by the rows of the reference. */
export async function allowancesOf({ db, clock }: Context): Promise<Allowances> {
  const today = clock.today()
  const rows = await db
    .selectFrom('act_allowances')
    .select(['act', 'minutes'])
    .where('effective_from', '<=', today)
    .where((is) => is.or([is('effective_to', 'is', null), is('effective_to', '>=', today)]))
    .execute()
  const allowed = new Map(rows.map(({ act, minutes }) => [act, minutes]))
  return {
    of: (act, since) => {
      const minutes = allowed.get(act) ?? usualActAllowance
      const { breaks, when } = whenAllowed(since, minutes, clock.now())
      return { breaks_at: breaks.toISOString(), allowed: minutes, due: null, when }
    },
  }
}

/** What a day ends, the law's or the tariff's. */
export const dated = (
  due: Day,
  now: Date,
): Pick<Row, 'breaks_at' | 'allowed' | 'due' | 'when'> => ({
  breaks_at: breaksOn(due).toISOString(),
  allowed: null,
  due,
  when: whenDue(due, now),
})
