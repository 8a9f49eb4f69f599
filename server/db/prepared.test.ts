import { expect, onTestFinished, test } from 'vitest'
import { house } from '#tests/house.ts'
import { pool } from './connect.ts'

test('plans of statements that come again are kept, those of whatever columns there are are not, and a new column disturbs neither', async () => {
  const at = await house({ WORKER: 'off' })
  const connections = pool(at.databaseUrl, 1)
  const client = await connections.connect()
  onTestFinished(async () => {
    client.release()
    await connections.end()
  })
  await client.query('create table things (id integer, name text)')
  await client.query('insert into things (id, name) values ($1, $2)', [1, 'one'])
  const named = async () => (await client.query('select name from things where id = $1', [1])).rows
  const whole = async () => (await client.query('select * from things where id = $1', [1])).rows
  expect([await named(), await whole()]).toEqual([[{ name: 'one' }], [{ id: 1, name: 'one' }]])
  await client.query('alter table things add column made date')
  expect([await named(), await whole()]).toEqual([[{ name: 'one' }], [{ id: 1, name: 'one', made: null }]])
  const { rows } = await client.query('select statement from pg_prepared_statements order by name')
  expect(rows).toEqual([
    { statement: 'insert into things (id, name) values ($1, $2)' },
    { statement: 'select name from things where id = $1' },
  ])
})
