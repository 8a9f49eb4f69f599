import { expect, test } from 'vitest'
import { signedIn } from '#tests/client.ts'
import { buyer, purchaseToken } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { second, stranger, twoDrivers } from '#tests/two-drivers.ts'

const at = sharedTestApp()
const { begun, coded, told } = twoDrivers(at)

const rowOf = (id: string) =>
  at().db.selectFrom('accident_notices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('both sign at one time: it is final once, with one paper', async () => {
  const { token, theirs, draft, key, notice } = await told()
  const { version } = notice
  const codes = [
    await coded(token, { draft }, version, buyer.phone),
    await coded(theirs, { key }, version, second.phone),
  ]
  const [one, other] = [
    { draft, version, code: codes[0] ?? '' },
    { key, version, code: codes[1] ?? '' },
  ]
  // Each presses twice.
  const answers = await Promise.all([
    at().api('claimNoticeSign', one, token),
    at().api('claimNoticeSign', other, theirs),
    at().api('claimNoticeSign', one, token),
    at().api('claimNoticeSign', other, theirs),
  ])
  expect(answers.filter(({ body }) => body.success).length).toBeGreaterThanOrEqual(2)
  const { file_id } = await until(
    () => rowOf(notice.id),
    (row) => row.file_id !== null,
  )
  const papers = await at()
    .db.selectFrom('files')
    .select('id')
    .where('draft_id', '=', draft)
    .where('slot', '=', 'event_document')
    .execute()
  expect(papers).toEqual([{ id: file_id }])
})

test('what one signs while the other changes it is signed as it was shown, or not at all', async () => {
  const { token, theirs, draft, key, notice } = await told()
  const { version } = notice
  const code = await coded(token, { draft }, version, buyer.phone)
  const change = { shared: { place: 'Абай, 100' } }
  const [signed, saved] = await Promise.all([
    at().api('claimNoticeSign', { draft, version, code }, token),
    at().api('claimNoticeSave', { key, version, ...change }, theirs),
  ])
  expect(saved.body).toMatchObject({ success: true })
  expect([true, 14060]).toContain(signed.body.success || signed.body.code)
  const row = await rowOf(notice.id)
  expect(row).toMatchObject({ version: version + 1, first_signed_at: null, signed_at: null })
  // Two phones at once: one change is stored, the other is refused.
  const next = version + 1
  const both = await Promise.all([
    at().api('claimNoticeSave', { draft, version: next, shared: { at: '08:41' } }, token),
    at().api('claimNoticeSave', { key, version: next, shared: { at: '08:42' } }, theirs),
  ])
  expect(both.map(({ body }) => body.success).sort()).toEqual([false, true])
})

test('of two who open one link at one time one is the driver, and a link renewed meanwhile is nobody’s', async () => {
  const { token, draft, key, notice } = await begun()
  const tokens = [await purchaseToken(at(), second), await signedIn(at(), stranger)]
  const joins = await Promise.all(tokens.map((one) => at().api('claimNoticeJoin', { key }, one)))
  expect(joins.map(({ status }) => status).sort()).toEqual([200, 404])
  const [anew] = await Promise.all([
    at().api('claimNotice', { draft, anew: true }, token),
    ...tokens.map((one) => at().api('claimNoticeJoin', { key }, one)),
  ])
  expect(anew?.body).toMatchObject({ success: true, data: { second: null } })
  expect((await rowOf(notice.id)).second_iin).toBeNull()
  for (const one of tokens)
    expect((await at().api('claimNoticeRead', { key }, one)).status).toBe(404)
})
