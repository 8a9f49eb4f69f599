import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { uploadReport } from '#contract/staff-claim-acts.ts'
import { pdf } from '#tests/claim.ts'
import { account, signedIn, stranger } from '#tests/client.ts'
import { deskClaims } from '#tests/desk-claims.ts'
import { buyer, clockTo } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const { people, posts, newClaim } = deskClaims(at)
const accountOf = (iin: string) =>
  at()
    .db.selectFrom('accounts')
    .select(['id', 'deletion_due_on'])
    .where('iin', '=', iin)
    .executeTakeFirst()

test('a claim with a report of staff goes with its client, and one who cannot be erased stops nobody', async () => {
  const { staff, client } = await people()
  const claim_id = await newClaim()
  const report = await posts(
    uploadReport.path,
    staff,
    { claim_id, visible: 'false' },
    { report: pdf },
  )
  expect(report.body).toMatchObject({ success: true })
  const move = (from: 'wait' | 'under_consideration' | 'accepted', more: object) =>
    at().api('staffClaimMove', { claim_id, from, ...more } as never, staff)
  await move('wait', { to: 'under_consideration' })
  await move('under_consideration', { to: 'accepted', payable: 90_000 })
  expect((await move('accepted', { to: 'completed' })).body).toEqual({ success: true })
  const asked = await at().api('cabinetAskDeletion', {}, client)
  expect(asked.body).toMatchObject({ success: true, data: { keptUntil: '2032-11-20' } })
  // Before them, a person still named by a table that erasure does not know.
  const other = await account(at(), stranger)
  await sql`create table still_names (id uuid references accounts)`.execute(at().db)
  await sql`insert into still_names values (${other.id})`.execute(at().db)
  await signedIn(at(), stranger)
  await at()
    .db.updateTable('accounts')
    .set({ deletion_due_on: '2026-11-20' })
    .where('iin', '=', stranger.iin)
    .execute()
  await clockTo(at(), '2032-11-22T06:00:00Z')
  await until(
    () => accountOf(buyer.iin),
    (found) => found === undefined,
  )
  expect(await accountOf(stranger.iin)).toMatchObject({ deletion_due_on: '2032-11-23' })
  expect(await at().db.selectFrom('files').select('id').execute()).toEqual([])
  await until(
    () => at().db.selectFrom('erased_outside').selectAll().execute(),
    (left) => left.length === 0,
  )
})

test('a payout keeps whoever bought nothing for five years', async () => {
  const { client } = await people()
  const paid = await account(at(), { iin: '900622499917', phone: '77010000333' })
  expect(client).toBeTruthy()
  const policy = await at()
    .db.selectFrom('policies')
    .select(['id', 'number'])
    .executeTakeFirstOrThrow()
  const today = at().server.deps.clock.today()
  await at()
    .db.insertInto('claims')
    .values({
      id: 'QC99999999',
      account_id: paid.id,
      iin: paid.iin,
      policy_id: policy.id,
      policy_number: policy.number,
      policy_type: 'ogpo',
      state: 'completed',
      claim_case: 'owner',
      claim_status: 'injured',
      damage_type: 'Бампер',
      direct: false,
      submitted_on: today,
      decided_on: today,
      paid_on: today,
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute()
  const token = await signedIn(at(), { iin: paid.iin, phone: '77010000333' })
  const { body } = await at().api('cabinetAskDeletion', {}, token)
  const kept = `${Number(today.slice(0, 4)) + 5}${today.slice(4)}`
  expect(body).toMatchObject({ success: true, data: { keptUntil: kept } })
})
