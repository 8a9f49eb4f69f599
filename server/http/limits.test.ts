import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sources } from '#tests/boundaries.ts'
import { testApp, until } from '#tests/test-app.ts'
import { HttpError } from './refuse.ts'

test('what a limit counted is forgotten when its time is over, and not before', async () => {
  const { db } = await testApp()
  const row = (key: string, expire: number) => ({ key, points: 1, expire: String(expire) })
  await db
    .insertInto('rate_limits')
    .values([
      row('otpPerIin:over', Date.now() - 1_000),
      row('otpPerIin:counting', Date.now() + 600_000),
    ])
    .execute()
  const keys = async () =>
    (
      await db.selectFrom('rate_limits').select('key').where('key', 'like', 'otpPerIin:%').execute()
    ).map(({ key }) => key)
  expect(await until(keys, (left) => !left.includes('otpPerIin:over'))).toEqual([
    'otpPerIin:counting',
  ])
})

test('of limits that are counted in turn a later one that refuses leaves the earlier as they were', async () => {
  const { db, server } = await testApp()
  const { limits } = server.deps
  const expire = String(Date.now() + 600_000)
  await db.insertInto('rate_limits').values({ key: 'otpPerIin:c', points: 1e6, expire }).execute()
  const used = async () =>
    (
      await db
        .selectFrom('rate_limits')
        .select(['key', 'points'])
        .where('points', '>', 0)
        .where('key', '!=', 'otpPerIin:c')
        .orderBy('key')
        .execute()
    ).map(({ key, points }) => `${key} ${points}`)
  const early = [
    ['otpPerIin', 'a'],
    ['codesPerPhone', 'b'],
  ] as const
  const all = [...early, ['otpPerIin', 'c']] as const
  await expect(limits.countAll(all)).rejects.toMatchObject({ status: 429 })
  expect(await limits.takeAllOrWait(all)).toBeGreaterThan(0)
  await expect(limits.counted(early, () => limits.count('otpPerIin', 'c'))).rejects.toMatchObject({
    status: 429,
  })
  expect(await used()).toEqual([])

  // Any other refusal counts.
  await expect(
    limits.counted(early, () => Promise.reject(new HttpError(404))),
  ).rejects.toMatchObject({ status: 404 })
  expect(await limits.counted(early, async () => 'done')).toBe('done')
  expect(await limits.takeAllOrWait(early)).toBeNull()
  expect(await used()).toEqual(['codesPerPhone:b 3', 'otpPerIin:a 3'])
})

test('questions that count the same limits in other orders never wait for each other', async () => {
  const { db, server } = await testApp()
  const { limits } = server.deps
  const one = [
    ['otpPerIin', 'a'],
    ['codesPerPhone', 'b'],
    ['codesPerAddress', 'c'],
  ] as const
  const other = one.toReversed()
  const asked = Array.from({ length: 30 }, async (_, n) => {
    await limits.countAll(n % 2 ? one : other)
    if (n % 3 === 0) await limits.restoreAll(n % 2 ? other : one)
  })
  await Promise.all(asked)
  const rows = await db.selectFrom('rate_limits').select('points').execute()
  expect(rows.map(({ points }) => points)).toEqual([20, 20, 20])
  // One that is named twice is one.
  await limits.countAll([one[0], one[0]])
  await limits.restoreAll([one[0], one[0]])
  expect(await db.selectFrom('rate_limits').select('points').execute()).toEqual(rows)
})

test('limits of one question are counted in one list', () => {
  const inTurn =
    /limits\s*\.(?:count|takeOrWait)\([^\n]*\)\)?(?: \?\?)?\n\s*(?:if \([^\n]*\) )?\(?await (?:\w+\.)*limits\.(?:count|takeOrWait|takeInAll)\(/
  expect(inTurn.test("  await limits.count('a', x)\n  await limits.count('b', y)")).toBe(true)
  const found = sources(join(import.meta.dirname, '..', '..')).flatMap(({ file, source }) =>
    file.startsWith('server/') && !file.includes('.test.') && inTurn.test(source) ? [file] : [],
  )
  expect(found).toEqual([])
})
