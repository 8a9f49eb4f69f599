import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  type AuditAct,
  auditActs,
  auditKinds,
  auditObjects,
  type Digest,
} from '#domain/audit-acts.ts'
import { locales } from '#domain/locale.ts'
import { account, signedIn } from '#tests/client.ts'
import { clockOn } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import words from '#web/desks/audit/texts.ts'
import { type AuditEntry, audit } from './audit.ts'
import { dueSeal, sealAudit, verifyAudit } from './audit-seals.ts'
import { lookedAtId } from './lookup.ts'

const at = sharedTestApp({ WORKER: 'off' })
const chief = { iin: '880808399915', phone: '77010000591' }

let signed: Promise<{ token: string; id: string }> | null = null
const administrator = () =>
  (signed ??= (async () => {
    const { id } = await account(at(), chief, { role: 'staff', administrator: true })
    await at()
      .db.updateTable('accounts')
      .set({ surname: 'Сейітова', name: 'Мәдина' })
      .where('id', '=', id)
      .execute()
    return { id, token: await signedIn(at(), chief) }
  })())
const search = async (filters: Record<string, string>) => {
  const { body } = await at().api('staffAudit', filters, (await administrator()).token)
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.data
}
/** Every page of the log, one after another. */
const pages = async (filters: Record<string, string>) => {
  const read = []
  let next: string | null = null
  do {
    const page: Awaited<ReturnType<typeof search>> = await search({
      ...filters,
      ...(next ? { cursor: next } : {}),
    })
    read.push(...page.entries)
    next = page.next
  } while (next)
  return read
}
const verified = async (before?: string) => {
  const { body } = await at().api(
    'staffAuditVerify',
    before ? { before } : {},
    (await administrator()).token,
  )
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.data
}
/** A line as the log may hold it, whichever version of the program wrote it. */
type Line = { actor?: string; action: string; kind?: string; object?: string; details?: string }
const line = ({
  actor = 'job:test',
  action,
  kind = 'thing',
  object = 'o-1',
  details = '{}',
}: Line) =>
  at()
    .db.insertInto('audit')
    .values({
      at: at().server.deps.clock.now(),
      actor,
      action,
      object_kind: kind,
      object_id: object,
      details,
    })
    .execute()
const write = async (count: number, action: string, object = 'o-1') => {
  for (let index = 0; index < count; index++) await line({ action, object })
}
/** Acts of a database superuser that the product itself cannot do. */
const tamper = (statement: ReturnType<typeof sql>) =>
  at()
    .db.connection()
    .execute(async (own) => {
      await sql`set session_replication_role = replica`.execute(own)
      await statement.execute(own)
      await sql`set session_replication_role = origin`.execute(own)
    })

test('the log is searched by actor, object, action and period, page by page, and the search is in it', async () => {
  const { id } = await administrator()
  await write(110, 'thing.done')
  await write(1, 'other.done', 'o-2')
  const first = await search({ action: 'thing.' })
  expect(first.entries).toHaveLength(100)
  expect(first.next).not.toBeNull()
  const second = await search({ action: 'thing.', cursor: first.next ?? '' })
  expect(second).toMatchObject({ next: null })
  expect(second.entries).toHaveLength(10)
  expect((await search({ object: 'o-2' })).entries).toMatchObject([
    { action: 'other.done', actor: 'job:test', actor_name: null, seal: null },
  ])
  const today = at().server.deps.clock.today()
  expect((await search({ from: today, to: today, action: 'other' })).entries).toHaveLength(1)
  expect((await search({ to: '2020-01-01' })).entries).toEqual([])
  // By id and by IIN it is the same person.
  const mine = await search({ actor: id, action: 'audit.searched' })
  expect(mine.entries[0]).toMatchObject({ action: 'audit.searched', actor_name: 'Сейітова Мәдина' })
  expect((await search({ actor: chief.iin, action: 'audit.searched' })).entries.length).toBe(
    mine.entries.length + 1,
  )
  expect(
    (await at().api('staffAudit', { cursor: 'x' }, (await administrator()).token)).status,
  ).toBe(422)
})

test('each page of the log is a look of its own, whatever cursor is given, and says whose lines', async () => {
  const { id } = await administrator()
  const looks = () =>
    at()
      .db.selectFrom('audit')
      .select(['object_id', 'details'])
      .where('action', '=', 'audit.searched')
      .orderBy('id', 'desc')
      .execute()
  const before = (await looks()).length
  const cursor = '9'.repeat(18)
  await search({ object: chief.iin, actor: id, cursor })
  const [newest, ...others] = await looks()
  expect(others).toHaveLength(before)
  const key = at().server.deps.config.signingKey
  expect(newest?.details).toMatchObject({
    by: lookedAtId(key, id),
    of: lookedAtId(key, chief.iin),
    page: cursor,
  })
  expect(JSON.stringify(newest)).not.toContain(chief.iin)
})

test('what is known by a number is named by it, and whom it is about as a list of the desk does', async () => {
  await at().api('feedbackForm', {
    name: 'Асель',
    phone: '77015550101',
    email: 'asel@example.kz',
    text: 'Когда придёт полис?',
  })
  const { id, number } = await at()
    .db.selectFrom('feedback')
    .select(['id', 'number'])
    .executeTakeFirstOrThrow()
  const { id: chiefId } = await administrator()
  const named = async (kind: string, object: string) => {
    await line({ action: 'thing.named', kind, object })
    return (await search({ object })).entries[0]?.object
  }
  expect(await named('feedback', id)).toEqual({ kind: 'feedback', id, name: number, who: null })
  const account = { kind: 'account', id: chiefId, name: null }
  expect(await named('account', chiefId)).toEqual({ ...account, who: 'Сейітова М.' })
  // Whoever is gone has no name here either, and what is no id of ours names nobody.
  const called = (surname: string, name: string) =>
    at().db.updateTable('accounts').set({ surname, name }).where('id', '=', chiefId).execute()
  await called('', '')
  expect(await named('account', chiefId)).toEqual({ ...account, who: null })
  await called('Сейітова', 'Мәдина')
  for (const kind of ['order', 'home', 'contract', 'claim', 'policy', 'file', 'kyc_case'])
    expect((await named(kind, 'VBrh5XwBTrq46J-pUKhccH'))?.who).toBeNull()
})

test('what one person does too often in an hour is unusual, and the day says when it was', async () => {
  const { id } = await administrator()
  const now = at().server.deps.clock.now()
  const act = (action: AuditAct, object: string) =>
    audit(at().db, now, { actor: `staff:${id}`, action, object: { kind: 'account', id: object } })
  for (let times = 0; times < 8; times++) await act('client.iin_revealed', `c-${times}`)
  expect((await search({ unusual: 'yes' })).entries).toEqual([])
  await act('client.iin_revealed', 'c-9')
  const unusual = await search({ unusual: 'yes' })
  expect(unusual.entries).toHaveLength(9)
  expect(unusual.entries[0]).toMatchObject({ action: 'client.iin_revealed', unusual: 9 })
  const today = at().server.deps.clock.today()
  const { body } = await at().api(
    'staffAuditDay',
    { day: today, action: 'client.iin_revealed' },
    (await administrator()).token,
  )
  if (!body.success) throw new Error('no day')
  expect(body.data.unusual).toBe(9)
  const slot = body.data.counts.indexOf(9)
  // 11:00 in Almaty: the day of the sandbox begins there (tests/test-app.ts).
  const clock = `${String(Math.floor(slot / 6)).padStart(2, '0')}:${slot % 6}0`
  const narrowed = { from: today, to: today, action: 'client.iin_revealed' }
  expect((await search({ ...narrowed, since: clock })).entries).toHaveLength(9)
  expect((await search({ ...narrowed, until: clock })).entries).toEqual([])
})

test('the database refuses to change or remove a line', async () => {
  await write(1, 'thing.kept', 'o-3')
  await expect(
    sql`update audit set actor = 'x' where object_id = 'o-3'`.execute(at().db),
  ).rejects.toThrow('append-only')
  await expect(sql`delete from audit where object_id = 'o-3'`.execute(at().db)).rejects.toThrow(
    'append-only',
  )
  await expect(sql`truncate audit`.execute(at().db)).rejects.toThrow('append-only')
  await expect(sql`delete from audit_seals`.execute(at().db)).rejects.toThrow('append-only')
})

test('a line that has waited a minute is sealed; whatever is then changed, removed or slipped in is seen', async () => {
  spec('7.4.staff-audit-audit-verify')

  const { deps } = at().server
  await write(3, 'thing.sealed', 'o-4')
  await sealAudit(deps)
  await write(3, 'thing.sealed', 'o-5')
  await sealAudit(deps)
  await write(2, 'thing.sealed', 'o-6')
  const sound = await verified()
  expect(sound).toMatchObject({
    broken: null,
    next: null,
    newest: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect(sound.unsealed).toBeGreaterThanOrEqual(2)
  expect((await search({ object: 'o-5' })).entries.every(({ seal }) => seal !== null)).toBe(true)
  expect((await search({ object: 'o-6' })).entries.some(({ seal }) => seal !== null)).toBe(false)

  const last = await at()
    .db.selectFrom('audit_seals')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const broken = { broken: { seal: last.id, from: last.from_id, to: last.to_id } }
  const changes = [
    [
      sql`update audit set actor = 'staff:other' where id = ${last.to_id}`,
      sql`update audit set actor = 'job:test' where id = ${last.to_id}`,
    ],
    [
      sql`update audit_seals set hash = sha256('x') where id = ${last.id}`,
      sql`update audit_seals set hash = ${last.hash} where id = ${last.id}`,
    ],
    [
      sql`update audit_seals set previous_hash = sha256('x'), hash = audit_batch_hash(sha256('x'), from_id, to_id) where id = ${last.id}`,
      sql`update audit_seals set previous_hash = ${last.previous_hash}, hash = ${last.hash} where id = ${last.id}`,
    ],
  ] as const
  for (const [change, back] of changes) {
    await tamper(change)
    expect(await verified()).toMatchObject(broken)
    await tamper(back)
    expect(await verified()).toMatchObject({ broken: null })
  }
  await tamper(sql`delete from audit where id = ${last.from_id}`)
  expect(await verifyAudit(at().db)).toMatchObject(broken)
})

test('seals are asked for once a line has waited a minute', async () => {
  const { deps } = at().server
  const asked = async () => {
    const { rows } = await sql<{
      count: string
    }>`select count(*) from pgboss.job where name = 'audit-seal' and state < 'active'`.execute(
      at().db,
    )
    return Number(rows[0]?.count)
  }
  await sealAudit(deps)
  await write(1, 'thing.young')
  await dueSeal(deps)
  expect(await asked()).toBe(0)
  await clockOn(at(), 61)
  await dueSeal(deps)
  await dueSeal(deps)
  expect(await asked()).toBe(1)
})

test('every act and every kind of object that can be written is read at the desk, in both languages', async () => {
  const { id } = await administrator()
  const now = at().server.deps.clock.now()
  const ids = { id: randomUUID(), digest: 'VBrh5XwBTrq46J-pUKhccH' as Digest, code: '2026-11' }
  const objects = auditKinds.map(
    (kind) => ({ kind, id: ids[auditObjects[kind]] }) as AuditEntry['object'],
  )
  for (const [index, action] of auditActs.entries())
    for (const object of index === 0 ? objects : objects.slice(index % objects.length).slice(0, 1))
      await audit(at().db, now, { actor: `staff:${id}`, action, object, details: { index } })
  const read = await pages({ actor: id, from: at().server.deps.clock.today() })
  expect(new Set(read.map(({ action }) => action))).toEqual(
    new Set([...auditActs, 'audit.searched']),
  )
  expect(new Set(read.map(({ object }) => object.kind))).toEqual(new Set(auditKinds))
  for (const action of auditActs)
    expect((await search({ action })).entries.length, action).toBeGreaterThan(0)
  for (const locale of locales)
    for (const { action, object } of read) {
      expect(words[locale].actions[action], `${locale} ${action}`).toBeTruthy()
      expect(words[locale].objects[object.kind], `${locale} ${object.kind}`).toBeTruthy()
    }
})

test('no line keeps the log from being read, whatever stands in it', async () => {
  const strange = [
    'VBrh5XwBTrq46J-pUKhccH',
    '------------------------------------',
    randomUUID().toUpperCase(),
    '',
    "'; select 1",
    '0',
    '9'.repeat(400),
    'қазақ 🚗',
  ]
  const kinds = [...auditKinds, 'unknown', '']
  const details = ['null', '[]', '7', '"text"', '{"up_to":"x","nested":{"a":[1,null]}}']
  const before = (await pages({})).length
  for (const [index, object] of strange.entries())
    for (const kind of kinds)
      await line({
        actor: `${['staff:', 'promoter:', 'client:', 'job:', ''][index % 5]}${object}`,
        action: 'thing.strange',
        details: details[index % details.length] ?? '{}',
        kind,
        object,
      })
  // A search for a policy as audited before searches had kinds of their own.
  await line({ action: 'desk.searched', kind: 'policy', object: strange[0] ?? '' })
  const read = await pages({})
  // Reading the log wrote a line for each of its pages.
  const looked = Math.ceil(before / 100)
  expect(read.length).toBe(before + looked + strange.length * kinds.length + 1)
  const today = at().server.deps.clock.today()
  const { token } = await administrator()
  for (const object of strange.filter((text) => text.length < 80)) {
    for (const ask of [{ object }, { actor: object }, { actor: `staff:${object}` }])
      expect((await at().api('staffAudit', ask, token)).status, object).toBe(200)
    expect(
      (await at().api('staffAuditDay', { day: today, actor: object }, token)).status,
      object,
    ).toBe(200)
  }
  for (const ask of [
    { unusual: 'yes' as const },
    { from: today, to: today },
    { from: '1900-01-01' },
  ])
    expect((await at().api('staffAudit', ask, token)).status).toBe(200)
  await sealAudit(at().server.deps)
  expect(await verified()).toMatchObject({ newest: { hash: expect.any(String) } })
})

test('a search for each kind of number is read in the log', async () => {
  const { token } = await administrator()
  const numbers = {
    policy: '16760055433V',
    order: 'QG000000001',
    claim: 'QC00000001',
    iin: chief.iin,
    phone: '77010000001',
    plate: '123ABC02',
  }
  for (const text of Object.values(numbers))
    expect((await at().api('staffSearch', { text }, token)).status, text).toBe(200)
  const found = (await search({ action: 'desk.searched' })).entries.filter(
    ({ details }) => details.by,
  )
  expect(found.map(({ object, details }) => `${details.by} ${object.kind}`).sort()).toEqual([
    'claim claim_number',
    'iin person',
    'order order_number',
    'phone phone',
    'plate vehicle',
    'policy policy_number',
  ])
  // A search by the number finds who requested it.
  for (const text of Object.values(numbers))
    expect((await search({ object: text })).entries.length, text).toBeGreaterThan(0)
})
