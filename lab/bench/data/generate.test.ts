import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { isIin } from '../../../domain/iin.ts'
import { isPlate } from '../../../domain/plate.ts'
import { createToken } from '../../../server/http/create-token.ts'
import { testApp } from '../../../tests/test-app.ts'
import { broken, generate } from './generate.ts'
import { synthetic } from './people.ts'
import { clientsOf } from './sale.ts'

const SIZE = { policies: 600, seed: 7 }

async function filled(seed: number) {
  const at = await testApp({ WORKER: 'off' })
  const client = new pg.Client({ connectionString: at.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await generate(client, { ...SIZE, seed }, '.')
  const { rows } = await client.query<{ sum: string }>(
    "select md5(string_agg(o::text, ',' order by id)) as sum from (select * from orders where id like 'GN%') o",
  )
  return { at, client, sum: rows[0]?.sum }
}

test('no two of the people are alike, and their numbers pass the rules', () => {
  const people = [
    ...Array(3_000).keys(),
    ...Array.from({ length: 1_000 }, (_, n) => 38_000_000 + n),
  ].map(synthetic)
  for (const key of ['iin', 'phone', 'plate', 'techPassport', 'vin'] as const)
    expect(new Set(people.map((person) => person[key])).size).toBe(people.length)
  expect(people.filter(({ iin, plate }) => !isIin(iin, '2026-11-20') || !isPlate(plate))).toEqual(
    [],
  )
})

test('the same seed gives the same rows, everything the database asks of them holds, and a client sees their policies', {
  timeout: 60_000,
}, async () => {
  const { at, client, sum } = await filled(SIZE.seed)
  expect(await broken(client)).toEqual([])
  const { rows } = await client.query<{ clients: string; claims: string }>(
    'select (select count(*) from people)::text as clients, (select count(*) from claims)::text as claims',
  )
  expect(rows[0]?.clients).toBe(String(clientsOf(SIZE)))
  expect(Number(rows[0]?.claims)).toBeGreaterThan(5)
  const now = at.server.deps.clock.now()
  const { iin, phone } = synthetic(3)
  const { id } = await at.db
    .selectFrom('accounts')
    .select('id')
    .where('iin', '=', iin)
    .executeTakeFirstOrThrow()
  const session = { accountId: id, device: '', beganBy: 'password' as const }
  const token = await createToken(
    at.db,
    { kind: 'user', iin, phone, session },
    now,
    new Date(now.getTime() + 3_600_000),
  )
  const { body } = await at.api('cabinetPolicies', {}, token)
  expect(body).toMatchObject({ success: true, data: { active: [{}], inactive: [{}, {}] } })
  expect((await filled(SIZE.seed)).sum).toBe(sum)
  expect((await filled(SIZE.seed + 1)).sum).not.toBe(sum)
})

test('a size that the disk has no room for is refused before anything is written', async () => {
  const nobody = new pg.Client()
  await expect(generate(nobody, { policies: 1e10, seed: 1 }, '.')).rejects.toThrow('GB of disk')
})
