import { beforeAll, expect, test } from 'vitest'
import { consents, purchaseToken } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp({ WORKER: 'off' })
let token = ''
beforeAll(async () => {
  token = await purchaseToken(at())
})

test('the driver beside their IIN: masked name, licence and class; each reason why not by its code', async () => {
  const look = async (iin: string) =>
    (await at().raw('/api/policy/ogpo/driver', { body: { iin }, token, locale: 'ru' })).body
  // No state register is queried about a person without consent: only the unified database answers.
  const stranger = '980817499911'
  const asked = async () =>
    (await at().journal('gkb')).length + (await at().journal('licences')).length
  const before = await asked()
  expect(await look(stranger)).toMatchObject({
    success: true,
    data: { iin: stranger, licenceFound: false, experienceYears: null },
  })
  expect(await asked()).toBe(before)
  await consents(at(), token, '880214399916')
  expect(await look('880214399916')).toEqual({
    success: true,
    data: {
      iin: '880214399916',
      name: 'Өркен Б.',
      licenceFound: true,
      experienceYears: 5,
      experienceAsked: false,
      bonusMalusClass: '10',
      firstContract: false,
    },
  })
  for (const [iin, code] of [
    ['930930499907', 12006],
    ['870417399908', 12007],
    ['100601599901', 12008],
    ['900712399909', 12000],
    ['910823499901', 12001],
    ['880505399908', 12005],
  ] as const) {
    await consents(at(), token, iin)
    expect(await look(iin)).toMatchObject({
      success: false,
      code,
      data: { driver_iin: iin, ...(code === 12008 ? { reason: 'driver' } : {}) },
    })
  }
})

test('the register of licences is asked by IIN alone: a typed number finds nothing it has not', async () => {
  spec('7.3.ours-register-licences-asked')

  const iin = '930930499907'
  await consents(at(), token, iin)
  const asked = async () => (await at().journal('licences')).length
  const before = await asked()
  const look = async (more: object) =>
    (await at().raw('/api/policy/ogpo/driver', { body: { iin, ...more }, token, locale: 'ru' }))
      .body
  expect(await look({})).toMatchObject({ code: 12006 })
  expect(await asked()).toBe(before + 1)
  expect(await look({ driverLicenseNumber: 'AB100099' })).toMatchObject({ code: 12006 })
  expect(await asked()).toBe(before + 2)
})

test('the car beside its plate, and 14008 for a technical passport that does not fit', async () => {
  const look = async (techPassport: string) =>
    (
      await at().raw('/api/policy/ogpo/vehicle', {
        body: { registrationNumber: '123ABC02', techPassport },
        token,
        locale: 'ru',
      })
    ).body
  expect(await look('AB12345678')).toEqual({
    success: true,
    data: {
      registrationNumber: '123ABC02',
      techPassport: 'AB12345678',
      make: 'Toyota',
      model: 'Camry',
      year: 2020,
      type: 'PASSENGER',
      region: 'ALMATY_CITY',
      settlement: 'CITY',
    },
  })
  expect(await look('AB12345670')).toEqual({
    success: false,
    code: 14008,
    message:
      'Автомобиль не найден. Проверьте госномер и техпаспорт. Если они верны, укажите ИИН/БИН владельца.',
    data: {
      registration_number: '123ABC02',
      reason: 'owner',
      findings: [expect.objectContaining({ code: 14008, reason: 'owner' })],
    },
  })
})
