import { expect, test } from 'vitest'
import { testApp, until } from '#tests/test-app.ts'

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
