import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { scanned, sends, withPolicy } from '#tests/claim.ts'
import { hitMe, jpegOf, photographs } from '#tests/claim-way.ts'
import { account, codeOn, signedIn } from '#tests/client.ts'
import { buyer, clockTo } from '#tests/sale.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import type { Tx } from '../db/connect.ts'
import { accidentQuestion, question } from './signs.ts'

const at = sharedTestApp()
const clerk = { iin: '880808399905', phone: '77010000777' }
let standing: Promise<{ token: string; globalId: string; staff: string }> | null = null
const people = () => (standing ??= begins())
async function begins() {
  const policy = await withPolicy(at())
  await clockTo(at(), '2026-11-23T06:00:00Z')
  await account(at(), clerk, { role: 'staff' })
  return { ...policy, token: await signedIn(at()), staff: await signedIn(at(), clerk) }
}

const abai = { latitude: 43.2389, longitude: 76.8897 }
/** A claim with these photographs, whose place the phone has marked; the signs that staff see. */
async function signsWith(
  of: { place?: { latitude: number; longitude: number }; takenAt?: string }[],
  position: { latitude: number; longitude: number; accuracy: number } | null,
) {
  const { token, globalId, staff } = await people()
  const id = randomUUID()
  await at().api('claimDraftSave', { id, answers: { ...hitMe(globalId), position } }, token)
  const statuses = []
  for (const [index, { place, takenAt }] of of.entries()) {
    const photograph = jpegOf(place ? { place } : {})
    const shows = index === 0 ? ('overview' as const) : ('damage' as const)
    const { status } = await photographs(
      at(),
      token,
      { draft: id, shows, ...(takenAt ? { takenAt } : {}) },
      photograph,
    )
    statuses.push(status)
  }
  const made = await at().api('claimDraftPapers', { id }, token)
  if (!made.body.success) throw new Error(JSON.stringify(made.body))
  const { version } = made.body.data
  await at().api('claimDraftCode', { id, version }, token)
  const code = await codeOn(at(), buyer.phone)
  const sent = await at().api('claimDraftSend', { id, version, code }, token)
  if (!sent.body.success) throw new Error(JSON.stringify(sent.body))
  const { body } = await at().api('staffClaim', { claim_id: sent.body.claim_id }, staff)
  if (!body.success) throw new Error('no claim')
  return { statuses, signs: body.data.signs.filter(({ kind }) => kind === 'far_photo') }
}

test('a photograph taken far from the place is said at the desk with how far, and nothing is decided by it', async () => {
  const marked = { ...abai, accuracy: 20 }
  const near = { latitude: 43.25, longitude: 76.9 }
  const astana = { latitude: 51.17, longitude: 71.45 }
  expect(await signsWith([{ place: near }, { place: astana }], marked)).toMatchObject({
    statuses: [200, 200],
    signs: [{ kind: 'far_photo', photo: 'damage', kilometres: 972 }],
  })
  // Position the page read before it resized the photograph.
  const page = await signsWith([{ takenAt: '43.4,76.9' }], marked)
  expect(page.signs).toMatchObject([{ photo: 'overview', kilometres: 18 }])
  expect((await signsWith([{ place: near }, {}], marked)).signs).toEqual([])
  expect((await signsWith([{ place: astana }], null)).signs).toEqual([])
})

test('a place that is none is told, and the photograph is not kept', async () => {
  const { token, globalId } = await people()
  const id = randomUUID()
  await at().api('claimDraftSave', { id, answers: hitMe(globalId) }, token)
  for (const takenAt of ['91,10', 'here', '1'])
    expect((await photographs(at(), token, { draft: id, takenAt }, jpegOf())).status).toBe(422)
  await at().api('claimDraftDrop', { id }, token)
})

const ROWS = 2_000
const looked = ['claims', 'files', 'photograph_prints']
type Plan = { 'Relation Name'?: string; 'Index Cond'?: string; 'Node Type': string; Plans?: Plan[] }
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

/**
 * Returns the tables a plan reads without an index. Which of two plans PostgreSQL chooses depends
 * on `analyze` and on the index's unsorted part: sequential scans are made expensive, so that the
 * plan uses one only if no index serves.
 */
async function readWhole(tx: Tx, asked: RawBuilder<unknown>): Promise<string[]> {
  await sql`set local enable_seqscan = off`.execute(tx)
  const { rows } = await sql<{
    'QUERY PLAN': { Plan: Plan }[]
  }>`explain (format json) ${asked}`.execute(tx)
  return rows
    .flatMap((row) => row['QUERY PLAN'].flatMap((one) => nodes(one.Plan)))
    .filter((node) => looked.includes(node['Relation Name'] ?? ''))
    .filter((node) => !node['Index Cond'] && node['Node Type'] !== 'Bitmap Heap Scan')
    .map((node) => node['Relation Name'] ?? '')
}

test('the signs of a claim ask by an index, however many claims and photographs there are', async () => {
  const { token, globalId } = await people()
  const { claim_id } = (await sends(at(), token, globalId)).body
  await scanned(at(), claim_id)
  const done = new Error('taken back')
  const trial = at()
    .db.transaction()
    .execute(async (tx) => {
      // This test does not measure the product's statement timeout.
      await sql`set local statement_timeout = 0`.execute(tx)
      // As many claims of a thousand days, each with its photograph and its print.
      await sql`insert into claims select (jsonb_populate_record(claims, jsonb_build_object(
        'id', 'QX' || n, 'idempotency_key', null, 'details', jsonb_build_object('by', 'policyholder',
          'answers', jsonb_build_object('on', to_char(date '2024-01-01' + n % 1000, 'YYYY-MM-DD'))
        )))).* from claims, generate_series(1, ${ROWS}::int) as n where id = ${claim_id}`.execute(
        tx,
      )
      await sql`insert into files select (jsonb_populate_record(files, jsonb_build_object(
        'id', gen_random_uuid(), 'claim_id', 'QX' || n, 'storage_key', 'trial/' || n
      ))).* from files, generate_series(1, ${ROWS}::int) as n
      where files.id = (select id from files where claim_id = ${claim_id} limit 1)`.execute(tx)
      await sql`insert into photograph_prints (file_id, across, down, points, made_at, bands)
      select id, across, down, null, now(), array(
        select ((across >> (16 * place)) & 65535)::int + place * 65536
        from generate_series(0, 3) as place)
      from (select id, hashtextextended(id::text, 1) as across, hashtextextended(id::text, 2) as down
        from files where claim_id like 'QX%') as made`.execute(tx)
      await sql`analyze claims, files, photograph_prints`.execute(tx)
      expect(await readWhole(tx, accidentQuestion('QX500'))).toEqual([])
      const points = Uint8Array.from({ length: 81 }, (_, n) => (n * 97) % 251)
      const alike = sql`${question(points, randomUUID())} select * from compared`
      expect(await readWhole(tx, sql`${alike}`)).toEqual([])
      // The check detects a missing index.
      const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes
        where tablename = 'photograph_prints' and indexdef like '%gin%'`.execute(tx)
      for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(tx)
      expect(await readWhole(tx, sql`${alike}`)).toEqual(['photograph_prints'])
      throw done
    })
  await expect(trial).rejects.toBe(done)
})
