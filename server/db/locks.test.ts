import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { listening } from '#tests/conversation.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { asHttpError } from '../http/error-answers.ts'
import { locks, withLock } from './locks.ts'

const at = sharedTestApp({ DATABASE_POOL: '4' })

/** The locks of a process of its own. */
function process() {
  const own = locks(at().databaseUrl)
  onTestFinished(() => own.close())
  return own
}
const held = async () => {
  const gate = Promise.withResolvers<void>()
  const key = crypto.randomUUID()
  const own = process()
  const work = withLock(own, key, () => gate.promise)
  await until(
    () => taken(key),
    (yes) => yes,
  )
  return { key, own, open: () => gate.resolve(), work }
}
const taken = async (key: string) => {
  const { rows } = await at().server.deps.pool.query<{ taken: boolean }>(
    `select exists (select 1 from pg_locks where locktype = 'advisory'
       and (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)) as taken`,
    [key],
  )
  return rows[0]?.taken === true
}
const tried = (own: ReturnType<typeof locks>, key: string) => withLock(own, key, async () => 'done')

test('one at a time, in this process and in every other; then the next may', async () => {
  const { key, own, open, work } = await held()
  const other = process()
  expect(await tried(own, key)).toBeNull()
  expect(await tried(other, key)).toBeNull()
  expect(await tried(other, `${key}, another`)).toBe('done')
  open()
  await work
  expect(await tried(other, key)).toBe('done')
  expect(await tried(own, key)).toBe('done')
})

test('work that fails leaves no lock behind', async () => {
  const own = process()
  const key = crypto.randomUUID()
  await expect(withLock(own, key, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await tried(process(), key)).toBe('done')
  expect(await tried(own, key)).toBe('done')
})

test('a process that is gone holds nothing', async () => {
  const { key, own } = await held()
  const client = new pg.Client({ connectionString: at().databaseUrl })
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and (classid::bigint << 32 | objid::bigint) = hashtextextended($1, 0)`,
    [key],
  )
  await client.end()
  await until(
    () => taken(key),
    (yes) => !yes,
  )
  expect(await tried(process(), key)).toBe('done')
  // After a lost connection the next locks use a new one.
  expect(await tried(own, crypto.randomUUID())).toBe('done')
})

test('what is taken and freed meanwhile goes with one question, and each hears its own answer', async () => {
  const database = listening()
  const own = process()
  const { key } = await held()
  expect(await own.take('opens the connection')).toBe(true)
  const keys = Array.from({ length: 200 }, (_, n) => `${key}, ${n}`)
  const { statements } = await database.of(async () => {
    const taken = await Promise.all([...keys, key].map((one) => own.take(one)))
    expect(taken).toEqual([...keys.map(() => true), false])
    await Promise.all(keys.map((one) => own.free(one)))
  })
  // Two for each, and one to check if a caller waits for another process's lock.
  expect(statements).toBeLessThanOrEqual(5)
  const other = process()
  expect(await Promise.all(keys.map((one) => other.take(one)))).toEqual(keys.map(() => true))
})

test('work that waits for outside systems keeps no connection from those who ask', async () => {
  const { deps } = at().server
  const gate = Promise.withResolvers<void>()
  const works = Array.from({ length: 20 }, (_, n) =>
    withLock(deps.locks, `slow:${n}`, () => gate.promise.then(() => n)),
  )
  await until(
    () => taken('slow:19'),
    (yes) => yes,
  )
  expect(deps.pool.waitingCount).toBe(0)
  const health = await fetch(`${at().url}/health/ready`)
  expect(health.status).toBe(200)
  gate.resolve()
  expect(await Promise.all(works)).toEqual(Array.from({ length: 20 }, (_, n) => n))
})

test('work that nobody waits for: who takes its key is told to come again, here and elsewhere', async () => {
  const own = process()
  const key = crypto.randomUUID()
  const gate = Promise.withResolvers<void>()
  const givenUp = new AbortController()
  const work = withLock(own, key, () => gate.promise, givenUp.signal)
  const other = process()
  await until(
    () => taken(key),
    (yes) => yes,
  )
  expect(await tried(own, key)).toBeNull()
  expect(await tried(other, key)).toBeNull()
  givenUp.abort()
  await until(
    () => taken(`left:${key}`),
    (yes) => yes,
  )
  for (const one of [own, other])
    expect(await tried(one, key).catch(asHttpError)).toMatchObject({
      status: 503,
      body: { error: 'comes_back' },
    })
  gate.resolve()
  await work
  for (const one of [own, other]) expect(await tried(one, key)).toBe('done')
  expect(await taken(`left:${key}`)).toBe(false)
})

test('an answer in time leaves no key behind, whatever is given up later', async () => {
  const own = process()
  const key = crypto.randomUUID()
  const givenUp = new AbortController()
  await withLock(own, key, async () => 'done', givenUp.signal)
  const gate = Promise.withResolvers<void>()
  const next = withLock(own, key, () => gate.promise)
  givenUp.abort()
  await until(
    () => taken(key),
    (yes) => yes,
  )
  expect(await tried(own, key)).toBeNull()
  gate.resolve()
  await next
})

test('while the database is in trouble it is not said that another is at it', async () => {
  const { key, open, work } = await held()
  let troubled = true
  const own = locks(at().databaseUrl, () => troubled)
  onTestFinished(() => own.close())
  expect(await tried(own, key).catch(asHttpError)).toMatchObject({ status: 503 })
  troubled = false
  expect(await tried(own, key)).toBeNull()
  open()
  await work
})
