import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp()

test('in an empty list there is nothing, and everything is outside of it', async () => {
  const { db } = at().server.deps
  const listed = (how: 'in' | 'not in') =>
    db
      .selectFrom(sql<{ one: number }>`(select 1 as one)`.as('rows'))
      .select('one')
      .where('one', how, [])
  expect(await listed('in').execute()).toEqual([])
  expect(await listed('not in').execute()).toEqual([{ one: 1 }])
})
