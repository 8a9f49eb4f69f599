import { type IncomingMessage, request } from 'node:http'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { sendDocs } from '#contract/claims.ts'
import { png } from '#tests/claim.ts'
import { account, signedIn, stranger } from '#tests/client.ts'
import { buyer, clockTo, ordered, paysBill, purchaseToken, sale, settled } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { eraseDue } from './erase.ts'

const at = sharedTestApp()
const accountOf = (iin: string) =>
  at()
    .db.selectFrom('accounts')
    .select(['id', 'deletion_due_on', 'deletion_asked_at'])
    .where('iin', '=', iin)
    .executeTakeFirst()
const gone = (iin: string) =>
  until(
    () => accountOf(iin),
    (found) => found === undefined,
  )

test('what cannot be destroyed outside waits behind what can', async () => {
  const { db, server } = at()
  const row = (n: number) => ({
    kind: 'file',
    key: `stuck/${String(n).padStart(4, '0')}`,
    account_id: '00000000-0000-4000-8000-000000000000',
  })
  await db
    .insertInto('erased_outside')
    .values(Array.from({ length: 500 }, (_, n) => row(n)))
    .execute()
  await db
    .insertInto('erased_outside')
    .values({ ...row(0), key: 'late' })
    .execute()
  const { files } = server.deps.systems
  const { remove } = files
  // The storage does not answer for those, to the server's own sweep neither: every other file goes.
  files.remove = async (key) => {
    if (key.startsWith('stuck/')) throw new Error('the storage is away')
    return remove.call(files, key)
  }
  onTestFinished(() => {
    files.remove = remove
  })
  for (const _ of [1, 2]) await eraseDue(server.deps)
  const left = await db.selectFrom('erased_outside').select('key').execute()
  await db.deleteFrom('erased_outside').execute()
  expect(left).toHaveLength(500)
  expect(left.map(({ key }) => key)).not.toContain('late')
})

test('whoever never bought anything is gone at once', async () => {
  const token = await signedIn(at(), stranger)
  const { body } = await at().api('cabinetAskDeletion', {}, token, 'ru')
  expect(body).toMatchObject({
    success: true,
    data: { keptUntil: null, message: expect.stringContaining('сразу') },
  })
  await gone(stranger.iin)
  expect((await at().api('cabinetUser', {}, token)).status).toBe(401)
})

test('a client with a policy is kept for five years after its end, then nothing names them, and the books still balance', async () => {
  spec('7.2.ours-requested-deletion-destroys')

  const buying = await purchaseToken(at())
  // A calculation that becomes nothing.
  await at().api('ogpoCalculate', sale(), buying)
  const { orderId } = await ordered(at(), buying)
  await paysBill(at())
  const issued = await settled(at(), buying, orderId)
  if (!issued.success) throw new Error('not issued')
  const token = await signedIn(at())
  const { body } = await at().api('cabinetAskDeletion', {}, token)
  expect(body).toMatchObject({ success: true, data: { keptUntil: '2032-11-20' } })
  // Repeated, it is the same request.
  const { body: second } = await at().api('cabinetAskDeletion', {}, token)
  expect(second).toEqual(body)
  // Staff wrote about them in their own words.
  const words = `rang ${buyer.phone}: wants it back`
  const by = { actor: 'staff:7', reason: words, at: at().server.deps.clock.now() }
  await at()
    .db.insertInto('order_acts')
    .values({ order_id: orderId, action: 'order.give_back_asked', ...by })
    .execute()
  await at()
    .db.insertInto('order_history')
    .values({ order_id: orderId, state: 'paid', ...by })
    .execute()
  await at()
    .db.insertInto('payment_attempt_history')
    .values({ attempt_id: `${orderId}-1`, state: 'paid', ...by })
    .execute()
  await at()
    .db.insertInto('signatures')
    .values({
      kind: 'refund',
      subject: orderId,
      state: 'refused',
      reason: words,
      note: words,
      facts: JSON.stringify({ holder: buyer.iin }),
      asked_by: 'staff:7',
      decided_by: 'staff:8',
      asked_at: by.at,
      decided_at: by.at,
    })
    .execute()
  const noted = { text: words, actor: 'staff:7', at: by.at }
  const subject = (await accountOf(buyer.iin))?.id ?? ''
  await at()
    .db.insertInto('desk_notes')
    .values([
      { id: crypto.randomUUID(), about: 'order', subject: orderId, ...noted },
      { id: crypto.randomUUID(), about: 'client', subject, ...noted },
    ])
    .execute()
  const ledger = () =>
    at().db.selectFrom('ledger').select(['kind', 'amount']).orderBy('id').execute()
  const accounting = await ledger()

  await clockTo(at(), '2032-11-20T06:00:00Z')
  await until(
    () => at().db.selectFrom('policies').select('state').executeTakeFirstOrThrow(),
    ({ state }) => state === 'ended',
  )
  expect(await accountOf(buyer.iin)).toMatchObject({ deletion_due_on: '2032-11-21' })

  await clockTo(at(), '2032-11-21T06:00:00Z')
  await gone(buyer.iin)
  // Every column of text or data of every table, no IIN, no phone, no name.
  for (const secret of [buyer.iin, buyer.phone, 'Әбдіқадыров', 'client@example.kz'])
    expect([secret, await tablesWith(secret)]).toEqual([secret, []])
  expect(
    await at().db.selectFrom('signatures').select(['asked_by', 'decided_by']).execute(),
  ).toEqual([{ asked_by: 'staff:7', decided_by: 'staff:8' }])
  expect(await ledger()).toEqual(accounting)
  expect(
    await at()
      .db.selectFrom('audit')
      .select(['actor', 'action'])
      .where('action', '=', 'client.erased')
      .execute(),
  ).toHaveLength(2)
  expect((await at().raw(`/check/${issued.data.globalId}`, { method: 'GET' })).status).toBe(200)
})

test('an upload that is on its way when its client goes is told of the ended session, and keeps nothing', async () => {
  const token = await signedIn(at(), stranger)
  const answered = Promise.withResolvers<IncomingMessage>()
  const upload = request(new URL(sendDocs.path, at().url), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
    },
  })
  upload.on('response', answered.resolve).on('error', answered.reject)
  const file = (slot: string) =>
    `--x\r\ncontent-disposition: form-data; name="documents[${slot}]"; filename="a.png"\r\n\r\n`
  upload.write(Buffer.concat([Buffer.from(file('id_front')), png]))
  await until(
    () => at().db.selectFrom('files').select('id').execute(),
    (files) => files.length > 0,
  )
  await at().api('cabinetAskDeletion', {}, token)
  await gone(stranger.iin)
  upload.end(
    Buffer.concat([Buffer.from(`\r\n${file('id_back')}`), png, Buffer.from('\r\n--x--\r\n')]),
  )
  expect((await answered.promise).statusCode).toBe(401)
  expect(await at().db.selectFrom('files').select('id').execute()).toEqual([])
})

test('a claim that is open, and a block, keep the person until they are over', async () => {
  const kept = await account(at(), { iin: '900622499917', phone: '77010000333' })
  const screening = await at()
    .db.insertInto('screenings')
    .values({ iin: kept.iin, decision: 'hit', matches: '[]', list_versions: '{}', at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await at()
    .db.insertInto('kyc_cases')
    .values({
      iin: kept.iin,
      status: 'blocked',
      screening_id: screening.id,
      entries: '[]',
      changed_at: new Date(),
    })
    .execute()
  await at()
    .db.updateTable('accounts')
    .set({ deletion_due_on: at().server.deps.clock.today() })
    .where('id', '=', kept.id)
    .execute()
  const later = await until(
    () => accountOf(kept.iin),
    (found) => found?.deletion_due_on !== at().server.deps.clock.today(),
  )
  expect(later?.deletion_due_on).toBe('2032-11-22')
})

/** Tables that contain the text anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{
    name: string
  }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(at().db)
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } =
        await sql`select 1 from ${sql.table(name)} t where t::text like ${`%${text}%`} limit 1`.execute(
          at().db,
        )
      return rows.length ? [name] : []
    }),
  )
  return found.flat()
}
