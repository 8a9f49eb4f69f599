import { expect, test } from 'vitest'
import { hitMe, jpegOf, pngOf } from '#tests/claim-way.ts'
import { productNames } from '../products.ts'
import {
  carZones,
  causeOf,
  happenings,
  productOf,
  roomZones,
  sceneOf,
  unanswered,
  wireOf,
  zones,
} from './answers.ts'
import { dayFault } from './day.ts'
import { photographOf } from './photographs.ts'

const now = { today: '2026-11-23', minute: '11:00' }
const policy = { start: '2026-11-21', end: '2027-11-20', ended: null }

test.each([
  ['2026-11-23', '11:00', null],
  ['2026-11-23', '11:01', 'claim_future'],
  ['2026-11-23', undefined, null],
  ['2026-11-24', '00:00', 'claim_future'],
  ['2026-11-21', '00:00', null],
  ['2026-11-20', '23:59', 'claim_not_insured'],
  ['2023-11-23', '10:00', 'claim_not_insured'],
  ['2023-11-22', '10:00', 'claim_too_long_ago'],
] as const)('an accident of %s %s is %s', (on, at, fault) => {
  expect(dayFault({ on, at }, now, policy)).toBe(fault)
})

test('without a policy only the clock judges, and the last day of a policy is insured', () => {
  expect(dayFault({ on: '2026-01-01' }, now, null)).toBeNull()
  const last = { start: '2025-11-23', end: '2026-11-22', ended: null }
  expect(dayFault({ on: '2026-11-22' }, now, last)).toBeNull()
  expect(dayFault({}, now, policy)).toBeNull()
})

test('a contract insures to the day it was ended on before its time, and not after it', () => {
  const ended = { ...policy, ended: '2026-11-22' }
  expect(dayFault({ on: '2026-11-22' }, now, ended)).toBeNull()
  expect(dayFault({ on: '2026-11-23' }, now, ended)).toBe('claim_not_insured')
})

test('what happened says the case and the role of the specification', () => {
  expect(wireOf({})).toBeNull()
  expect(wireOf({ happened: 'hit-me' })).toEqual({ claim_case: 'owner', claim_status: 'injured' })
  expect(wireOf({ happened: 'i-hit' })).toEqual({
    claim_case: 'third-party',
    claim_status: 'at_fault',
  })
  const home = { happened: 'home' } as const
  expect(wireOf(home)).toBeNull()
  expect(wireOf({ ...home, harmed: 'owner', cause: 'water_own' })).toEqual({
    claim_case: 'owner',
    claim_status: 'injured',
  })
  for (const harmed of ['third-party', 'owner-and-third-party'] as const) {
    expect(wireOf({ ...home, harmed, cause: 'water_own' })?.claim_status).toBe('at_fault')
    expect(wireOf({ ...home, harmed, cause: 'water_neighbour' })?.claim_status).toBe('injured')
  }
})

test('whatever is sold can be told of, and where it happened is known by what happened', () => {
  expect(new Set(happenings.map((one) => productOf[one]))).toEqual(new Set(productNames))
  expect(happenings.map(sceneOf)).toEqual(['road', 'road', 'dwelling'])
  expect(sceneOf(undefined)).toBe('road')
})

test('a cause said of a dwelling is not that of a road, where it may be left over', () => {
  expect(causeOf('home', { cause: 'fire' })).toBe('fire')
  expect(causeOf('home', {})).toBe('other_home')
  expect(causeOf('ogpo', { cause: 'fire' })).toBe('collision')
})

test('what is not answered is named in the order of the screens', () => {
  const whole = hitMe('26D100000001')
  expect(unanswered(whole)).toEqual([])
  expect(unanswered({})).toEqual(['happened', 'policy', 'on', 'at', 'place', 'zones', 'iban'])
  const { other_plate, ...alone } = whole
  expect(other_plate).toBeDefined()
  expect(unanswered(alone)).toEqual(['other_plate'])
  expect(unanswered({ ...alone, no_other: true })).toEqual([])
  expect(unanswered({ ...whole, zones: [], words: '' })).toEqual(['zones'])
  expect(unanswered({ ...whole, zones: [] })).toEqual([])
  const position = { latitude: 43.24, longitude: 76.9, accuracy: 12 }
  expect(unanswered({ ...whole, place: '' })).toEqual(['place'])
  expect(unanswered({ ...whole, place: '', position })).toEqual([])
  expect(unanswered({ ...whole, happened: 'home' })).toEqual(['cause', 'harmed'])
})

test('a part of a car or a room has one name', () => {
  expect(new Set(zones).size).toBe(carZones.length + roomZones.length)
})

test('a photograph is known by its first bytes, and how it was held', () => {
  const size = { width: 1_200, height: 900 }
  for (const [orientation, turns] of [
    [1, 0],
    [3, 2],
    [6, 1],
    [8, 3],
    [2, 0],
  ] as const)
    expect(photographOf(jpegOf({ orientation }))).toMatchObject({
      mime: 'image/jpeg',
      turns,
      ...size,
    })
  expect(photographOf(pngOf(640, 480))).toMatchObject({ mime: 'image/png', width: 640 })
  expect(photographOf(pngOf(1, 1))).toBe('photo_small')
  expect(photographOf(jpegOf({ width: 4_000, height: 200 }))).toBe('photo_small')
  expect(photographOf(pngOf(640, 480).subarray(0, 20))).toBe('photo_unreadable')
  expect(photographOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]))).toBe(
    'photo_unreadable',
  )
  // Forty million pixels, whatever its bytes weigh; of a PNG, which is unpacked whole, twelve.
  expect(photographOf(jpegOf({ width: 8_000, height: 5_000 }))).toMatchObject({ width: 8_000 })
  expect(photographOf(jpegOf({ width: 8_000, height: 5_001 }))).toBe('photo_large')
  const png = pngOf(640, 480)
  png.writeUInt32BE(30_000, 16)
  expect(photographOf(png)).toBe('photo_png_large')
  expect(photographOf(new Uint8Array())).toBe('photo_kind')
  expect(photographOf(Buffer.from('\0\0\0\x18ftypmif1    heic'))).toBe('photo_heic')
})

test('where a photograph was taken is read from the camera’s notes, on all four sides of the world', () => {
  for (const place of [
    { latitude: 43.25, longitude: 76.95 },
    { latitude: -33.5, longitude: -70.75 },
  ])
    expect(photographOf(jpegOf({ place, orientation: 6 }))).toMatchObject({
      turns: 1,
      takenAt: place,
    })
  expect(photographOf(jpegOf({ orientation: 6 }))).toMatchObject({ takenAt: null })
  // A camera that has not found itself yet.
  expect(photographOf(jpegOf({ place: { latitude: 0, longitude: 0 } }))).toMatchObject({
    takenAt: null,
  })
})

test('no bytes make it throw', () => {
  const whole = jpegOf({ orientation: 6, place: { latitude: 43.25, longitude: 76.95 } })
  for (let length = 0; length < whole.length; length += 1)
    expect(() => photographOf(whole.subarray(0, length))).not.toThrow()
  for (let at = 0; at < 180; at += 1)
    for (const value of [0, 1, 0x7f, 0xff]) {
      const broken = Buffer.from(whole)
      broken[at] = value
      expect(() => photographOf(broken)).not.toThrow()
    }
})
