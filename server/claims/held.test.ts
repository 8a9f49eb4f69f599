import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { scanned } from '#tests/claim.ts'
import { deskClaims } from '#tests/desk-claims.ts'
import { heldActs } from '#tests/held.ts'
import { buyer } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { heldRecoveries } from '../signatures/held.ts'

const at = sharedTestApp()
const { people, newClaim, seen, hears } = deskClaims(at)

const reason = 'Бағалау есебі бойынша'
async function considered() {
  const { staff, colleague } = await people()
  const claim_id = await newClaim()
  const take = { claim_id, from: 'wait', to: 'under_consideration' } as const
  await at().api('staffClaimMove', take, staff)
  const holds = (token: string, to: 'accepted' | 'rejected' = 'accepted') =>
    at().api(
      'staffClaimMove',
      {
        claim_id,
        from: 'under_consideration',
        to,
        reason,
        hold: true,
        ...(to === 'accepted' ? { payable: 90_000 } : {}),
      },
      token,
    )
  return { claim_id, staff, colleague, holds }
}
const { heldId: heldOf, goes } = heldActs(at)
const heldId = (claim_id: string) => heldOf('claim', claim_id)
const historyOf = async (claim_id: string) =>
  (
    await at()
      .db.selectFrom('claim_history')
      .select('state')
      .where('claim_id', '=', claim_id)
      .orderBy('id')
      .execute()
  ).map(({ state }) => state)
const purposes = async (claim_id: string) =>
  (
    await at()
      .db.selectFrom('messages')
      .select('purpose')
      .where('claim_id', '=', claim_id)
      .execute()
  ).map(({ purpose }) => purpose)

test('a decision that is held is taken back by whoever made it: no state, no letter; a colleague waits', async () => {
  spec('6.staff-claim-taken-back')

  const { claim_id, staff, colleague, holds } = await considered()
  expect((await holds(staff)).body).toEqual({ success: true })
  expect(await seen(claim_id)).toMatchObject({
    status: 'under_consideration',
    sums: { payable: null },
    held: { to: 'accepted', payable: 90_000, reason, mine: true },
  })
  // Of two deciders the slower one gets a refusal, held or not.
  expect((await holds(colleague, 'rejected')).body).toMatchObject({ code: 14160 })
  const other = { claim_id, from: 'under_consideration', to: 'rejected', reason } as const
  expect((await at().api('staffClaimMove', other, colleague)).body).toMatchObject({ code: 14160 })
  expect((await at().api('staffClaimTakeBack', { claim_id }, colleague)).body).toMatchObject({
    code: 14118,
  })
  const id = await heldId(claim_id)
  expect((await at().api('staffClaimTakeBack', { claim_id }, staff)).body).toEqual({
    success: true,
  })
  // The enqueued job finds nothing.
  await goes(id)
  const { status, held, events } = await seen(claim_id)
  expect({ status, held }).toEqual({ status: 'under_consideration', held: null })
  expect(events.map(({ what }) => what).slice(-2)).toEqual(['held', 'taken_back'])
  expect(await purposes(claim_id)).not.toContain('claim:accepted')
})

test('a decision nobody took back goes once, however often it is tried; then it is not taken back', async () => {
  const { claim_id, staff, holds } = await considered()
  await holds(staff)
  const id = await heldId(claim_id)
  await Promise.all([goes(id), goes(id), goes(id)])
  expect(await historyOf(claim_id)).toEqual(['wait', 'under_consideration', 'accepted'])
  expect((await seen(claim_id)).sums.payable).toBe(90_000)
  await hears(claim_id, /мақұлданды/)
  expect((await purposes(claim_id)).filter((one) => one === 'claim:accepted')).toHaveLength(1)
  expect(
    (await at().messages(buyer.phone)).filter(
      ({ text }) => text.includes(claim_id) && text.includes('мақұлданды'),
    ),
  ).toHaveLength(1)
  expect((await at().api('staffClaimTakeBack', { claim_id }, staff)).body).toMatchObject({
    code: 14118,
  })
})

test('a decision whose job got lost with its process is found by the sweep', async () => {
  const { claim_id, staff, holds } = await considered()
  await holds(staff)
  const id = await heldId(claim_id)
  const rule = heldRecoveries[0]
  await sql`delete from pgboss.job where name = 'held-act' and data ->> 'heldId' = ${id}`.execute(
    at().db,
  )
  const later = new Date(Date.now() + 365 * 86_400_000)
  await rule?.recover(at().server.deps, { now: later, forgotten: later, ago: () => later })
  await until(
    () => historyOf(claim_id),
    (history) => history.includes('accepted'),
  )
  expect(await historyOf(claim_id)).toEqual(['wait', 'under_consideration', 'accepted'])
})

test('a decision about what is no longer so does not go, and the history says it', async () => {
  const { claim_id, staff, holds } = await considered()
  await holds(staff)
  const id = await heldId(claim_id)
  await at()
    .db.updateTable('claims')
    .set({ state: 'rejected', decided_on: '2026-11-20' })
    .where('id', '=', claim_id)
    .execute()
  await goes(id)
  const { status, events, held } = await seen(claim_id)
  expect({ status, held }).toEqual({ status: 'rejected', held: null })
  expect(events.at(-1)).toMatchObject({ what: 'not_gone', note: 'accepted' })
})

test('an approval that is held needs its reason, and a paper fits only once it was opened', async () => {
  spec('6.staff-claim-paper-seen')

  const { claim_id, staff } = await considered()
  const bare = { claim_id, from: 'under_consideration', to: 'accepted', payable: 1 } as const
  expect(await at().api('staffClaimMove', { ...bare, hold: true }, staff)).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'reason' }] },
  })
  await scanned(at(), claim_id)
  const paper = (await seen(claim_id)).documents.find(({ type }) => type === 'id_back')
  const judge = { claim_id, file_id: paper?.id ?? '', from: null, to: 'fits' } as const
  expect((await at().api('staffClaimJudge', judge, staff)).body).toMatchObject({ code: 14119 })
  expect((await at().api('cabinetFileLink', { id: judge.file_id }, staff)).body).toMatchObject({
    success: true,
  })
  expect((await at().api('staffClaimJudge', judge, staff)).body).toEqual({ success: true })
})

test('a decision that is held does not go over what the client did meanwhile', async () => {
  const { claim_id, staff } = await considered()
  const { client } = await people()
  const { acted } = await seen(claim_id)
  const held = await at().api(
    'staffClaimMove',
    { claim_id, from: 'under_consideration', to: 'rejected', reason, hold: true, acted },
    staff,
  )
  expect(held.body).toEqual({ success: true })
  const wrote = await at().api('claimWriteMessage', { claim_id, text: 'Жаңа құжат бар' }, client)
  expect(wrote.body).toMatchObject({ success: true })
  await goes(await heldId(claim_id))
  const { status, events } = await seen(claim_id)
  expect(status).toBe('under_consideration')
  expect(events.at(-1)).toMatchObject({ what: 'not_gone', note: 'rejected' })
})
