import pg from 'pg'
import { expect, test } from 'vitest'
import { thrown } from './going-on.ts'

test('slow work that a lost database ended is told as 503 to come back to, not as an error of ours', () => {
  const lost = new pg.DatabaseError('terminating connection', 40, 'error')
  lost.code = '57P01'
  expect(thrown(lost)).toMatchObject({ status: 503, body: { error: 'comes_back' } })
  expect(thrown(new TypeError('ours'))).toMatchObject({ status: 500 })
})
