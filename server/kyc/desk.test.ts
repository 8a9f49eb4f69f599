import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { maskIin } from '#domain/iin.ts'
import { amlJob } from '#server/jobs/definitions.ts'
import { importLists } from '#server/kyc/import-lists.ts'
import { account, signedIn, stranger } from '#tests/client.ts'
import { buyer, ordered, paysBill, purchaseToken, sale, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, testApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const clerk = { iin: '880808399905', phone: '77010000580' }
/** Reads like an entry of list 1 without IIN: «review». */
const namesake = { iin: '830304399916', phone: '77010000021' }

let token: Promise<string> | null = null
const staff = () =>
  (token ??= (async () => {
    const { id } = await account(at(), clerk, { role: 'staff' })
    await at()
      .db.updateTable('accounts')
      .set({ surname: 'Тұрсынов', name: 'Ерлан' })
      .where('id', '=', id)
      .execute()
    return signedIn(at(), clerk)
  })())
const statusOf = async (iin: string) => {
  const { body } = await at().api('kycStatus', { iin }, await staff())
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.data
}
const imports = () => at().server.deps.queue.send(amlJob, {})
const upload = async (list: string, files: Record<string, string>) => {
  const form = new FormData()
  form.set('list', list)
  for (const [name, content] of Object.entries(files))
    form.set(name, new Blob([content], { type: 'application/xml' }), `${name}.xml`)
  const answer = await fetch(`${at().url}/api/kyc/uploadList`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await staff()}`, 'accept-language': 'ru' },
    body: form,
  })
  return { status: answer.status, body: await answer.json() }
}
const published = async (path: string) => (await fetch(`${at().sandbox.url}${path}`)).text()
const versionOf = async (code: string) => {
  const { body } = await at().api('kycLists', {}, await staff())
  if (!body.success) throw new Error('no lists')
  return body.data.lists.find((list) => list.code === code)
}

test('a person on a list is blocked with what was compared; unblocked with a reason they buy again, until a new entry matches', async () => {
  spec(
    '1.staff-handle-kyc-unblock',
    '4.1.kyc-blocked-unblocked-reason',
    '6.staff-unblock-client-reason',
    '7.4.kyc-status-unblock-keep',
  )

  const buys = await purchaseToken(at(), namesake)
  const calculate = async () =>
    (await at().api('ogpoCalculate', sale({ insurant: { ...namesake } }), buys)).body
  expect(await calculate()).toMatchObject({ code: 12004 })

  const blocked = await statusOf(namesake.iin)
  expect(blocked).toMatchObject({
    status: 'blocked',
    reason: null,
    compared: 'person',
    to_decide: true,
    iin: '8303••••9916',
    person: { birthDate: expect.any(String) },
  })
  expect(blocked.matches[0]).toMatchObject({
    list: 'TERROR',
    effect: 'block',
    by: expect.stringMatching(/^similar/),
    iin: null,
    names: [expect.any(String)],
    version: expect.stringMatching(/^[0-9a-f]{8}$/),
  })
  expect(blocked.history.map(({ event, by }) => [event, by])).toEqual([['blocked', null]])
  // Word by word, by the rule that screened.
  const { parts, score } = blocked.matches[0] ?? {}
  expect(parts?.score).toBeCloseTo(score ?? -1, 3)
  expect(parts?.words.length).toBeGreaterThan(1)
  expect(blocked.own).toBe(false)
  const waiting = await at().api('kycCases', {}, await staff())
  expect(waiting.body).toMatchObject({
    data: { cases: expect.arrayContaining([expect.objectContaining({ iin: '8303••••9916' })]) },
  })

  const unblock = async (reason: string) =>
    at().api('kycUnblock', { iin: namesake.iin, reason }, await staff(), 'ru')
  expect(await unblock('  да ')).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'reason' }] },
  })
  // A decision about what the case was before its last change is none about what it is.
  const stale = {
    ...{ iin: namesake.iin, reason: 'Другой человек: сверено удостоверение' },
    seen: '2020-01-01T00:00:00.000Z',
  }
  expect((await at().api('kycUnblock', stale, await staff())).body).toMatchObject({ code: 14060 })
  const seen = (await statusOf(namesake.iin)).changed_at ?? ''
  expect((await at().api('kycUnblock', { ...stale, seen }, await staff())).body).toEqual({
    success: true,
  })
  expect((await unblock('Ещё раз то же самое')).body).toMatchObject({
    success: false,
    code: 14077,
    message: 'Клиент не заблокирован',
  })
  expect(await calculate()).toMatchObject({ success: true })
  const after = await statusOf(namesake.iin)
  expect(after).toMatchObject({
    status: 'unblocked',
    reason: 'Другой человек: сверено удостоверение',
    to_decide: false,
  })
  expect(after.matches).toHaveLength(blocked.matches.length)
  const written = await at()
    .db.selectFrom('audit')
    .selectAll()
    .where('action', '=', 'client.unblocked')
    .execute()
  expect(written).toHaveLength(1)
  expect(written[0]?.actor).toMatch(/^staff:[0-9a-f-]{36}$/)
  expect(JSON.stringify(await at().db.selectFrom('audit').selectAll().execute())).not.toContain(
    namesake.iin,
  )

  // Another list names the person by their IIN: that was never decided about.
  await at().control('PUT', `/control/people/${namesake.iin}`, { lists: ['TERROR_FINANCING'] })
  await imports()
  await until(calculate, (body) => !body.success)
  expect(await statusOf(namesake.iin)).toMatchObject({
    status: 'blocked',
    reason: null,
    to_decide: true,
  })

  // Staff look and leave the block: the case waits no longer.
  expect(
    (await at().api('kycKeep', { iin: namesake.iin, reason: 'Совпадает ИИН' }, await staff())).body,
  ).toEqual({ success: true })
  const kept = await statusOf(namesake.iin)
  expect(kept).toMatchObject({ status: 'blocked', to_decide: false, reason: 'Совпадает ИИН' })
  expect(kept.history.map(({ event }) => event)).toEqual([
    'kept',
    'blocked',
    'unblocked',
    'blocked',
  ])
  expect(kept.history.map(({ by }) => by)).toEqual(['Тұрсынов Ерлан', null, 'Тұрсынов Ерлан', null])
})

test('a client with a policy in force is found when a list changes, waits on the list of new cases, and is released when the entry goes', async () => {
  spec('4.1.kyc-clients-screened-again')

  const buys = await purchaseToken(at())
  const { orderId } = await ordered(at(), buys)
  await paysBill(at())
  await settled(at(), buys, orderId)
  expect(await statusOf(buyer.iin)).toMatchObject({
    status: 'unblocked',
    matches: [],
    policies_in_force: 1,
  })

  await at().control('PUT', `/control/people/${buyer.iin}`, { lists: ['WMD'] })
  await imports()
  const found = await until(
    async () =>
      at().db.selectFrom('kyc_cases').selectAll().where('iin', '=', buyer.iin).executeTakeFirst(),
    (row) => row !== undefined,
  )
  expect(found).toMatchObject({ status: 'blocked', origin: 'rescreen', decided_at: null })
  const { body } = await at().api('kycCases', {}, await staff())
  expect(body).toMatchObject({ data: { waiting: expect.any(Number) } })
  if (body.success)
    expect(body.data.cases.find(({ iin }) => iin === maskIin(buyer.iin))).toMatchObject({
      origin: 'rescreen',
      lists: [expect.stringContaining('қару')],
      policies_in_force: 1,
    })
  const walk = await until(
    async () => (await at().api('kycLists', {}, await staff())).body,
    (lists) => lists.success && lists.data.rescreen?.state === 'done',
  )
  expect(walk).toMatchObject({ data: { fresh: true, rescreen: { list: 'WMD', blocked: 1 } } })

  await at().control('PUT', `/control/people/${buyer.iin}`, { lists: [] })
  await imports()
  await until(
    async () =>
      (
        await at()
          .db.selectFrom('kyc_cases')
          .select('status')
          .where('iin', '=', buyer.iin)
          .executeTakeFirst()
      )?.status,
    (status) => status === 'unblocked',
  )
  expect((await statusOf(buyer.iin)).history[0]).toMatchObject({ event: 'released', by: null })
})

test('a list that begins to block, wants a look or only marks has the clients screened again, as an import does', async () => {
  spec('4.1.kyc-clients-screened-again-when')

  await at().control('PUT', `/control/people/${buyer.iin}`, { lists: ['PEP'] })
  await imports()
  await until(
    async () => (await statusOf(buyer.iin)).matches.map(({ list }) => list),
    (lists) => lists.includes('PEP'),
  )
  expect(await statusOf(buyer.iin)).toMatchObject({ status: 'unblocked' })
  const changes = async (effect: 'block' | 'flag', status: 'blocked' | 'unblocked') => {
    await at().db.updateTable('aml_lists').set({ effect }).where('code', '=', 'PEP').execute()
    const found = await until(
      () =>
        at()
          .db.selectFrom('kyc_cases')
          .select(['status', 'origin'])
          .where('iin', '=', buyer.iin)
          .executeTakeFirst(),
      (row) => row?.status === status,
    )
    const walk = await until(
      () =>
        at()
          .db.selectFrom('kyc_rescreens')
          .selectAll()
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst(),
      (row) => row?.state === 'done',
    )
    expect(walk?.list_code).toBe('PEP')
    return found
  }
  expect(await changes('block', 'blocked')).toMatchObject({ origin: 'rescreen' })
  await changes('flag', 'unblocked')
  expect((await statusOf(buyer.iin)).history[0]).toMatchObject({ event: 'released', by: null })
  await at().control('PUT', `/control/people/${buyer.iin}`, { lists: [] })
})

test('who has never tried to buy is screened by name and IIN as a sale would screen them, and can be unblocked', async () => {
  const fresh = await testApp()
  await account(fresh, clerk, { role: 'staff' })
  const token = await signedIn(fresh, clerk)
  const look = async (iin: string) => (await fresh.api('kycStatus', { iin }, token)).body
  // The entry has no IIN: only the name that the unified database gives finds it.
  expect(await look(namesake.iin)).toMatchObject({
    data: { status: 'blocked', compared: 'person', matches: [{ list: 'TERROR', iin: null }] },
  })
  await fresh.control('PUT', `/control/people/${stranger.iin}`, { lists: ['TERROR'] })
  await fresh.server.deps.queue.send(amlJob, {})
  const blocked = await until(
    () => look(stranger.iin),
    (body) => body.success && body.data.status === 'blocked',
  )
  expect(blocked).toMatchObject({ data: { matches: [{ by: 'iin', score: 1 }], to_decide: true } })
  // With the unified database silent the IIN alone still blocks.
  await fresh.server.deps.db.deleteFrom('kyc_history').execute()
  await fresh.server.deps.db.deleteFrom('kyc_cases').execute()
  await fresh.server.deps.db.deleteFrom('screenings').execute()
  await fresh.fault('esbd', 'unavailable', { times: 50 })
  expect(await look(stranger.iin)).toMatchObject({
    data: { status: 'blocked', compared: 'iin_only', person: null },
  })
  const unblocked = await fresh.api(
    'kycUnblock',
    { iin: stranger.iin, reason: 'Другой человек: сверено удостоверение' },
    token,
  )
  expect(unblocked.body).toEqual({ success: true })
  expect(await look(stranger.iin)).toMatchObject({ data: { status: 'unblocked' } })
})

test('whom neither we nor the unified database know is looked for by the IIN alone', async () => {
  expect(await statusOf('930412399924')).toMatchObject({
    status: 'unblocked',
    compared: 'iin_only',
    person: null,
    matches: [],
    history: [],
  })
  expect(await at().api('kycStatus', { iin: '900101399907' }, await staff())).toMatchObject({
    status: 422,
  })
  const none = await at().api(
    'kycUnblock',
    { iin: '930412399924', reason: 'нет такого дела' },
    await staff(),
  )
  expect(none.status).toBe(404)
})

test('a file that is empty, cut off, of another format or suspiciously short is refused and the old version stays; a whole one is taken', async () => {
  spec('7.4.kyc-uploadlist')

  const un = await published('/aml/un.xml')
  const before = await versionOf('UN')
  const refusedAs = async (content: string) => {
    const { body } = await upload('UN', { file: content })
    return [body.code, body.data?.reason]
  }
  expect(await refusedAs('')).toEqual([14078, 'empty'])
  expect(await refusedAs(un.slice(0, -40))).toEqual([14078, 'truncated'])
  expect(await refusedAs('<xml><persons/></xml>')).toEqual([14078, 'unreadable'])
  const one = un.replace(/<INDIVIDUAL>.*<\/INDIVIDUAL>/s, (all) =>
    all.slice(0, all.indexOf('</INDIVIDUAL>') + 13),
  )
  expect(await refusedAs(one.replace(/<ENTITY>.*<\/ENTITY>/s, ''))).toEqual([14078, 'shrunk'])
  const still = await versionOf('UN')
  expect(still).toMatchObject({ version: before?.version, state: 'fresh' })
  expect(new Set(still?.refused.map(({ reason }) => reason))).toEqual(
    new Set(['empty', 'truncated', 'unreadable', 'shrunk']),
  )

  const longer = un.replace('DAULET', 'DAULETBEK')
  expect(await upload('UN', { file: longer })).toMatchObject({
    status: 200,
    body: { success: true, data: { outcome: 'new' } },
  })
  expect(await versionOf('UN')).toMatchObject({ origin: 'uploaded', refused: [] })
  // The publisher still says what it said before: it does not take the newer file away.
  const uploaded = (await versionOf('UN'))?.version
  const confirmedAt = (await versionOf('UN'))?.confirmedAt ?? ''
  await imports()
  await until(
    () => versionOf('UN'),
    (list) => (list?.confirmedAt ?? '') > confirmedAt,
  )
  expect((await versionOf('UN'))?.version).toBe(uploaded)
})

test('a list of a format that this version cannot read is refused, by hand and fetched, and the others are taken', async () => {
  const { db, server } = at()
  const formatIs = (format: string) =>
    db.updateTable('aml_lists').set({ format }).where('code', '=', 'UN').execute()
  await sql`alter table aml_lists drop constraint aml_lists_format_check`.execute(db)
  onTestFinished(async () => void (await formatIs('un')))
  await formatIs('csv')
  const before = (await versionOf('UN'))?.version
  const { body } = await upload('UN', { file: await published('/aml/un.xml') })
  expect([body.code, body.data?.reason]).toEqual([14078, 'unreadable'])
  const confirmedAt = (await versionOf('TERROR'))?.confirmedAt ?? ''
  await importLists(server.deps)
  expect((await versionOf('TERROR'))?.confirmedAt ?? '').toSatisfy(
    (later: string) => later > confirmedAt,
  )
  const refused = await db
    .selectFrom('aml_refused')
    .select(['reason', 'origin'])
    .distinct()
    .where('reason', 'like', '%csv%')
    .orderBy('origin')
    .execute()
  const reason = 'list UN: unreadable (format csv)'
  expect(refused).toEqual([
    { reason, origin: 'fetched' },
    { reason, origin: 'uploaded' },
  ])
  expect((await versionOf('UN'))?.version).toBe(before)
})

test('a list in three files takes all three or the first alone, and an unknown list is not found', async () => {
  const [active, included, excluded] = await Promise.all(
    ['active', 'included', 'excluded'].map((part) => published(`/aml/afm/TERROR/${part}.xml`)),
  )
  const half = await upload('TERROR', { file: active ?? '', included: included ?? '' })
  expect(half).toMatchObject({ status: 422, body: { errors: [{ path: 'excluded' }] } })
  const whole = await upload('TERROR', {
    file: active ?? '',
    included: included ?? '',
    excluded: excluded ?? '',
  })
  expect(whole.body).toMatchObject({ success: true, data: { outcome: 'same' } })
  expect((await upload('NOBODY', { file: active ?? '' })).status).toBe(404)
  expect((await upload('TERROR', {})).status).toBe(422)
})

test('staff do not decide about themselves', async () => {
  await at().api(
    'ogpoCalculate',
    sale({ insurant: { ...namesake } }),
    await purchaseToken(at(), namesake),
  )
  const { id } = await account(at(), namesake)
  await at().db.updateTable('accounts').set({ role: 'staff' }).where('id', '=', id).execute()
  const mine = await signedIn(at(), namesake)
  const about = { iin: namesake.iin, reason: 'Другой человек: сверено удостоверение' }
  expect((await at().api('kycUnblock', about, mine)).body).toMatchObject({
    success: false,
    code: 14090,
  })
  expect((await at().api('kycKeep', about, mine)).body).toMatchObject({
    success: false,
    code: 14090,
  })
  expect((await at().api('kycUnblock', about, await staff())).body).toEqual({ success: true })
})

test('the desk tells an IIN in full by the case alone, once it is written down; the person reads who looked', async () => {
  await at().api(
    'ogpoCalculate',
    sale({ insurant: { ...namesake } }),
    await purchaseToken(at(), namesake),
  )
  const whole = async (of: Parameters<typeof revealed>[0]) => (await revealed(of)).body
  const revealed = async (of: { case_id?: string; account_id?: string; what: 'iin' | 'phone' }) =>
    at().api('staffReveal', of, await staff())
  const seen = await statusOf(namesake.iin)
  const everything = await at().api('kycCases', { view: 'waiting' }, await staff())
  const blocked = await at().api('kycCases', { view: 'decided' }, await staff())
  expect(JSON.stringify([seen, everything.body, blocked.body])).not.toContain(namesake.iin)
  const case_id = seen.case_id ?? ''
  expect(await whole({ case_id, what: 'iin' })).toEqual({
    success: true,
    data: { value: namesake.iin, seconds: 60 },
  })
  expect((await revealed({ case_id, what: 'phone' })).status).toBe(404)
  expect((await revealed({ case_id, account_id: case_id, what: 'iin' })).status).toBe(422)
  expect((await revealed({ what: 'iin' })).status).toBe(422)
  const written = await at()
    .db.selectFrom('audit')
    .selectAll()
    .where('action', '=', 'client.iin_revealed')
    .execute()
  expect(written).toHaveLength(1)
  expect(written[0]).toMatchObject({ details: { case: case_id } })
  expect(JSON.stringify(written)).not.toContain(namesake.iin)
  await at()
    .db.updateTable('accounts')
    .set({ role: 'user' })
    .where('iin', '=', namesake.iin)
    .execute()
  const { body: own } = await at().api('cabinetLooks', {}, await signedIn(at(), namesake))
  expect(own.success && own.data.flatMap(({ saw }) => saw)).toContain('client.iin_revealed')
  // A client's page leads to their case by the account.
  const account_id = seen.account_id ?? ''
  const byAccount = await at().api('kycStatus', { account_id }, await staff())
  expect(byAccount.body).toMatchObject({ success: true, data: { case_id } })
})
