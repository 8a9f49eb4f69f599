import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { importLists } from '#server/kyc/import-lists.ts'
import { heldActs } from '#tests/held.ts'
import { kycDesk } from '#tests/kyc-desk.ts'
import { priced, purchaseToken, ready, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const { staff, second, imports } = kycDesk(at)

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
  // The publisher's file is unchanged: it does not replace the newer upload.
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

test('a file brought by staff takes nobody’s block away, whatever it leaves out', async () => {
  const listed = ready('900622499917')
  await at().control('PUT', `/control/people/${listed.iin}`, { lists: ['TERROR'] })
  await imports()
  const calculates = async () =>
    at().api('ogpoCalculate', sale({ insurant: { ...listed } }), await purchaseToken(at(), listed))
  await until(calculates, ({ body }) => !body.success)
  const active = await published('/aml/afm/TERROR/active.xml')
  const file = active.replaceAll(/<person>.*?<\/person>/gs, (one) =>
    one.includes(listed.iin) ? '' : one,
  )
  expect(file).not.toBe(active)
  const { db } = at()
  await db.updateTable('aml_lists').set({ may_shrink_share: '0.9' }).execute()
  const { body } = await upload('TERROR', { file })
  expect(body).toMatchObject({ success: true, data: { outcome: 'new' } })
  const { body: status } = await at().api('kycStatus', { iin: listed.iin }, await staff())
  expect(status).toMatchObject({ success: true, data: { status: 'blocked', takes_two: true } })
  expect((await calculates()).body).toMatchObject({ success: false, code: 12004 })
  // The publisher's own file leaves the person out: the block is lifted.
  await at().control('PUT', `/control/people/${listed.iin}`, { lists: [] })
  await imports()
  await until(calculates, ({ body: now }) => now.success)
})

const files = ['active', 'included', 'excluded'] as const
const publishedFiles = async () => {
  const [active = '', included = '', excluded = ''] = await Promise.all(
    files.map((part) => published(`/aml/afm/TERROR/${part}.xml`)),
  )
  return { file: active, included, excluded }
}
const listIs = (iin: string, lists: string[]) =>
  at().control('PUT', `/control/people/${iin}`, { lists })
const personOf = (file: string, iin: string) =>
  file.match(/<person>.*?<\/person>/gs)?.find((one) => one.includes(iin)) ?? ''
const entriesNow = async () => {
  const { version } = await at()
    .db.selectFrom('aml_versions')
    .select((expression) =>
      expression.ref('entries').$castTo<{ iin: string | null }[]>().as('version'),
    )
    .where('list_code', '=', 'TERROR')
    .orderBy('confirmed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return version.flatMap(({ iin }) => iin ?? [])
}
/** People on the publisher's list and on ours. */
async function onTheList(...iins: string[]) {
  for (const iin of iins) await listIs(iin, ['TERROR'])
  await imports()
  await until(entriesNow, (now) => iins.every((iin) => now.includes(iin)))
  return publishedFiles()
}
const without = (file: string, ...iins: string[]) =>
  iins.reduce((left, iin) => left.replace(personOf(left, iin), ''), file)
const leavingAs = async (token: string) => {
  const { body } = await at().api('kycLists', {}, token)
  if (!body.success) throw new Error('no lists')
  return body.data.lists.find(({ code }) => code === 'TERROR')?.leaving ?? null
}
const signsDue = async (token: string) => {
  const { body } = await at().api('staffToday', {}, token)
  if (!body.success) throw new Error('no day')
  return body.data.rows.filter(({ act }) => act === 'sign_list').map(({ id }) => id)
}
const buys = async (iin: string) => {
  const who = ready(iin)
  const of = sale({ insurant: { ...who } })
  const token = await purchaseToken(at(), who)
  return (await priced(() => at().api('ogpoCalculate', of, token))).body.success
}

test('names that a file of staff leaves out go by a second person, what it adds holds at once, and whoever is blocked stays so', async () => {
  const [free, blocked, added] = ['860707399912', '880214399916', '990101399101']
  const before = await onTheList(free, blocked)
  expect(await buys(blocked)).toBe(false)
  const one = personOf(before.file, free).replaceAll(free, added)
  const { body } = await upload('TERROR', {
    ...before,
    file: without(before.file, free, blocked).replace('</persons>', `${one}</persons>`),
  })
  expect(body).toMatchObject({ success: true, data: { outcome: 'new', leaving: 1 } })
  expect(await entriesNow()).toEqual(expect.arrayContaining([free, blocked, added]))

  const [first, other] = [await staff(), await second()]
  const waiting = await leavingAs(other)
  expect(waiting).toMatchObject({ count: 1, entries: [{ iin: free }], signature: { mine: false } })
  expect((await leavingAs(first))?.signature).toMatchObject({ mine: true })
  expect(await signsDue(other)).toContain('TERROR')
  expect(await signsDue(first)).not.toContain('TERROR')
  const signature_id = waiting?.signature.id ?? ''
  const signs = async (token: string) =>
    (await at().api('kycSignList', { signature_id }, token)).body
  expect(await signs(first)).toMatchObject({ success: false, code: 14063 })
  expect(await entriesNow()).toContain(free)
  // The signature waits its seconds: the names are in force until then.
  const { heldId, goes } = heldActs(at)
  const held = { signature_id, hold: true }
  expect((await at().api('kycSignList', held, other)).body).toEqual({ success: true })
  expect(await signs(other)).toMatchObject({ success: false, code: 14160 })
  expect((await leavingAs(other))?.signature.held).toMatchObject({ mine: true })
  expect(await entriesNow()).toContain(free)
  await goes(await heldId('list', 'TERROR'))
  expect(await signs(other)).toMatchObject({ success: false, code: 14060 })
  expect(await leavingAs(other)).toBeNull()
  const left = await entriesNow()
  expect(left).not.toContain(free)
  expect(left).toEqual(expect.arrayContaining([blocked, added]))
  expect(await buys(free)).toBe(true)
  expect(await buys(blocked)).toBe(false)
})

test('declined or taken back the names stay, an older file brings nothing back, and the publisher itself decides', async () => {
  const [one, later] = ['870901499925', '930412399924']
  const older = await onTheList(one)
  const newer = await onTheList(one, later)
  const [first, other] = [await staff(), await second()]
  const leaving = async () => (await leavingAs(first))?.entries.map(({ iin }) => iin) ?? []
  const id = async () => ({ signature_id: (await leavingAs(first))?.signature.id ?? '' })

  await upload('TERROR', { ...newer, file: without(newer.file, one) })
  expect(await leaving()).toEqual([one])
  const note = 'Нет письма издателя'
  expect((await at().api('kycDeclineList', { ...(await id()), note }, first)).body).toMatchObject({
    code: 14063,
  })
  expect((await at().api('kycDeclineList', { ...(await id()), note }, other)).body).toEqual({
    success: true,
  })
  expect([await leaving(), await entriesNow()]).toEqual([[], expect.arrayContaining([one])])

  // The file that was in force before `later` was added.
  const { body } = await upload('TERROR', { ...older })
  expect(body).toMatchObject({ success: true, data: { leaving: 1 } })
  expect(await leaving()).toEqual([later])
  expect(await entriesNow()).toContain(later)
  // Another file ends the signature that waited under this one.
  const before = await id()
  await upload('TERROR', { ...newer, file: without(newer.file, one, later) })
  expect((await at().api('kycSignList', before, other)).body).toMatchObject({ code: 14060 })
  expect((await leaving()).sort()).toEqual([one, later].sort())
  expect((await at().api('kycWithdrawList', await id(), first)).body).toEqual({ success: true })
  expect(await entriesNow()).toEqual(expect.arrayContaining([one, later]))

  // The publisher's own file, brought by staff and then fetched.
  await listIs(one, [])
  await upload('TERROR', { ...(await publishedFiles()) })
  expect(await leaving()).toEqual([one])
  await imports()
  await until(entriesNow, (now) => !now.includes(one) && now.includes(later))
  expect(await leaving()).toEqual([])
})
