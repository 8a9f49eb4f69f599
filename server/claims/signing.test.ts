import { expect, test } from 'vitest'
import { claimSlots } from '#domain/claims/papers.ts'
import { png, scanned, sends, withPolicy } from '#tests/claim.ts'
import { account, signedIn } from '#tests/client.ts'
import { heldActs } from '#tests/held.ts'
import { buyer } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const first = { iin: '880808399905', phone: '77010000777' }
const second = { iin: '880808399915', phone: '77010000778' }
let standing: Promise<{ staff: string; colleague: string; client: string; id: string }> | null =
  null
const people = () => (standing ??= begin())

async function begin() {
  const { token, globalId } = await withPolicy(at())
  await account(at(), first, { role: 'staff' })
  await account(at(), second, { role: 'staff' })
  return {
    staff: await signedIn(at(), first),
    colleague: await signedIn(at(), second),
    client: token,
    id: globalId,
  }
}

const reason = 'Бағалау есебі толық'
let made = 0
/** A claim that is being considered. */
async function taken(): Promise<string> {
  const { client, id, staff } = await people()
  made += 1
  const files = Object.fromEntries(
    claimSlots.map((slot) => [slot, Buffer.concat([png, Buffer.from(`${slot} ${made}`)])]),
  )
  const { claim_id } = (await sends(at(), client, id, { files })).body
  await scanned(at(), claim_id)
  await at().api('staffClaimMove', { claim_id, from: 'wait', to: 'under_consideration' }, staff)
  return claim_id
}
async function seen(claim_id: string, token: string) {
  const { body } = await at().api('staffClaim', { claim_id }, token)
  if (!body.success) throw new Error('no claim')
  return body.data
}
const asks = async (claim_id: string, token: string, payable = 500_000) =>
  (await at().api('staffClaimAskSignature', { claim_id, payable, reason }, token)).body
const accepts = async (claim_id: string, token: string, payable?: number) =>
  (
    await at().api(
      'staffClaimMove',
      { claim_id, from: 'under_consideration', to: 'accepted', ...(payable ? { payable } : {}) },
      token,
      'ru',
    )
  ).body
async function signatureOf(claim_id: string, token: string) {
  const { signing } = await seen(claim_id, token)
  return { signature_id: signing.signature?.id ?? '', signing }
}
const waits = async (claim_id: string, token: string) => {
  const { body } = await at().api('staffToday', {}, token)
  if (!body.success) throw new Error('no day')
  return body.data.rows.filter(({ id }) => id === claim_id).map(({ act, amount }) => [act, amount])
}

test('a payment from the sum of the row on is decided by two; the second signs what the first has', async () => {
  const { staff, colleague } = await people()
  const claim_id = await taken()
  expect((await seen(claim_id, staff)).signing).toEqual({
    two_people_from: 500_000,
    granted: 0,
    signature: null,
    signed: null,
  })
  expect(await accepts(claim_id, staff, 500_000)).toMatchObject({
    code: 14096,
    message: 'По такой сумме решение принимают двое: отправьте на вторую подпись.',
  })
  // Leaving the sum out is no way around it.
  expect(await accepts(claim_id, staff)).toMatchObject({ code: 14096 })
  // One person may decide a smaller sum, so no signature is needed.
  expect(await asks(claim_id, staff, 499_999)).toMatchObject({ code: 14012 })
  expect(await asks(claim_id, staff)).toEqual({ success: true })
  expect(await asks(claim_id, colleague)).toMatchObject({ code: 14060 })
  expect((await seen(claim_id, colleague)).status).toBe('under_consideration')
  expect(await waits(claim_id, staff)).toEqual([])
  expect(await waits(claim_id, colleague)).toEqual([['sign_claim', 500_000]])

  const { signature_id, signing } = await signatureOf(claim_id, colleague)
  expect(signing).toMatchObject({
    signature: { state: 'waiting', reason, mine: false },
    signed: { payable: 500_000, holds: true },
  })
  const signs = async (token: string) =>
    (await at().api('staffClaimSign', { signature_id }, token)).body
  expect(await signs(staff)).toMatchObject({ code: 14063 })
  // Two who sign at once: one decision.
  const both = await Promise.all([signs(colleague), signs(colleague)])
  expect(both.filter(({ success }) => success)).toHaveLength(1)
  expect(both).toContainEqual(expect.objectContaining({ code: 14060 }))
  const after = await seen(claim_id, staff)
  expect(after).toMatchObject({ status: 'accepted', sums: { payable: 500_000 } })
  expect(after.events.map(({ what }) => what)).toEqual([
    'sent',
    'under_consideration',
    'sign_asked',
    'accepted',
  ])
  expect(after.signing.signature?.state).toBe('signed')
  await until(
    async () => (await at().messages(buyer.phone)).map(({ text }) => text),
    (texts) => texts.some((text) => text.includes(claim_id) && /мақұлдан/.test(text)),
  )
})

test('a second signature that is held is taken back and waits on; left alone it goes, once', async () => {
  const { staff, colleague } = await people()
  const claim_id = await taken()
  await asks(claim_id, staff)
  const { signature_id } = await signatureOf(claim_id, colleague)
  const signs = async (token: string) =>
    (await at().api('staffClaimSign', { signature_id, hold: true }, token)).body
  const takesBack = async (token: string) =>
    (await at().api('staffClaimTakeBack', { claim_id }, token)).body
  const { heldId: heldOf, goes } = heldActs(at)
  const heldId = () => heldOf('claim', claim_id)
  expect(await signs(staff)).toMatchObject({ code: 14063 })
  expect(await signs(colleague)).toEqual({ success: true })
  expect(await signs(colleague)).toMatchObject({ code: 14160 })
  const bare = await at().api('staffClaimSign', { signature_id }, colleague)
  expect(bare.body).toMatchObject({ code: 14160 })
  expect(await seen(claim_id, colleague)).toMatchObject({
    status: 'under_consideration',
    held: { to: 'accepted', payable: 500_000, reason, mine: true },
    signing: { signature: { state: 'waiting' } },
  })
  expect(await takesBack(staff)).toMatchObject({ code: 14118 })
  const gone = await heldId()
  expect(await takesBack(colleague)).toEqual({ success: true })
  await goes(gone)
  expect(await seen(claim_id, staff)).toMatchObject({
    status: 'under_consideration',
    held: null,
    signing: { signature: { state: 'waiting' } },
  })

  // The first takes the request back while the second's signature waits to go: it does not.
  expect(await signs(colleague)).toEqual({ success: true })
  const late = await heldId()
  await at().api('staffClaimWithdraw', { signature_id }, staff)
  await goes(late)
  const after = await seen(claim_id, staff)
  expect(after).toMatchObject({ status: 'under_consideration', held: null })
  expect(after.events.at(-1)).toMatchObject({ what: 'not_gone', note: 'accepted' })

  await asks(claim_id, staff)
  const again = await signatureOf(claim_id, colleague)
  const ofAgain = { signature_id: again.signature_id, hold: true }
  expect((await at().api('staffClaimSign', ofAgain, colleague)).body).toEqual({ success: true })
  const last = await heldId()
  await Promise.all([goes(last), goes(last)])
  const signed = await seen(claim_id, staff)
  expect(signed).toMatchObject({
    status: 'accepted',
    sums: { payable: 500_000 },
    signing: { signature: { state: 'signed' } },
  })
  expect(signed.events.map(({ what }) => what).filter((what) => what === 'accepted')).toHaveLength(
    1,
  )
})

test('what changed meanwhile is not signed; another decision ends the signature', async () => {
  const { staff, colleague } = await people()
  const claim_id = await taken()
  await asks(claim_id, staff)
  const nothing = { asked: null, estimated: null }
  await at().api(
    'staffClaimSums',
    { claim_id, from: nothing, to: { asked: 600_000, estimated: 510_000 } },
    staff,
  )
  const { signature_id, signing } = await signatureOf(claim_id, colleague)
  expect(signing.signed).toEqual({ payable: 500_000, holds: false })
  const signed = await at().api('staffClaimSign', { signature_id }, colleague)
  expect(signed.body).toMatchObject({ code: 14060 })
  expect((await at().api('staffClaimWithdraw', { signature_id }, colleague)).status).toBe(404)
  expect((await at().api('staffClaimWithdraw', { signature_id }, staff)).body).toEqual({
    success: true,
  })
  expect(await asks(claim_id, staff, 510_000)).toEqual({ success: true })
  await at().api(
    'staffClaimMove',
    { claim_id, from: 'under_consideration', to: 'rejected', reason: 'Құжаттар қайшы келеді' },
    colleague,
  )
  const after = await signatureOf(claim_id, staff)
  expect(after.signing.signature).toMatchObject({ state: 'refused' })
  expect(
    (await at().api('staffClaimSign', { signature_id: after.signature_id }, colleague)).body,
  ).toMatchObject({ code: 14060 })
  expect((await seen(claim_id, staff)).status).toBe('rejected')
})

test('the second may decline with a note; whose claim it is neither asks nor signs', async () => {
  const { staff, colleague, client } = await people()
  const claim_id = await taken()
  await asks(claim_id, staff)
  const { signature_id } = await signatureOf(claim_id, staff)
  const note = 'Бағалау есебі жоқ'
  const declines = async (token: string, text = note) =>
    at().api('staffClaimDecline', { signature_id, note: text }, token)
  expect((await declines(colleague, '')).status).toBe(422)
  expect((await declines(client)).status).toBe(403)
  expect((await declines(staff)).body).toMatchObject({ code: 14063 })
  await at()
    .db.updateTable('accounts')
    .set({ role: 'staff' })
    .where('iin', '=', buyer.iin)
    .execute()
  const own = await signedIn(at())
  expect((await declines(own)).body).toMatchObject({ code: 14090 })
  expect((await at().api('staffClaimSign', { signature_id }, own)).body).toMatchObject({
    code: 14090,
  })
  expect((await declines(colleague)).body).toEqual({ success: true })
  expect(await asks(claim_id, own)).toMatchObject({ code: 14090 })
  await at().db.updateTable('accounts').set({ role: 'user' }).where('iin', '=', buyer.iin).execute()
  expect((await signatureOf(claim_id, staff)).signing.signature).toMatchObject({
    state: 'refused',
    note,
  })
})

test('a decision names the last act it was made by: who acted meanwhile, the client too, is told', async () => {
  const { staff, client } = await people()
  const claim_id = await taken()
  const { acted } = await seen(claim_id, staff)
  await at().api('claimWriteMessage', { claim_id, text: 'Құжат әлі дайын емес' }, client)
  const rejects = async (of: string) =>
    (
      await at().api(
        'staffClaimMove',
        {
          claim_id,
          from: 'under_consideration',
          to: 'rejected',
          acted: of,
          reason: 'Құжат берілген жоқ',
        },
        staff,
      )
    ).body
  expect(await rejects(acted)).toMatchObject({ code: 14060 })
  expect(await rejects((await seen(claim_id, staff)).acted)).toEqual({ success: true })
})

test('nobody decides alone by a low estimate without a sum, nor by one accident told in parts', async () => {
  const { staff, colleague } = await people()
  const claim_id = await taken()
  const says = (from: number | null, estimated: number) =>
    at().api(
      'staffClaimSums',
      { claim_id, from: { asked: null, estimated: from }, to: { asked: null, estimated } },
      staff,
    )
  await says(null, 4_000_000)
  await says(4_000_000, 10)
  expect(await accepts(claim_id, staff)).toMatchObject({ code: 14096 })
  const body = { claim_id, reason }
  expect((await at().api('staffClaimAskSignature', body, staff)).body).toEqual({ success: true })
  const { signature_id } = await signatureOf(claim_id, colleague)
  expect((await at().api('staffClaimSign', { signature_id }, colleague)).body).toEqual({
    success: true,
  })

  // Grants of the tests before start this one's sum.
  const [first, second, third] = [await taken(), await taken(), await taken()]
  await at()
    .db.updateTable('claims')
    .set({ payable_sum: 1 })
    .where('state', '=', 'accepted')
    .execute()
  const granted = (await seen(first, staff)).signing.granted
  expect(await accepts(first, staff, 300_000 - granted)).toEqual({ success: true })
  expect((await seen(second, staff)).signing.granted).toBe(300_000)
  expect(await accepts(second, staff, 200_000)).toMatchObject({ code: 14096 })
  // Two at once under one policy: together they would be too much, so one of them is.
  const both = await Promise.all([
    accepts(second, staff, 150_000),
    accepts(third, colleague, 150_000),
  ])
  expect(both.map(({ success }) => success).sort()).toEqual([false, true])
  expect(both).toContainEqual(expect.objectContaining({ code: 14096 }))
})
