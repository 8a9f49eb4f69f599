import { expect, test } from 'vitest'
import { addDays } from '#domain/calendar.ts'
import { verdictAtDesk } from '#domain/claims/at-desk.ts'
import { claimPapers } from '#domain/claims/papers.ts'
import { scanned, sends, withPolicy } from '#tests/claim.ts'
import { account, signedIn } from '#tests/client.ts'
import { namesake } from '#tests/kyc-desk.ts'
import { purchaseToken, sale } from '#tests/sale.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()
const people = [
  { iin: '850505499909', phone: '77010000555' },
  { iin: '880808399905', phone: '77010000556' },
] as const

test('duties say what is missing and by when; nothing is demanded before the books begin', async () => {
  for (const who of people) await account(at(), who, { role: 'accountant' })
  const [first, other] = [await signedIn(at(), people[0]), await signedIn(at(), people[1])]
  const token = first
  const seen = async () => {
    const { body } = await at().api('reportDuties', {}, token)
    if (!body.success) throw new Error(body.message)
    return body.data
  }
  const of = async (duty: string, period: string) =>
    (await seen()).find((one) => one.duty === duty && one.period === period)
  expect(await seen()).toEqual([])
  const start = { month: '2026-09', source: 'ОСВ, 31.08.2026', ours: 0, balances: [] }
  const asked = await at().api('reportProposeStart', start, first)
  if (!asked.body.success) throw new Error(asked.body.message)
  await at().api('reportSignStart', { id: asked.body.data.id }, other)
  expect(await of('close', '2026-08')).toBeUndefined()
  expect(await of('close', '2026-09')).toMatchObject({
    // 31 October 2026 is a Saturday.
    due: '2026-11-02',
    moved: true,
    state: 'late',
    missing: 1,
  })
  expect(await of('close', '2026-10')).toMatchObject({
    due: '2026-11-30',
    moved: false,
    state: 'open',
  })
  expect(await of('vat_return', '2026-Q3')).toMatchObject({
    due: '2026-11-16',
    state: 'late',
    missing: null,
    sure: 'guess',
  })

  const invoice = { duty: 'invoice', period: '2026-10' } as const
  expect(await of('invoice', '2026-10')).toMatchObject({ state: 'late', sure: 'weak', mark: null })
  const wrong = await at().raw('/api/reports/markDuty', {
    body: { ...invoice, period: '2026', how: 'done', note: 'ЭСФ № 7' },
    token,
  })
  expect(wrong.status).toBe(422)
  const marks = { ...invoice, how: 'done', note: 'ЭСФ № 7' } as const
  expect((await at().api('reportMarkDuty', marks, token)).body).toEqual({ success: true })
  expect((await at().api('reportMarkDuty', marks, token)).body).toMatchObject({ success: false })
  expect(await of('invoice', '2026-10')).toMatchObject({ state: 'done', mark: { note: 'ЭСФ № 7' } })
  expect((await at().api('reportUnmarkDuty', invoice, token)).body).toEqual({ success: true })
  expect(await of('invoice', '2026-10')).toMatchObject({ state: 'late', mark: null })
  const unneeded = { ...invoice, how: 'not_needed', note: 'НДС не платим' } as const
  await at().api('reportMarkDuty', unneeded, token)
  expect(await of('invoice', '2026-10')).toMatchObject({ state: 'not_needed' })
  // A duty that the books themselves confirm cannot be marked by hand.
  const byBooks = await at().raw('/api/reports/markDuty', {
    body: { ...unneeded, duty: 'close' },
    token,
  })
  expect(byBooks.status).toBe(422)
})

test('a term that is a guess is confirmed by a person, until it is taken back or changes', async () => {
  for (const who of people) await account(at(), who, { role: 'accountant' })
  const token = await signedIn(at(), people[0])
  const acts = async () => {
    const { body } = await at().api('reportDuties', {}, token)
    return body.success ? body.data.find(({ duty }) => duty === 'acts') : undefined
  }
  expect(await acts()).toMatchObject({ source: 'contract', sure: 'guess', confirmed: null })
  const term = { duty: 'acts', source: 'Договор № 5, пункт 4.2' } as const
  expect((await at().api('reportConfirmTerm', term, token)).body).toEqual({ success: true })
  expect((await at().api('reportConfirmTerm', term, token)).body).toMatchObject({ code: 14060 })
  expect(await acts()).toMatchObject({ sure: 'confirmed', confirmed: { source: term.source } })
  // A changed deadline of the program is a guess again, and needs a new confirmation.
  await at().db.updateTable('confirmed_terms').set({ example: '2027-01-09' }).execute()
  expect(await acts()).toMatchObject({ sure: 'guess', confirmed: null })
  expect((await at().api('reportConfirmTerm', term, token)).body).toEqual({ success: true })
  const { duty } = term
  expect((await at().api('reportUnconfirmTerm', { duty }, token)).body).toEqual({ success: true })
  expect((await at().api('reportUnconfirmTerm', { duty }, token)).body).toMatchObject({
    code: 14060,
  })
  expect(await acts()).toMatchObject({ sure: 'guess', confirmed: null })
  for (const body of [{ ...term, source: ' ' }, { ...term, duty: 'watch_list' }, { duty }])
    expect((await at().raw('/api/reports/confirmTerm', { body, token })).status).toBe(422)
})

test('a day that an order of the government makes free moves duties and the terms of claims alike', async () => {
  const { token: client, globalId } = await withPolicy(at())
  const { claim_id } = (await sends(at(), client, globalId)).body
  await scanned(at(), claim_id)
  await at()
    .db.updateTable('claims')
    .set({ submitted_on: '2026-11-24', documents_on: null })
    .where('id', '=', claim_id)
    .execute()
  const clerk = { iin: '910909399907', phone: '77010000778' }
  await account(at(), clerk, { role: 'staff' })
  const staff = await signedIn(at(), clerk)
  const paid = ({ deadlines }: { deadlines: { kind: string; due: string }[] }) =>
    deadlines.find(({ kind }) => kind === 'payment')?.due
  /** The client, the desk, its board and its queue show the same deadline. */
  const terms = async () => {
    const [own, one, board, queue, policies] = await Promise.all([
      at().api('claimGetClaims', {}, client),
      at().api('staffClaim', { claim_id }, staff),
      at().api('staffClaimBoard', {}, staff),
      at().api('staffClaims', { view: 'open' }, staff),
      at().api('cabinetPolicies', {}, client),
    ])
    if (!own.body.success || !one.body.success || !board.body.success || !queue.body.success)
      throw new Error('no claim')
    const shown = board.body.data.claims.find((each) => each.claim_id === claim_id)
    return {
      client: own.body.data.map(paid)[0],
      desk: paid(one.body.data),
      law: verdictAtDesk({
        product: 'ogpo',
        claimCase: one.body.data.claim_case,
        party: one.body.data.claim_status,
        status: one.body.data.status,
        period: one.body.data.period,
        known: one.body.data.rules,
        papers: new Set(claimPapers),
      }).deadlines.find(({ kind }) => kind === 'payment')?.on,
      board: shown?.deadline.due,
      moved: board.body.data.moved,
      queue: queue.body.data.claims.find((each) => each.claim_id === claim_id)?.deadline?.due,
      tellBy: policies.body.success ? policies.body.data.tell_by : null,
    }
  }
  const before = await terms()
  expect(before).toMatchObject({ client: '2026-12-03', desk: '2026-12-03', law: '2026-12-03' })
  expect(before).toMatchObject({ board: '2026-11-27', queue: '2026-11-27', moved: {} })
  for (const who of people) await account(at(), who, { role: 'accountant' })
  const token = await signedIn(at(), people[0])
  const due = async () => {
    const { body } = await at().api('reportDuties', {}, token)
    const find = body.success ? body.data : []
    return find.find(({ duty, period }) => duty === 'close' && period === '2026-10')
  }
  expect(await due()).toMatchObject({ due: '2026-11-30', moved: false })
  const order = { day: '2026-11-30', works: false, ground: '№ 1, 01.11.2026' }
  await at()
    .db.insertInto('calendar_days')
    .values({ ...order, effective_from: '2026-11-01' })
    .execute()
  expect(await due()).toMatchObject({ due: '2026-12-01', moved: true })
  const moved = { day: '2026-11-26', works: false, ground: '№ 2, 01.11.2026' }
  await at()
    .db.insertInto('calendar_days')
    .values({ ...moved, effective_from: '2026-11-01' })
    .execute()
  const after = await terms()
  expect(after).toMatchObject({ client: '2026-12-07', desk: '2026-12-07', law: '2026-12-07' })
  expect(after).toMatchObject({ board: '2026-12-01', queue: '2026-12-01' })
  expect(after.moved).toEqual({ '2026-11-26': false, '2026-11-30': false })
  expect((after.tellBy ?? '') > (before.tellBy ?? '')).toBe(true)
})

test('a match with a list is due the day after, and done only when a person says it was told', async () => {
  for (const who of people) await account(at(), who, { role: 'accountant' })
  const token = await signedIn(at(), people[0])
  const watched = async () => {
    const { body } = await at().api('reportDuties', {}, token)
    if (!body.success) throw new Error(body.message)
    return body.data.filter(({ duty }) => duty === 'watch_list')
  }
  const buys = await purchaseToken(at(), namesake)
  await at().api('ogpoCalculate', sale({ insurant: { ...namesake } }), buys)
  const [row, ...more] = await watched()
  expect(more).toEqual([])
  expect(row).toMatchObject({ state: 'open', missing: 1, mark: null, sure: 'confirmed' })
  expect(row?.due).toBe(addDays(row?.period ?? '', 1))
  // Staff who keep the block have notified nobody.
  await at().db.updateTable('kyc_cases').set({ decided_at: new Date() }).execute()
  expect(await watched()).toMatchObject([{ state: 'open' }])
  const mark = {
    duty: 'watch_list',
    period: row?.period ?? '',
    how: 'done',
    note: 'ФМ-1 № 12',
  } as const
  expect((await at().api('reportMarkDuty', mark, token)).body).toEqual({ success: true })
  expect(await watched()).toMatchObject([{ state: 'done', mark: { note: 'ФМ-1 № 12' } }])
  // A match found later the same day is in no message yet.
  await at()
    .db.updateTable('kyc_cases')
    .set({ opened_at: new Date(at().server.deps.clock.now().getTime() + 60_000) })
    .execute()
  expect(await watched()).toMatchObject([{ state: 'open' }])
})
