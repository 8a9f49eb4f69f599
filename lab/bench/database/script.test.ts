import { expect, test } from 'vitest'
import type { Said } from './recorder.ts'
import { anotherLike, idAt, isNoise, scriptOf, statements } from './script.ts'

const said = (text: string, of: Partial<Said> = {}): Said => ({
  connection: 1,
  name: 'q1',
  text,
  values: [],
  rows: [],
  count: 1,
  ...of,
})
const client = { own: ['850315399904'], token: Buffer.from('token') }
const script = (tape: Said[]) => {
  const { list, placeOf } = statements()
  const { parts, names } = scriptOf(tape, () => false, placeOf, client)
  return {
    parts,
    names,
    texts: parts.map(({ steps }) => steps.map((one) => list[one.statement]?.text)),
  }
}

test('what the database named is asked for by its name for whoever plays', () => {
  const { parts, names } = script([
    said('insert into orders', {
      values: ['850315399904', client.token],
      rows: [{ order: { id: 'QG000000007-a1b2c3' } }],
    }),
    said('select from attempts', { values: ['QG000000007-a1b2c3-1'] }),
  ])
  const [insert, select] = parts.flatMap(({ steps }) => steps)
  expect(insert?.values).toEqual([{ pattern: ['', 0, ''] }, { token: true }])
  const [found] = insert?.found ?? []
  expect(names[found?.name ?? 0]).toBe('QG000000007-a1b2c3')
  expect(found && idAt([{ order: { id: 'QG000000009-a1b2c3' } }], found)).toBe('QG000000009-a1b2c3')
  expect(found && idAt([], found)).toBeUndefined()
  expect(select?.values).toEqual([{ pattern: ['', found?.name, '-1'] }])
})

test('what is said of a transaction stands together, where it ended, whoever spoke in between', () => {
  const other = { connection: 2 }
  const { texts, parts } = script([
    said('begin'),
    said('update a'),
    said('select b', other),
    said('update c'),
    said('commit'),
    said('select d'),
    said('begin'),
    said('rollback'),
  ])
  expect(texts).toEqual([['select b'], ['update a', 'update c'], ['select d']])
  expect(parts.map(({ transaction }) => transaction)).toEqual([false, true, false])
})

test('a look that found nothing and what is said at idle times are nobody’s', () => {
  const noise = isNoise([
    said('WITH next AS (queue a)', { count: 0 }),
    said('select 1'),
    said('select from orders where id = $1', { values: ['QG000000001-aaaaaa'] }),
  ])
  expect(noise(said('WITH next AS (queue a)', { count: 0 }))).toBe(true)
  expect(noise(said('WITH next AS (queue a)'))).toBe(false)
  expect(noise(said('select 1'))).toBe(true)
  expect(noise(said('select from orders where id = $1', { values: ['QG000000002-bbbbbb'] }))).toBe(
    false,
  )
})

test('the end of a job is played where its beginning is', () => {
  const [mine, others] = [crypto.randomUUID(), crypto.randomUUID()]
  const { texts } = script([
    said('WITH next AS (queue a)', { rows: [{ id: mine }] }),
    said('WITH results AS (done)', { values: ['a', `{${mine}}`] }),
    said('WITH results AS (done)', { values: ['sweep', `{${others}}`] }),
  ])
  expect(texts).toEqual([['WITH next AS (queue a)'], ['WITH results AS (done)']])
})

test('another id has the same form and is another', () => {
  for (const id of ['D-687D1EE0-213348', '1795736152886', '12345678901A', crypto.randomUUID()]) {
    const other = anotherLike(id)
    expect(other).not.toBe(id)
    expect(other).toHaveLength(id.length)
    expect(other.replace(/[a-z\d]/gi, 'x')).toBe(id.replace(/[a-z\d]/gi, 'x'))
  }
})
