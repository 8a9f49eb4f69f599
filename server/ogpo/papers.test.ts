import { sql } from 'kysely'
import { encode } from 'uqr'
import { beforeAll, expect, test } from 'vitest'
import { tablesSchema } from '#domain/ogpo/tables.ts'
import {
  buyer,
  car,
  clockTo,
  ordered,
  paysBill,
  purchaseToken,
  sale,
  settled,
} from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { createToken } from '../http/create-token.ts'
import { checkAddress } from '../policies/policies.ts'
import { policyDocumentFacts, StoredPrice } from '../policies/policy-document.ts'
import { QuoteFacts } from '../quotes/quotes.ts'

const at = sharedTestApp()
let token = ''
let globalId = ''
let checkUrl = ''
let files: Record<string, { uuid: string; size: number } | undefined> = {}

beforeAll(async () => {
  token = await purchaseToken(at())
  const { orderId } = await ordered(at(), token, sale({ order: { ogpoPlus: true } }))
  await paysBill(at())
  await settled(at(), token, orderId)
  const done = await until(
    async () => (await at().api('ogpoCheckOrderSet', { orderId }, token)).body,
    (body) => body.success && body.data.files?.applicantForm !== undefined,
  )
  if (!done.success) throw new Error('not issued')
  globalId = done.data.globalId ?? ''
  checkUrl = done.data.checkUrl ?? ''
  files = { ...done.data.files }
  // After the sale's own letter only the tests make or read papers.
  await until(
    () => at().db.selectFrom('orders').select('papers_sent_at').execute(),
    ([order]) => order?.papers_sent_at !== null,
  )
})
/** As if only the policy had been made. */
async function forgetPapers() {
  await at().db.deleteFrom('documents').where('kind', '<>', 'policy').execute()
}
/** The page of the test app shows the data it was given. */
const shown = async (path: string) => {
  const answer = await fetch(path.startsWith('http') ? path : `${at().url}${path}`)
  const html = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    html,
    data: JSON.parse(html.slice(html.indexOf('{'))),
  }
}
test('whose policy it is and what it costs is told to its buyer alone', async () => {
  const {
    order_id: orderId,
    premium,
    ogpo_plus_premium: plus,
  } = await at()
    .db.selectFrom('policies')
    .select(['order_id', 'premium', 'ogpo_plus_premium'])
    .where('global_id', '=', globalId)
    .executeTakeFirstOrThrow()
  const asks = async (by: string) =>
    (await at().api('ogpoCheckOrderSet', { orderId: orderId ?? '' }, by)).body
  expect(await asks(token)).toMatchObject({
    data: { amount: premium + plus, policyholder: expect.stringContaining(' ') },
  })
  const now = at().server.deps.clock.now()
  const opened = await createToken(
    at().db,
    { kind: 'order', orderId: orderId ?? '', iin: buyer.iin, phone: buyer.phone, role: 'user' },
    now,
    new Date(now.getTime() + 3_600_000),
  )
  const answer = await asks(opened)
  expect(answer).toMatchObject({ success: true, data: { globalId } })
  expect(answer).not.toHaveProperty('data.amount')
  expect(answer).not.toHaveProperty('data.policyholder')
})

const routes = {
  policy: 'download-policy',
  covernote: 'download-policy-covernote',
  slip: 'download-policy-slip',
  applicantForm: 'download-applicant-form',
}

test('an issued policy has its four papers, each a PDF under its own route in both forms of the address', async () => {
  spec(
    '1.downloadable-policy-documents',
    '2.2.download-applicant-form-uuid',
    '2.2.download-policy-covernote-uuid',
    '2.2.download-policy-slip-uuid',
    '2.2.download-policy-uuid',
  )

  expect(Object.keys(files).toSorted()).toEqual(['applicantForm', 'covernote', 'policy', 'slip'])
  for (const [kind, route] of Object.entries(routes))
    for (const prefix of ['', '/ru']) {
      const paper = await fetch(`${at().url}${prefix}/${route}/${files[kind]?.uuid}`)
      const content = Buffer.from(await paper.arrayBuffer())
      expect(paper.status).toBe(200)
      expect(paper.headers.get('content-type')).toBe('application/pdf')
      expect(paper.headers.get('content-disposition')).toMatch(/^attachment; filename=".+\.pdf"/)
      expect(paper.headers.get('cache-control')).toBe('private, max-age=3600')
      expect(paper.headers.get('x-robots-tag')).toBe('noindex')
      expect(content.subarray(0, 5).toString()).toBe('%PDF-')
      expect(content.length).toBe(files[kind]?.size)
    }
})

test('a paper asked for under another route, unknown or no uuid at all is 404', async () => {
  const { policy } = files
  for (const route of [
    'download-policy-slip',
    'download-policy-covernote',
    'download-applicant-form',
    'download-policy-home',
  ])
    expect((await fetch(`${at().url}/${route}/${policy?.uuid}`)).status).toBe(404)
  for (const uuid of [crypto.randomUUID(), '1', 'x'.repeat(36), `${policy?.uuid}'--`])
    expect((await fetch(`${at().url}/download-policy/${encodeURIComponent(uuid)}`)).status).toBe(
      404,
    )
})

test("papers are made in the buyer's language; in the other when they are first asked for, once however often", async () => {
  const made = async () =>
    (await at().db.selectFrom('documents').select(['kind', 'locale']).execute())
      .map(({ locale }) => locale)
      .toSorted()
  expect(await made()).toEqual(Array(4).fill('kz'))
  const { id: orderId } = await at().db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  const inRussian = async () => {
    const { body } = await at().api('ogpoCheckOrderSet', { orderId }, token, 'ru')
    return body.success ? body.data.files : undefined
  }
  const [russian, ...more] = await Promise.all([inRussian(), inRussian(), inRussian()])
  expect(Object.keys(russian ?? {}).toSorted()).toEqual([
    'applicantForm',
    'covernote',
    'policy',
    'slip',
  ])
  for (const again of [...more, await inRussian()]) expect(again).toEqual(russian)
  expect(russian?.policy?.uuid).not.toBe(files.policy?.uuid)
  expect(await made()).toEqual([...Array(4).fill('kz'), ...Array(4).fill('ru')])
  const paper = Buffer.from(
    await (await fetch(`${at().url}/ru/download-policy/${russian?.policy?.uuid}`)).arrayBuffer(),
  )
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-')
  expect(paper.length).toBe(russian?.policy?.size)
})

test('papers that were not made when the policy was are made for whoever asks: a screen, a letter', async () => {
  const { db } = at()
  const { id: orderId } = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  await forgetPapers()
  const { body } = await at().api('ogpoCheckOrderSet', { orderId }, token)
  const remade = body.success ? body.data.files : undefined
  expect(Object.keys(remade ?? {})).toHaveLength(4)
  expect(remade?.policy).toEqual(files.policy)
  expect(remade?.slip?.size).toBe(files.slip?.size)
  const paper = await fetch(`${at().url}/download-policy-slip/${remade?.slip?.uuid}`)
  expect(paper.headers.get('content-length')).toBe(String(remade?.slip?.size))

  await forgetPapers()
  const before = (await at().mails('client@example.kz')).length
  await at().api('ogpoSendPapers', { orderId }, token)
  const letters = await until(
    () => at().mails('client@example.kz'),
    (mails) => mails.length > before,
  )
  expect(letters.map(({ attachments }) => attachments.length)).toEqual(letters.map(() => 4))
})

test('the papers name the identity document the policyholder has, a residence permit too', async () => {
  const { db } = at()
  const order = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  const policy = await db.selectFrom('policies').selectAll().executeTakeFirstOrThrow()
  const { price } = await db
    .selectFrom('quotes')
    .selectAll()
    .where('id', '=', order.calculation_id)
    .executeTakeFirstOrThrow()
  const { data } = await db.selectFrom('tariff_tables').selectAll().executeTakeFirstOrThrow()
  const sold = QuoteFacts.parse(policy.facts)
  const named = (type: string) => {
    const document = { type, number: '041234567', issueDate: '2019-06-04', issuer: '' }
    const facts = { ...sold, policyholder: { ...sold.policyholder, document } }
    return policyDocumentFacts(
      order,
      policy,
      facts,
      StoredPrice.parse(price),
      tablesSchema.parse(data),
      '',
      '',
      null,
    ).policyholder.document?.kind.ru
  }
  expect(['ID_CARD', 'PASSPORT', 'FOREIGN_PASSPORT', 'RESIDENCE_PERMIT'].map(named)).toEqual([
    'Удостоверение личности',
    'Паспорт',
    'Паспорт иностранного государства',
    'Вид на жительство',
  ])
})

test('the public check by number shows number, car, dates and whether it is valid, and nothing of any person', async () => {
  for (const prefix of ['', '/ru']) {
    const page = await shown(`${prefix}/check/${globalId}`)
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.data).toEqual({
      found: true,
      product: prefix ? 'Обязательное автострахование (ОГПО)' : 'Міндетті автосақтандыру (ОГПО)',
      number: globalId,
      insurer: expect.stringContaining('Дала'),
      plates: [car.registrationNumber],
      start: '2026-11-21',
      end: '2027-11-20',
      state: 'not_yet',
      signed: false,
      checkedAt: expect.stringMatching(/^2026-11-20 \d\d:\d\d$/),
      params: { number: globalId },
    })
    for (const secret of [buyer.iin, buyer.phone, 'Әбдіқадыров', car.techPassport])
      expect(page.html).not.toContain(secret)
  }
})

test('the code of a pass is short, in capitals too, and leads to the signed check', async () => {
  const { pathname } = new URL(checkUrl)
  expect(pathname).toMatch(new RegExp(`^/q/${globalId}[2-9A-HJ-NP-Z]{11}$`))
  // The signed address took 61 modules.
  const address = `https://qorgan.example${pathname}`.toUpperCase()
  expect(encode(address, { ecc: 'M', border: 0 }).size).toBeLessThanOrEqual(29)
  for (const path of [pathname, pathname.toUpperCase()])
    expect((await shown(path)).data).toMatchObject({ found: true, signed: true, number: globalId })
  const last = pathname.endsWith('A') ? 'B' : 'A'
  const forged = await fetch(`${at().url}${pathname.slice(0, -1)}${last}`)
  expect(forged.status).toBe(404)
  // As long in signs, longer in bytes.
  const foreign = `${pathname.slice(0, -1)}${encodeURIComponent('Ж')}`
  expect((await fetch(at().url + foreign)).status).toBe(404)
})

test('the address on paper carries a signed token that proves we issued the policy', async () => {
  const policy = await at().db.selectFrom('policies').selectAll().executeTakeFirstOrThrow()
  const { config, signer } = at().server.deps
  const signed = new URL(await checkAddress(config.publicUrl, signer, policy, 'kz'))
  expect(signed.pathname).toBe(`/check/${globalId}`)
  expect((await shown(signed.pathname + signed.search)).data).toMatchObject({ signed: true })
  signed.searchParams.set('t', `${signed.searchParams.get('t')?.slice(0, -6)}AAAAAA`)
  expect((await shown(signed.pathname + signed.search)).data).toMatchObject({
    found: true,
    signed: false,
  })
})

test('the number may be typed in small letters and with spaces around', async () => {
  expect(
    (await shown(`/check/${encodeURIComponent(` ${globalId.toLowerCase()} `)}`)).data,
  ).toMatchObject({ found: true })
})

test('an unknown number is 404 and says so', async () => {
  const page = await shown('/check/00000000000A')
  expect(page.status).toBe(404)
  expect(page.data).toMatchObject({ found: false, number: '00000000000A', plates: [] })
})

test('the check follows the day: valid while in force, ended after it, terminated when it was ended early', async () => {
  const state = async () => (await shown(`/check/${globalId}`)).data.state
  await clockTo(at(), '2026-11-21T06:00:00Z')
  expect(await state()).toBe('valid')
  await clockTo(at(), '2027-11-20T18:00:00Z')
  expect(await state()).toBe('valid')
  await clockTo(at(), '2027-11-20T19:30:00Z')
  expect(await state()).toBe('ended')
  await clockTo(at(), null)
  await at()
    .db.updateTable('policies')
    .set({ state: 'terminated' })
    .where('global_id', '=', globalId)
    .execute()
  expect(await state()).toBe('terminated')
})

test('of somebody who was erased meanwhile no paper is made', async () => {
  const { db } = at()
  const { id: orderId } = await db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
  const { id } = await db.selectFrom('policies').select('id').executeTakeFirstOrThrow()
  await forgetPapers()
  // Another process erases: the person disappears between reading the facts and writing.
  const asked = await db.transaction().execute(async (tx) => {
    await sql`select id from policies where id = ${id} for update`.execute(tx)
    const answer = at().api('ogpoCheckOrderSet', { orderId }, token)
    const waiting = sql`select pid from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like '%for share%'`
    await until(
      async () => (await waiting.execute(db)).rows.length,
      (found) => found > 0,
    )
    await tx.deleteFrom('documents').where('policy_id', '=', id).execute()
    await tx.updateTable('policies').set({ policyholder_iin: 'erased' }).execute()
    return { answer }
  })
  await asked.answer
  expect(await db.selectFrom('documents').select('uuid').execute()).toEqual([])
})
