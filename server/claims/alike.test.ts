import sharp from 'sharp'
import { expect, test } from 'vitest'
import { claimSlots } from '#domain/claims/papers.ts'
import { png, scanned, sends, withPolicy } from '#tests/claim.ts'
import { account, signedIn } from '#tests/client.ts'
import { clockTo } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { sweep } from '../jobs/workers.ts'
import { recoveries } from '../work.ts'
import { makePrint } from './photographs.ts'

const at = sharedTestApp()
const clerk = { iin: '880808399905', phone: '77010000777' }
let standing: Promise<{ staff: string; client: string; id: string }> | null = null
const people = () => (standing ??= begin())

async function begin() {
  const { token, globalId } = await withPolicy(at())
  await account(at(), clerk, { role: 'staff' })
  return { staff: await signedIn(at(), clerk), client: token, id: globalId }
}

let made = 0
/** A claim whose papers are its own, with this as the photograph of the damage. */
async function claimWith(photograph: Buffer): Promise<string> {
  const { client, id } = await people()
  made += 1
  const own = Object.fromEntries(
    claimSlots.map((slot) => [slot, Buffer.concat([png, Buffer.from(`${slot} ${made}`)])]),
  )
  const files = { ...own, damage_document: photograph }
  const { claim_id } = (await sends(at(), client, id, { files })).body
  await scanned(at(), claim_id)
  return claim_id
}
/** What the database stores of the damage photograph after its job. */
const printOf = (claim_id: string) =>
  until(
    () =>
      at()
        .db.selectFrom('photograph_prints')
        .innerJoin('files', 'files.id', 'photograph_prints.file_id')
        .select(['files.id', 'files.slot', 'across', 'down', 'bands'])
        .where('claim_id', '=', claim_id)
        .execute(),
    (rows) => rows.length > 0,
  )
async function signsOf(claim_id: string) {
  const { staff } = await people()
  const { body } = await at().api('staffClaim', { claim_id }, staff)
  if (!body.success) throw new Error('no claim')
  return body.data.signs
}

/** A scene of its own for each seed: a few soft spots of light. */
function scene(seed: number): Promise<Buffer> {
  const [width, height] = [640, 480]
  const spots = Array.from({ length: 9 }, (_, at) => {
    const part = (by: number) =>
      Math.abs(Math.sin(seed * 12.9898 + at * 78.233 + by) * 43_758.5453) % 1
    return { x: part(1) * width, y: part(2) * height, r: 60 + part(3) * 130, light: part(4) * 255 }
  })
  const pixels = Buffer.alloc(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let light = 90
      for (const spot of spots)
        light +=
          (spot.light - 110) * Math.exp(-((x - spot.x) ** 2 + (y - spot.y) ** 2) / spot.r ** 2)
      pixels[y * width + x] = Math.max(0, Math.min(255, light))
    }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 92 })
    .toBuffer()
}

test('a photograph of another claim in another size and pressing is said; another photograph is not', async () => {
  const first = await scene(1)
  const smaller = await sharp(first).resize(400).jpeg({ quality: 55 }).toBuffer()
  const asPng = await sharp(first).resize(512).png().toBuffer()
  const before = await claimWith(first)
  const [print] = await printOf(before)
  expect(print).toMatchObject({ slot: 'damage_document', across: expect.any(String) })
  expect(print?.bands).toHaveLength(8)
  expect(await signsOf(before)).toEqual([])

  const other = await claimWith(await scene(2))
  await printOf(other)
  expect(await signsOf(other)).toEqual([])

  for (const again of [smaller, asPng]) {
    const claim_id = await claimWith(again)
    const [own] = await printOf(claim_id)
    expect(await signsOf(claim_id)).toContainEqual({
      kind: 'like_photo',
      photo: 'damage_document',
      file_id: own?.id,
      claim_id: before,
    })
  }
})

test('a photograph that was turned or mirrored is said, in any size and pressing', async () => {
  for (const first of [await scene(21), await scene(64)]) {
    const before = await claimWith(first)
    await printOf(before)
    const changed = await Promise.all([
      sharp(first).rotate(90).resize(420).jpeg({ quality: 60 }).toBuffer(),
      sharp(first).rotate(270).png().toBuffer(),
      sharp(first).flop().jpeg({ quality: 50 }).toBuffer(),
      sharp(first).rotate(90).flop().resize(300).jpeg().toBuffer(),
    ])
    for (const again of changed) {
      const claim_id = await claimWith(again)
      const [own] = await printOf(claim_id)
      expect(await signsOf(claim_id)).toContainEqual({
        kind: 'like_photo',
        photo: 'damage_document',
        file_id: own?.id,
        claim_id: before,
      })
    }
  }
})

test('the desk sees a photograph made small, turned as it was taken and without its place; of papers none', async () => {
  const taken = await sharp(await scene(41))
    .withExif({ IFD0: { Orientation: '6' }, IFD3: { GPSLatitude: '43/1 14/1 0/1' } })
    .jpeg()
    .toBuffer()
  const claim_id = await claimWith(taken)
  await printOf(claim_id)
  const { staff } = await people()
  const { body } = await at().api('staffClaim', { claim_id }, staff)
  const files = body.success ? body.data.documents : []
  const small = files.find(({ type }) => type === 'damage_document')?.small ?? ''
  const [kind, bytes = ''] = small.split(',')
  expect(kind).toBe('data:image/webp;base64')
  expect(small.length).toBeLessThan(10_000)
  const { width, height, exif, orientation } = await sharp(Buffer.from(bytes, 'base64')).metadata()
  expect({ width, height, exif, orientation }).toEqual({ width: 96, height: 96 })
  expect(files.filter(({ type }) => type !== 'damage_document').map((file) => file.small)).toEqual(
    files.slice(1).map(() => null),
  )
})

test('a picture that unpacks to more than memory is refused, a plain one and a broken one keep an empty print, and the work goes on', async () => {
  const huge = await sharp({
    create: { width: 9_000, height: 9_000, channels: 3, background: '#777' },
  })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const broken = Buffer.concat([(await scene(3)).subarray(0, 200), Buffer.from([0xff, 0xd9])])
  const { client, id } = await people()
  const refused = await sends(at(), client, id, { files: { damage_document: huge } })
  expect(refused.status).toBe(422)
  const empty = { across: null, down: null, bands: [] }
  for (const picture of [png, broken]) {
    const claim_id = await claimWith(picture)
    expect(await printOf(claim_id)).toMatchObject([empty])
    expect(await signsOf(claim_id)).not.toContainEqual(
      expect.objectContaining({ kind: 'like_photo' }),
    )
  }
  expect(await printOf(await claimWith(await scene(4)))).toMatchObject([
    { across: expect.any(String) },
  ])
})

test('a decoder that could not begin says nothing of a photograph, whose print is made later', async () => {
  const claim_id = await claimWith(await scene(9))
  const [print] = await printOf(claim_id)
  const { db } = at().server.deps
  const again = () => makePrint(at().server.deps, print?.id ?? '')
  await db
    .deleteFrom('photograph_prints')
    .where('file_id', '=', print?.id ?? '')
    .execute()
  const { execPath } = process
  process.execPath = '/nowhere/node'
  try {
    await expect(again()).rejects.toThrow('ENOENT')
  } finally {
    process.execPath = execPath
  }
  await again()
  expect(await printOf(claim_id)).toEqual([print])
})

test('a claim of the other side of the same accident is said, by the day and the cars', async () => {
  const [mine, theirs, elsewhere] = [
    await claimWith(await scene(5)),
    await claimWith(await scene(6)),
    await claimWith(await scene(7)),
  ]
  const { facts } = await at()
    .db.selectFrom('claims')
    .innerJoin('policies', 'policies.id', 'claims.policy_id')
    .select('policies.facts')
    .where('claims.id', '=', mine)
    .executeTakeFirstOrThrow()
  const plate = JSON.parse(JSON.stringify(facts)).vehicles[0].plate
  const tells = (claim_id: string, on: string, other_plate: string) =>
    at()
      .db.updateTable('claims')
      .set({
        details: JSON.stringify({
          by: 'policyholder',
          identity: 'register',
          answers: { on, other_plate },
        }),
      })
      .where('id', '=', claim_id)
      .execute()
  await tells(mine, '2026-11-20', '777AAA02')
  await tells(theirs, '2026-11-20', plate)
  await tells(elsewhere, '2026-11-19', plate)
  const accidents = async (claim_id: string) =>
    (await signsOf(claim_id)).filter(({ kind }) => kind === 'same_accident')
  expect(await accidents(mine)).toEqual([{ kind: 'same_accident', claim_id: theirs }])
  expect(await accidents(theirs)).toEqual([{ kind: 'same_accident', claim_id: mine }])
  expect(await accidents(elsewhere)).toEqual([])
})

test('a print of before its points were kept is made again by the sweep', async () => {
  const claim_id = await claimWith(await scene(31))
  const [print] = await printOf(claim_id)
  await at()
    .db.updateTable('photograph_prints')
    .set({ points: null, small: null })
    .where('file_id', '=', print?.id ?? '')
    .execute()
  const { deps } = at().server
  await clockTo(at(), '2026-11-20T09:00:00Z')
  await sweep(deps, recoveries)
  const points = await until(
    () =>
      at()
        .db.selectFrom('photograph_prints')
        .select('points')
        .where('file_id', '=', print?.id ?? '')
        .executeTakeFirst(),
    (row) => row?.points !== null,
  )
  expect(points?.points).toHaveLength(81)
})
