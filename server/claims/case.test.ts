import { expect, test } from 'vitest'
import { claimSlots } from '#domain/claims/papers.ts'
import { maskIin } from '#domain/iin.ts'
import { maskPhone } from '#domain/phone.ts'
import { png, scanned, sends, withPolicy } from '#tests/claim.ts'
import { account, signedIn } from '#tests/client.ts'
import { buyer } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const first = { iin: '880808399905', phone: '77010000777' }
const second = { iin: '880808399915', phone: '77010000778' }
let standing: Promise<{
  staff: string
  colleague: string
  client: string
  globalId: string
}> | null = null
const people = () => (standing ??= begin())

async function begin() {
  const { token, globalId } = await withPolicy(at())
  await account(at(), first, { role: 'staff' })
  await account(at(), second, { role: 'staff' })
  return {
    staff: await signedIn(at(), first),
    colleague: await signedIn(at(), second),
    client: token,
    globalId,
  }
}

let made = 0
/** A unique picture: decoders ignore bytes behind its end. */
function picture(text?: string): Buffer {
  made += 1
  return Buffer.concat([png, Buffer.from(text ?? String(made))])
}

/** A new claim that shares no paper with another one, except those given. */
async function newClaim(files: Record<string, Buffer> = {}): Promise<string> {
  const { client, globalId } = await people()
  const own = Object.fromEntries(claimSlots.map((slot) => [slot, picture()]))
  const sent = await sends(at(), client, globalId, { files: { ...own, ...files } })
  await scanned(at(), sent.body.claim_id)
  return sent.body.claim_id
}

async function seen(claim_id: string) {
  const { staff } = await people()
  const { body } = await at().api('staffClaim', { claim_id }, staff)
  if (!body.success) throw new Error('no claim')
  return body.data
}
const fileOf = async (claim_id: string, slot: string) => {
  const found = (await seen(claim_id)).documents.find(({ type }) => type === slot)
  if (!found) throw new Error(`no ${slot}`)
  return found
}
async function judges(
  claim_id: string,
  slot: string,
  to: 'fits' | 'again' | null,
  from: 'fits' | 'again' | null = null,
) {
  const { staff } = await people()
  const { id } = await fileOf(claim_id, slot)
  await at()
    .db.updateTable('claims')
    .set({ state: 'under_consideration' })
    .where('id', '=', claim_id)
    .where('state', '=', 'wait')
    .execute()
  if (to === 'fits') await at().api('cabinetFileLink', { id }, staff)
  return at().api('staffClaimJudge', { claim_id, file_id: id, from, to }, staff)
}
const smsOf = async (claim: string) =>
  (await at().messages(buyer.phone)).filter(({ text }) => text.includes(claim))

test('papers get a verdict each; all to be sent again are asked for by one SMS', async () => {
  const { staff, client } = await people()
  const claim_id = await newClaim()
  expect((await judges(claim_id, 'id_front', 'fits')).body).toEqual({ success: true })
  await judges(claim_id, 'event_document', 'again')
  await judges(claim_id, 'damage_document', 'again')
  expect(await smsOf(claim_id)).toEqual([])
  const { letters } = await seen(claim_id)
  expect(letters.map(({ letter }) => letter)).toEqual(['lacks', 'terms'])
  expect(letters[0]?.text.ru).toContain('– Документ о происшествии. Выдаёт отдел полиции')
  expect(letters[0]?.text.kz).toContain('– Оқиғаны растайтын құжат. Оқиғаны ресімдеген полиция')

  const asked = await at().api('staffClaimAskAgain', { claim_id, note: 'Анық емес' }, staff)
  expect(asked.body).toEqual({ success: true, asked: 2 })
  await until(
    () => smsOf(claim_id),
    (texts) => texts.length > 0,
  )
  expect(await smsOf(claim_id)).toHaveLength(1)
  const { documents, requests, events } = await seen(claim_id)
  expect(documents.find(({ type }) => type === 'id_front')?.verdict?.is).toBe('fits')
  expect(requests.map(({ slot, note }) => [slot, note]).sort()).toEqual([
    ['damage_document', 'Анық емес'],
    ['event_document', 'Анық емес'],
  ])
  expect(events.map(({ what }) => what)).toEqual([
    'sent',
    'paper_fits',
    'paper_again',
    'paper_again',
    'asked',
  ])
  const { body } = await at().api('claimGetClaim', { claim_id }, client)
  expect(body.success && body.data.missing_documents).toHaveLength(2)
  // It is requested once.
  const again = await at().api('staffClaimAskAgain', { claim_id }, staff)
  expect(again.body).toMatchObject({ success: false, code: 14060 })
  // Found right after all, or the claim is over: it is awaited no more.
  const awaited = async () => {
    const claim = await at().api('claimGetClaim', { claim_id }, client)
    return claim.body.success && claim.body.data.missing_documents.map(({ slot }) => slot)
  }
  await judges(claim_id, 'event_document', 'fits', 'again')
  expect(await awaited()).toEqual(['damage_document'])
  await at()
    .db.updateTable('claims')
    .set({ state: 'completed' })
    .where('id', '=', claim_id)
    .execute()
  expect(await awaited()).toEqual([])
})

test('no paper is judged before somebody has taken the claim', async () => {
  const { staff } = await people()
  const claim_id = await newClaim()
  const { id } = await fileOf(claim_id, 'id_back')
  await at().api('cabinetFileLink', { id }, staff)
  for (const to of ['fits', 'again'] as const) {
    const { body } = await at().api(
      'staffClaimJudge',
      { claim_id, file_id: id, from: null, to },
      staff,
    )
    expect(body).toMatchObject({ success: false, code: 14162 })
  }
  expect((await fileOf(claim_id, 'id_back')).verdict).toBeNull()
  expect((await judges(claim_id, 'id_back', 'fits')).body).toEqual({ success: true })
})

test('a verdict that a colleague changed meanwhile is not overwritten; it may be taken back', async () => {
  const { colleague } = await people()
  const claim_id = await newClaim()
  await judges(claim_id, 'id_back', 'fits')
  const { id } = await fileOf(claim_id, 'id_back')
  const late = await at().api(
    'staffClaimJudge',
    { claim_id, file_id: id, from: null, to: 'again' },
    colleague,
  )
  expect(late.body).toMatchObject({ success: false, code: 14060 })
  expect((await judges(claim_id, 'id_back', null, 'fits')).body).toEqual({ success: true })
  expect((await fileOf(claim_id, 'id_back')).verdict).toBeNull()
})

test('a paper of another claim is not judged, and nobody but staff judges', async () => {
  const { staff, client } = await people()
  const claim_id = await newClaim()
  const other = await newClaim()
  const { id } = await fileOf(other, 'id_back')
  const of = { claim_id, file_id: id, from: null, to: 'fits' } as const
  expect((await at().api('staffClaimJudge', of, staff)).status).toBe(404)
  expect((await at().api('staffClaimJudge', of, client)).status).toBe(403)
  expect((await at().api('staffClaimBoard', {}, client)).status).toBe(403)
})

test('sums stand with the claim; to be paid is at most what the law allows', async () => {
  const { staff, colleague } = await people()
  const claim_id = await newClaim()
  const nothing = { asked: null, estimated: null }
  const said = { asked: 310_000, estimated: 274_000 }
  const set = (token: string) =>
    at().api('staffClaimSums', { claim_id, from: nothing, to: said }, token)
  expect((await set(staff)).body).toEqual({ success: true })
  expect((await set(colleague)).body).toMatchObject({ success: false, code: 14060 })
  await at().api('staffClaimMove', { claim_id, from: 'wait', to: 'under_consideration' }, staff)
  const accepts = (payable: number) =>
    at().api(
      'staffClaimMove',
      { claim_id, from: 'under_consideration', to: 'accepted', payable },
      staff,
      'ru',
    )
  // 600 MRP of 2026, and 2 100 MRP more for a claim that does not state if a person is hurt.
  expect(await accepts(11_677_501)).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'payable', message: expect.stringContaining('предела') }] },
  })
  expect((await seen(claim_id)).status).toBe('under_consideration')
  // The most the law allows is more than one person decides.
  expect((await accepts(2_595_000)).body).toMatchObject({ success: false, code: 14096 })
  expect((await accepts(274_000)).body).toEqual({ success: true })
  expect((await seen(claim_id)).sums).toEqual({ ...said, payable: 274_000 })
  expect((await set(staff)).body).toMatchObject({ success: false, code: 14060 })
})

test('a second accident of the same month has limits of its own, where two people say so', async () => {
  const { staff } = await people()
  const [before, claim_id] = [await newClaim(), await newClaim()]
  const granted = { state: 'accepted', payable_sum: 11_000_000, decided_on: '2026-11-20' }
  await at().db.updateTable('claims').set(granted).where('id', '=', before).execute()
  await at().api('staffClaimMove', { claim_id, from: 'wait', to: 'under_consideration' }, staff)
  const asks = (payable: number) =>
    at().api('staffClaimAskSignature', { claim_id, payable, reason: 'другая авария' }, staff, 'ru')
  // Nobody exceeds the limits of one accident.
  expect((await asks(11_677_501)).status).toBe(422)
  expect((await asks(11_000_000)).body).toEqual({ success: true })
  await at().db.updateTable('claims').set({ state: 'rejected' }).where('id', '=', before).execute()
})

test('a photograph that stands in another claim is said, and nothing is decided by it', async () => {
  const same = picture('the same photograph')
  const before = await newClaim({ damage_document: same })
  const claim_id = await newClaim({ damage_document: same })
  const { signs, next, status } = await seen(claim_id)
  expect(signs).toEqual([{ kind: 'same_file', slot: 'damage_document', claim_id: before }])
  expect({ status, next }).toEqual({ status: 'wait', next: ['under_consideration', 'rejected'] })
})

test('the board has open claims by their deadline, with who took them and who answered', async () => {
  const { staff, colleague, client } = await people()
  const claim_id = await newClaim()
  await at().api('staffClaimMove', { claim_id, from: 'wait', to: 'under_consideration' }, colleague)
  await at().api('claimWriteMessage', { claim_id, text: 'Фото қостым' }, client)
  const { body } = await at().api('staffClaimBoard', {}, staff)
  if (!body.success) throw new Error('no board')
  const found = body.data.claims.find((one) => one.claim_id === claim_id)
  expect(found).toMatchObject({
    state: 'under_consideration',
    deadline: { kind: 'decision' },
    client_acted: true,
    mine: false,
    lead: expect.stringMatching(/\S/),
  })
  expect(found?.who).toMatch(/^\S+ \S\.$/)
  const days = body.data.claims.map(({ deadline }) => deadline.due)
  expect(days).toEqual([...days].sort())
  await at().api(
    'staffClaimMove',
    { claim_id, from: 'under_consideration', to: 'rejected', reason: 'Полис мерзімінен тыс' },
    colleague,
  )
  const after = await at().api('staffClaimBoard', {}, staff)
  expect(after.body.success && after.body.data.claims.map((one) => one.claim_id)).not.toContain(
    claim_id,
  )
})

test('who claims is told by name; the numbers are masked until somebody asks, and the client reads who did', async () => {
  const { staff, client } = await people()
  const claim_id = await newClaim()
  const shown = await seen(claim_id)
  expect(shown.client).toMatchObject({ iin: maskIin(buyer.iin), phone: maskPhone(buyer.phone) })
  expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${buyer.iin}|${buyer.phone}`))
  const whole = async (what: 'iin' | 'phone' | 'document', token = staff) =>
    at().api('staffReveal', { claim_id, what }, token)
  expect((await whole('iin')).body).toMatchObject({ data: { value: buyer.iin, seconds: 60 } })
  expect((await whole('phone')).body).toMatchObject({ data: { value: buyer.phone } })
  expect((await whole('document')).status).toBe(404)
  expect((await whole('iin', client)).status).toBe(403)
  const { body } = await at().api('cabinetLooks', {}, client)
  expect(body.success && body.data.flatMap(({ saw }) => saw)).toEqual(
    expect.arrayContaining(['client.iin_revealed', 'client.phone_revealed']),
  )
})

test('today tells how many papers of a claim fit and for what sum', async () => {
  const { staff } = await people()
  const claim_id = await newClaim()
  await judges(claim_id, 'id_front', 'fits')
  await judges(claim_id, 'id_back', 'again')
  const to = { asked: 300_000, estimated: 274_000 }
  const from = { asked: null, estimated: null }
  await at().api('staffClaimSums', { claim_id, from, to }, staff)
  const { body } = await at().api('staffToday', {}, staff)
  if (!body.success) throw new Error('no today')
  expect(body.data.rows.find(({ id }) => id === claim_id)).toMatchObject({
    papers: { fit: 1, all: 6 },
    amount: 274_000,
  })
  expect(
    body.data.rows.filter(({ desk }) => desk !== 'claims').every((row) => row.papers === null),
  ).toBe(true)
})
