import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '#tests/test-app.ts'
import { pool } from './connect.ts'

test('plans of statements that come again are kept, those of whatever columns there are are not, and a new column disturbs neither', async () => {
  const at = await testApp({ WORKER: 'off' })
  const connections = pool(at.databaseUrl, 1)
  const client = await connections.connect()
  onTestFinished(() => connections.end())
  await client.query('create table things (id integer, name text)')
  await client.query('insert into things (id, name) values ($1, $2)', [1, 'one'])
  const named = async () => (await client.query('select name from things where id = $1', [1])).rows
  const whole = async () => (await client.query('select * from things where id = $1', [1])).rows
  expect([await named(), await whole()]).toEqual([[{ name: 'one' }], [{ id: 1, name: 'one' }]])
  await client.query('alter table things add column made date')
  expect([await named(), await whole()]).toEqual([
    [{ name: 'one' }],
    [{ id: 1, name: 'one', made: null }],
  ])
  await client.query('begin', [])
  await client.query('update things set name = $1 where id * 2 = $2 returning *', ['two', 2])
  await client.query('select things.id, "things".* from things', [])
  await client.query('select count(*), id * 2 as twice from things group by id', [])
  await client.query('commit', [])
  client.release()
  // The pool's own way of asking, which is the queue's.
  await connections.query('select id from things', [])
  const { rows } = await connections.query(
    'select statement from pg_prepared_statements order by prepare_time',
  )
  expect(rows).toEqual([
    { statement: 'insert into things (id, name) values ($1, $2)' },
    { statement: 'select name from things where id = $1' },
    { statement: 'select count(*), id * 2 as twice from things group by id' },
    { statement: 'select id from things' },
  ])
})
