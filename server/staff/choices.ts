import { choices as contract } from '#contract/desk-search.ts'
import { HttpError, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

/** What the person chose for a list. */
export const staffChoices = handle('staffChoices', async ({ name }, { db, me }) => {
  const kept = await db
    .selectFrom('desk_choices')
    .select('value')
    .where('account_id', '=', me().accountId)
    .where('name', '=', name)
    .executeTakeFirst()
  const read = contract.reply.safeParse({ success: true, data: { value: kept?.value ?? [] } })
  // Kept by a newer release: as good as nothing.
  return read.success && read.data.success ? ok(read.data.data) : ok({ value: [] })
})

/** Keeps it, on every device of theirs. */
export const staffChoose = handle('staffChoose', async ({ name, value }, { db, clock, me }) => {
  const { accountId } = me()
  if (!accountId) throw new HttpError(403)
  const kept = { value: JSON.stringify(value), chosen_at: clock.now() }
  await db
    .insertInto('desk_choices')
    .values({ account_id: accountId, name, ...kept })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doUpdateSet(kept))
    .execute()
  return { success: true as const }
})
