import { sql } from 'kysely'
import { addDays, type Day } from '#domain/calendar.ts'
import { addYears, recordsKeptYears } from '#domain/policy.ts'
import type { Sql } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { step } from '../jobs/steps.ts'
import { eraseRows, filesOf, ownData, type Person, salesOf } from './erase-rows.ts'

const AT_ONCE = 20

/**
 * The last day on which the law makes us keep contracts, payments and identification; null when
 * there has been no contract.
 */
export async function keptUntil(db: Sql, iin: string): Promise<Day | null> {
  const { rows } = await sql<{ last: Day | null }>`select greatest(
    (select max(end_date) from policies where policyholder_iin = ${iin}),
    ${sql.join(ownData().map(({ last }) => last(iin)))}
  ) as last`.execute(db)
  const last = rows[0]?.last
  return last ? addYears(last, recordsKeptYears) : null
}

/**
 * Sweep: requested deletions whose retention is over. One that may not be yet is looked at again
 * when it may.
 */
export async function eraseDue(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const today = clock.today()
  const due = await db
    .selectFrom('accounts')
    .select(['id', 'iin', 'phone'])
    .where('deletion_due_on', '<=', today)
    .where('realm', '=', 'cabinet')
    .where('role', '=', 'user')
    .limit(AT_ONCE)
    .execute()
  for (const person of due) {
    const kept = await keptUntil(db, person.iin)
    const again =
      kept && kept >= today
        ? addDays(kept, 1)
        : (await mustWait(db, person))
          ? addDays(today, 1)
          : null
    if (again)
      await db
        .updateTable('accounts')
        .set({ deletion_due_on: again })
        .where('id', '=', person.id)
        .execute()
    else await erase(deps, person)
  }
}

/** Something is still going on: an order, a refund, a claim, or a block that the lists demand. */
async function mustWait(db: Sql, { id, iin }: Person): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select
    exists (select 1 from refunds where order_id in ${salesOf(iin)} and state <> 'done')
    or ${sql.join(
      ownData().map(({ goingOn }) => goingOn(iin)),
      sql` or `,
    )}
    or exists (select 1 from claims where account_id = ${id} and state not in ('rejected', 'completed'))
    or exists (select 1 from kyc_cases where iin = ${iin} and status = 'blocked') as waits`.execute(
    db,
  )
  return rows[0]?.waits ?? true
}

/**
 * Destroys the person's row and all that names them. Sums, numbers and dates of contracts stay for
 * the books, without anybody in them.
 */
async function erase(deps: Deps, person: Person): Promise<void> {
  const { db, systems } = deps
  const cards = await db
    .selectFrom('cards')
    .select('token')
    .where('account_id', '=', person.id)
    .where('removed_at', 'is', null)
    .execute()
  for (const { token } of cards)
    await step('cabinet.erase.remove', () =>
      systems.acquirer.removeCard({ userId: person.id, token }),
    )
  const files = await db.selectFrom('files').select('storage_key').where(filesOf(person)).execute()
  for (const { storage_key } of files)
    await step('cabinet.erase.remove', () => systems.files.remove(storage_key))
  await step('cabinet.erase.commit', () =>
    db.transaction().execute((tx) => eraseRows(tx, deps, person)),
  )
}
