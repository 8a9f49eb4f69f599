import { beforeAll, expect, test } from 'vitest'
import { auditActs, auditKinds, formerActs } from '#domain/audit-acts.ts'
import { locales } from '#domain/locale.ts'
import { createServer } from '#server/app.ts'
import { createLog } from '#server/telemetry/log.ts'
import { sharedTestApp, type TestApp } from '#tests/test-app.ts'
import auditWords from '#web/desks/audit/texts.ts'
import { type AnyCall, bodiesOf, everyCall, idsOf } from './bodies.ts'
import { type Seen, walk } from './walk.ts'
import { makeWorld, tokensOf, type World } from './world.ts'

const made = sharedTestApp()

/** Reads first: what an act takes from the disk is gone for them. */
const names = (Object.keys(everyCall) as AnyCall[]).toSorted(
  (one, other) =>
    Number(everyCall[one].method !== 'GET') - Number(everyCall[other].method !== 'GET'),
)

test('every id and every text of every call has its line in the tables', () => {
  expect(names.flatMap((name) => bodiesOf(name, Object.keys(idsOf[name] ?? {})).unnamed)).toEqual(
    [],
  )
})

let at: TestApp
let world: World
let seen: Seen
beforeAll(async () => {
  world = await makeWorld(made())
  // What is put back is not to be worked on meanwhile: the same product without its jobs.
  await made().server.close()
  const { config, databaseUrl } = made()
  const server = await createServer(
    { ...config, worker: false, checkReplies: true },
    databaseUrl,
    { id: 'test', held: new Map(), render: () => '' },
    createLog('silent'),
  )
  await server.app.listen({ port: config.port, host: '127.0.0.1' })
  at = { ...made(), server, db: server.deps.db }
  seen = await walk(at, world, names)
  return () => server.close()
}, 600_000)

test('every call on every thing in every state is answered, never by a fault', () => {
  expect(seen.wrong).toEqual([])
  // It reached the rules and not the door alone.
  expect(seen.done.size).toBeGreaterThan(names.length * 0.7)
})

test('the audit desk reads what all of it wrote, in every language', async () => {
  const [token] = (await tokensOf(at, world)).administrator
  const read: { action: string; object: { kind: string } }[] = []
  let cursor: string | null = null
  do {
    const asked: Record<string, string> = cursor ? { cursor } : {}
    const { body } = await at.api('staffAudit', asked, token)
    if (!body.success) throw new Error(JSON.stringify(body))
    read.push(...body.data.entries)
    cursor = body.data.next
  } while (cursor)
  const known = new Set<string>([...auditActs, ...formerActs])
  expect(read.filter(({ action }) => !known.has(action))).toEqual([])
  expect(new Set(read.map(({ action }) => action)).size).toBeGreaterThan(50)
  for (const locale of locales) {
    const words: { actions: Record<string, string>; objects: Record<string, string> } =
      auditWords[locale]
    expect(
      read.filter((one) => !words.actions[one.action] || !words.objects[one.object.kind]),
    ).toEqual([])
  }
  expect(
    new Set(read.map(({ object }) => object.kind)).isSubsetOf(new Set<string>(auditKinds)),
  ).toBe(true)
})
