import { expect, test } from 'vitest'
import { sends, withPolicy } from '#tests/claim.ts'
import { account, signedIn } from '#tests/client.ts'
import { heard, somethingChanged } from '#tests/heard.ts'
import { purchaseToken, sale } from '#tests/sale.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()
const clerk = { iin: '880808399905', phone: '77010000777' }
/** Reads like an entry of a watch list. */
const namesake = { iin: '830304399916', phone: '77010000021' }

test('whoever reads the messages of the site hears of a new one', async () => {
  await account(at(), clerk, { role: 'staff' })
  const staff = await signedIn(at(), clerk)
  const writes = () =>
    at().api('feedbackForm', {
      name: 'Айгүл',
      phone: '77010000021',
      email: 'aigul@example.kz',
      text: 'Полис келмеді',
    })
  expect(await heard(at(), 'inbox', staff, writes)).toMatch(somethingChanged)
})

test('whoever looks at a claim, at the board or at a case of KYC hears what another person does', async () => {
  const { token: client, globalId } = await withPolicy(at())
  await account(at(), clerk, { role: 'staff' })
  const staff = await signedIn(at(), clerk)
  let claim_id = ''
  expect(
    await heard(at(), 'claim-board', staff, async () => {
      claim_id = (await sends(at(), client, globalId)).body.claim_id
    }),
  ).toMatch(somethingChanged)
  const writes = (text: string) => () => at().api('claimWriteMessage', { claim_id, text }, client)
  expect(await heard(at(), claim_id, staff, writes('Құжат қостым'))).toMatch(somethingChanged)
  expect(await heard(at(), 'claim-board', staff, writes('Тағы біреуін қостым'))).toMatch(
    somethingChanged,
  )
  const asksFor2 = () => at().db.insertInto('signatures').values(waiting(claim_id)).execute()
  expect(await heard(at(), claim_id, staff, asksFor2)).toMatch(somethingChanged)

  const buys = await purchaseToken(at(), namesake)
  expect(
    await heard(at(), 'kyc-cases', staff, () =>
      at().api('ogpoCalculate', sale({ insurant: { ...namesake } }), buys),
    ),
  ).toMatch(somethingChanged)
  const { id } = await at()
    .db.selectFrom('kyc_cases')
    .select('id')
    .where('iin', '=', namesake.iin)
    .executeTakeFirstOrThrow()
  const keeps = () => at().api('kycKeep', { case_id: id, reason: 'Тізімдегі адамның өзі' }, staff)
  expect(await heard(at(), id, staff, keeps)).toMatch(somethingChanged)
})

const waiting = (subject: string) => ({
  kind: 'claim',
  subject,
  facts: '{}',
  reason: 'Бағалау есебі толық',
  asked_by: 'staff:1',
  asked_at: new Date(),
})
