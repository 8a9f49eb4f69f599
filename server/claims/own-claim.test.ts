import { expect, test } from 'vitest'
import { sendDocs } from '#contract/claims.ts'
import { uploadReport } from '#contract/staff-claim-acts.ts'
import { claimSlots } from '#domain/claims/papers.ts'
import { account, signedIn, stranger } from '#tests/client.ts'
import { buyer, ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()
const colleague = { iin: '880808399905', phone: '77010000777' }
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function posts(
  path: string,
  token: string,
  fields: Record<string, string>,
  files: readonly string[],
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const name of files) form.set(name, new Blob([new Uint8Array(png)]), 'құжат.png')
  const answer = await fetch(`${at().url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  return { status: answer.status, body: await answer.json() }
}

/** Everything staff can do to a claim; what each answers. */
async function actsOn(claim_id: string, token: string) {
  const { id: file_id } = await at()
    .db.selectFrom('files')
    .select('id')
    .where('claim_id', '=', claim_id)
    .where('slot', '=', 'id_back')
    .executeTakeFirstOrThrow()
  const noSums = { asked: null, estimated: null }
  const moved = (from: 'wait' | 'accepted', to: 'under_consideration' | 'rejected' | 'completed') =>
    at().api('staffClaimMove', { claim_id, from, to, reason: 'жеткілікті негіз бар' }, token)
  const answers = [
    await moved('wait', 'under_consideration'),
    await moved('wait', 'rejected'),
    await moved('accepted', 'completed'),
    await at().api('staffClaimRequest', { claim_id, slot: 'id_back' }, token),
    await at().api('staffClaimMessage', { claim_id, text: 'Бізге қоңырау шалыңыз' }, token),
    await at().api('staffClaimDamage', { claim_id, from: 'Бампер', to: 'Есік' }, token),
    await at().api('staffClaimShowReport', { claim_id, visible: true }, token),
    await at().api('staffClaimJudge', { claim_id, file_id, from: null, to: 'again' }, token),
    await at().api('staffClaimAskAgain', { claim_id }, token),
    await at().api('staffClaimSums', { claim_id, from: noSums, to: noSums }, token),
    await posts(uploadReport.path, token, { claim_id, visible: 'true' }, ['report']),
  ]
  return answers.map(({ body }) => ('code' in body ? body.code : 'done'))
}
const state = (claim_id: string) =>
  at()
    .db.selectFrom('claims')
    .select(['state', 'damage_type', 'visible_to_client'])
    .where('id', '=', claim_id)
    .executeTakeFirstOrThrow()

test('nobody acts on their own claim, as the one who claims or as the policyholder; a colleague does', async () => {
  spec('6.nobody-decides-their-own')

  const buying = await purchaseToken(at())
  const { orderId } = await ordered(at(), buying)
  await paysBill(at())
  const issued = await settled(at(), buying, orderId)
  if (!issued.success || !issued.data.globalId) throw new Error('not issued')
  const mine = await signedIn(at())
  const fields = {
    policy_number: issued.data.globalId,
    policy_type: 'ogpo',
    claim_case: 'owner',
    claim_status: 'injured',
  }
  const slots = claimSlots.map((slot) => `documents[${slot}]`)
  const sent = await posts(sendDocs.path, mine, { ...fields, damage_type: 'Бампер' }, slots)
  const claim_id = String(sent.body.claim_id)
  // The client works at the desk from now on.
  await at()
    .db.updateTable('accounts')
    .set({ role: 'staff' })
    .where('iin', '=', buyer.iin)
    .execute()
  const refused = Array.from({ length: 11 }, () => 14090)
  expect(await actsOn(claim_id, mine)).toEqual(refused)
  expect(
    (await at().api('staffClaimMessage', { claim_id, text: 'Сәлем' }, mine, 'ru')).body,
  ).toMatchObject({
    message: 'Это ваше собственное дело: его должен вести другой сотрудник',
  })
  // Another claims, under their policy.
  const { id: account_id } = await account(at(), stranger)
  await at()
    .db.updateTable('claims')
    .set({ iin: stranger.iin, account_id })
    .where('id', '=', claim_id)
    .execute()
  expect(await actsOn(claim_id, mine)).toEqual(refused)
  // And who claims under another's policy does not decide that either.
  await account(at(), stranger)
  await at()
    .db.updateTable('accounts')
    .set({ role: 'staff' })
    .where('id', '=', account_id)
    .execute()
  expect(await actsOn(claim_id, await signedIn(at(), stranger))).toEqual(refused)
  expect(await state(claim_id)).toEqual({
    state: 'wait',
    damage_type: 'Бампер',
    visible_to_client: false,
  })
  const kept = at().db.selectFrom('files').select('id').where('kind', '=', 'evaluation_report')
  expect(await kept.execute()).toEqual([])
  await account(at(), colleague, { role: 'staff' })
  const theirs = await signedIn(at(), colleague)
  expect(
    (
      await at().api(
        'staffClaimMove',
        { claim_id, from: 'wait', to: 'under_consideration' },
        theirs,
      )
    ).body,
  ).toEqual({ success: true })
})
