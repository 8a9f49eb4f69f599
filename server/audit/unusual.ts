import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** The beginning of an action, for `like`. */
export const beginsWith = (action: string): string => `${action.replaceAll('_', '\\_')}%`

/** The row of the reference on the day of an act, by Almaty. */
const ofItsDay = sql`unusual_acts.action = audit.action
  and (audit.at at time zone 'Asia/Almaty')::date between unusual_acts.effective_from
    and coalesce(unusual_acts.effective_to, 'infinity')`

/** Hours in which one actor did an act so often that somebody should ask. */
const hours = (start: Date, end: Date) => sql<{ actor: string; action: string; hour: Date }>`
  select audit.actor, audit.action, date_trunc('hour', audit.at) as hour, count(*) as often
  from audit join unusual_acts on ${ofItsDay}
  where audit.at >= ${start} and audit.at < ${end}
  group by 1, 2, 3, unusual_acts.per_hour having count(*) >= unusual_acts.per_hour`

/** A line of such an hour, between two instants. */
export const isUnusual = (start: Date, end: Date): RawBuilder<boolean> => sql<boolean>`
  (audit.actor, audit.action, date_trunc('hour', audit.at)) in
  (select actor, action, hour from (${hours(start, end)}) as often)`

type Row = { actor: string; action: string; at: Date }
const hourOf = (at: Date) => Math.floor(at.getTime() / 3_600_000)

/** Of each line of a page: how often its act was done in its hour, where that is unusual. */
export async function unusualAmong(db: Db, page: readonly Row[]) {
  const [newest, oldest] = [page[0], page.at(-1)]
  const { rows } =
    newest && oldest
      ? await sql<{ actor: string; action: string; hour: Date; often: string }>`${hours(
          new Date(hourOf(oldest.at) * 3_600_000),
          new Date((hourOf(newest.at) + 1) * 3_600_000),
        )}`.execute(db)
      : { rows: [] }
  const often = new Map(
    rows.map((row) => [`${row.actor} ${row.action} ${hourOf(row.hour)}`, Number(row.often)]),
  )
  return ({ actor, action, at }: Row): number | null =>
    often.get(`${actor} ${action} ${hourOf(at)}`) ?? null
}
