import { expect, onTestFinished, test } from 'vitest'
import { interruptSteps } from '#server/jobs/steps.ts'
import { dropExports, makeExport } from '#server/reports/exports.ts'
import { account, signedIn } from '#tests/client.ts'
import { buyer, clockTo, ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const accountant = { iin: '850505499909', phone: '77010000555' }
const another = { iin: '880808399905', phone: '77010000556' }
const ask = { from: '2026-11-01', to: '2026-11-30' }

let made: Promise<string> | null = null
const token = () => (made ??= make())
async function make(): Promise<string> {
  const buying = await purchaseToken(at())
  const { orderId } = await ordered(at(), buying)
  await paysBill(at())
  await settled(at(), buying, orderId)
  await account(at(), accountant, { role: 'accountant' })
  await account(at(), another, { role: 'accountant' })
  return signedIn(at(), accountant)
}

type Asked = { persons?: 'masked' | 'full'; reason?: string; report?: 'orders' | 'promoters' }
const start = async ({ report = 'orders', ...more }: Asked = {}) =>
  at().api('reportStartExport', { report, format: 'csv', ask, ...more }, await token(), 'ru')
const idOf = async (asked: Asked = {}): Promise<string> => {
  const { body } = await start(asked)
  if (!body.success) throw new Error(body.message)
  return body.data.id
}
const listed = async (bearer: string) => {
  const { body } = await at().api('reportExports', {}, bearer)
  if (!body.success) throw new Error(body.message)
  return body.data
}
const ready = async (id: string) =>
  until(
    async () => (await listed(await token())).find((one) => one.id === id),
    (row) => row?.state === 'done',
  )
const download = (id: string, bearer: string) =>
  fetch(`${at().url}/api/reports/exportFile?id=${id}`, {
    headers: { authorization: `Bearer ${bearer}` },
  })

test('a report is made in the background, found again, and has four digits of an IIN', async () => {
  spec('2.2.orders-report-exports')

  const id = await idOf()
  const row = await ready(id)
  expect(row).toMatchObject({
    report: 'orders',
    persons: 'masked',
    rowsDone: 1,
    rowsAll: 1,
    downloads: 0,
    from: '2026-11-01',
    to: '2026-11-30',
    failure: null,
  })
  const answer = await download(id, await token())
  const text = await answer.text()
  expect(answer.headers.get('content-disposition')).toContain('qorgan-orders-2026-11-01-2026-11-30')
  expect(text.length).toBeGreaterThan(200)
  expect([text.includes(buyer.iin), text.includes(`•••• ${buyer.iin.slice(-4)}`)]).toEqual([
    false,
    true,
  ])
  expect((await listed(await token()))[0]?.downloads).toBe(1)
})

test('nobody has more files under way than three, whichever window asks', async () => {
  const { db } = at()
  const made = await db.selectFrom('exports').selectAll().limit(1).executeTakeFirstOrThrow()
  const { id: _, ...row } = made
  const now = at().server.deps.clock.now()
  const open = { ...row, asked: JSON.stringify(row.asked), created_at: now, touched_at: now }
  await db
    .insertInto('exports')
    .values([1, 2, 3].map(() => ({ ...open, state: 'making', expires_at: null })))
    .execute()
  const refused = await start({})
  expect(refused.body).toMatchObject({ success: false, code: 14103 })
  await db.deleteFrom('exports').where('id', '<>', made.id).execute()
  await ready(await idOf())
})

test('whole IINs ask why; who asked and who downloaded is in the audit log, without a person', async () => {
  spec('2.2.orders-report-exports-whole')

  const bare = await start({ persons: 'full', reason: 'надо' })
  expect([bare.status, bare.body.errors]).toEqual([
    422,
    [{ path: 'reason', message: 'Напишите, зачем нужны полные ИИН: не меньше 10 символов' }],
  ])
  const id = await idOf({ persons: 'full', reason: 'запрос налоговой № 118' })
  expect((await ready(id))?.reason).toBe('запрос налоговой № 118')
  expect(await (await download(id, await token())).text()).toContain(buyer.iin)
  const rows = await at()
    .db.selectFrom('audit')
    .selectAll()
    .where('action', 'like', 'report.export%')
    .orderBy('id')
    .execute()
  const of = rows.filter(({ details }) => JSON.stringify(details).includes(id))
  expect(of.map(({ action }) => action)).toEqual(['report.export_asked', 'report.exported'])
  expect(of.map(({ details }) => details)).toMatchObject([{ persons: 'full' }, { persons: 'full' }])
  expect(JSON.stringify(rows)).not.toContain(buyer.iin)
})

const stored = async (id: string) =>
  (await Array.fromAsync(at().server.deps.systems.files.keys())).includes(`exports/${id}`)
/** A row without a job. */
const unasked = async (state = 'queued') => {
  const { account_id } = await at()
    .db.selectFrom('exports')
    .select('account_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const now = at().server.deps.clock.now()
  const { id } = await at()
    .db.insertInto('exports')
    .values({
      account_id,
      state,
      report: 'orders',
      format: 'csv',
      locale: 'ru',
      persons: 'masked',
      asked: JSON.stringify(ask),
      created_at: now,
      touched_at: new Date(now.getTime() + 1e6),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const stateOf = async (id: string) =>
  (
    await at()
      .db.selectFrom('exports')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).state

test('a job begun again while the first still writes leaves the file to it', async () => {
  await ready(await idOf())
  const { deps } = at().server
  const id = await unasked()
  await deps.locks.take(`export:${id}`)
  await makeExport(deps, id)
  expect([await stateOf(id), await stored(id)]).toEqual(['queued', false])
  await deps.locks.free(`export:${id}`)
  await makeExport(deps, id)
  expect([await stateOf(id), await stored(id)]).toEqual(['done', true])
})

test('of a file that failed or was stopped nothing stays stored', async () => {
  await ready(await idOf())
  const { deps } = at().server
  const failed = await unasked()
  onTestFinished(() => interruptSteps(null))
  interruptSteps((where) => where === 'before:report.export.commit')
  await makeExport(deps, failed)
  interruptSteps(null)
  expect([await stateOf(failed), await stored(failed)]).toEqual(['failed', false])

  // Its process died after it was stopped and the file was written.
  const stopped = await unasked('stopped')
  await deps.systems.files.put(
    `exports/${stopped}`,
    (async function* () {
      yield Buffer.from(buyer.iin)
    })(),
  )
  const old = new Date(deps.clock.now().getTime() - 2 * 3_600_000)
  await at().db.updateTable('exports').set({ touched_at: old }).where('id', '=', stopped).execute()
  await dropExports(deps)
  expect([await stateOf(stopped), await stored(stopped)]).toEqual(['stopped', false])
})

test('a file is its asker’s alone, may be stopped, and is gone after a day', async () => {
  const [id, other] = [await idOf(), await idOf({ report: 'promoters' })]
  await ready(id)
  await ready(other)
  const stranger = await signedIn(at(), another)
  expect(await listed(stranger)).toEqual([])
  expect((await download(id, stranger)).status).toBe(404)
  expect((await at().api('reportStopExport', { id }, stranger)).status).toBe(404)
  expect((await at().api('reportStopExport', { id: other }, await token())).status).toBe(200)
  expect((await download(other, await token())).status).toBe(404)
  await clockTo(at(), '2026-11-21T07:00:00Z')
  const later = await signedIn(at(), accountant)
  expect((await download(id, later)).status).toBe(404)
  expect((await listed(later)).find((one) => one.id === id)?.state).toBe('gone')
  await dropExports(at().server.deps)
  const row = await at()
    .db.selectFrom('exports')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.state).toBe('gone')
  await expect(at().server.deps.systems.files.read(`exports/${id}`)).rejects.toThrow()
})
