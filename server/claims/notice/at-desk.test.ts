import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { hitMe, jpegOf, photographs } from '#tests/claim-way.ts'
import { codeOn, signedIn } from '#tests/client.ts'
import { buyer, clockOn, purchaseToken } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { second, theirCar, twoDrivers } from '#tests/two-drivers.ts'

const at = sharedTestApp()
const { joinedTo, policies, shownBy, signs, told, toldBy } = twoDrivers(at)

/** Both sign, and the notice has its paper. */
async function signed({ token, theirs, draft, key, notice }: Awaited<ReturnType<typeof told>>) {
  await signs(token, { draft }, notice.version, buyer.phone)
  await signs(theirs, { key }, notice.version, second.phone)
  await until(
    async () => (await at().api('claimNoticeRead', { key }, theirs)).body,
    (body) => body.success && body.data.paper,
  )
}
/** The claim is sent; what its desk sees. */
async function atDesk(token: string, draft: string) {
  await photographs(at(), token, { draft }, jpegOf())
  const made = await at().api('claimDraftPapers', { id: draft }, token)
  if (!made.body.success) throw new Error(JSON.stringify(made.body))
  const { version } = made.body.data
  await clockOn(at(), 40)
  await at().api('claimDraftCode', { id: draft, version }, token)
  const code = await codeOn(at(), buyer.phone)
  const sent = await at().api('claimDraftSend', { id: draft, version, code }, token)
  if (!sent.body.success) throw new Error(JSON.stringify(sent.body))
  const staff = { iin: '880808399905', phone: '77010000777' }
  await signedIn(at(), staff)
  const rows = at().db.updateTable('accounts').set({ role: 'staff' })
  await rows.where('iin', '=', staff.iin).execute()
  await clockOn(at(), 40)
  const clerk = await signedIn(at(), staff)
  const { body } = await at().api('staffClaim', { claim_id: sent.body.claim_id }, clerk)
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.data
}

test('a notice signed of one accident and laid to the claim of another is said to the desk', async () => {
  const of = await told()
  await signed(of)
  // After the signatures another car is named.
  const changed = { ...hitMe((await policies()).globalId), other_plate: '417BDA02' }
  const saved = await at().api('claimDraftSave', { id: of.draft, answers: changed }, of.token)
  expect(saved.body).toMatchObject({ success: true })
  const desk = await atDesk(of.token, of.draft)
  expect(desk.signs).toContainEqual({ kind: 'other_notice', about: ['other_car'] })
})

test('a third party signs a notice with the driver whose policy they named, and the desk sees both', async () => {
  await policies()
  const draft = randomUUID()
  const begun = await at().api(
    'claimThirdParty',
    { id: draft, named: theirCar.registrationNumber, on: '2026-11-22' },
    await purchaseToken(at(), buyer),
  )
  if (!begun.body.success || !begun.body.data.token) throw new Error(JSON.stringify(begun.body))
  const { token } = begun.body.data
  const answers = {
    ...hitMe(''),
    policy: undefined,
    happened: undefined,
    other_plate: undefined,
    own_plate: '123ABC02',
  }
  const saved = await at().api('claimDraftSave', { id: draft, answers }, token)
  expect(saved.body).toMatchObject({ success: true })
  const notice = await toldBy(await joinedTo(await shownBy({ token, draft })))
  expect(notice.notice).toMatchObject({ verdict: 'possible', shared: { at_fault: 'second' } })
  await signed(notice)
  const desk = await atDesk(token, draft)
  expect(desk).toMatchObject({
    rules: { simplified: true },
    notice: { first: { plate: '123ABC02' }, second: { plate: theirCar.registrationNumber } },
  })
  expect(desk.signs.filter(({ kind }) => kind === 'other_notice')).toEqual([])
})
