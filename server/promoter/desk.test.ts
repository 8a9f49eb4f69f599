import { beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/accounts/change-password.ts'
import { otherPromoter, portalSale, promoter, promoterToken, street } from '#tests/promoter.ts'
import { buyer, clockTo, consents, purchaseToken, ready } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp({ WORKER: 'off' })
let token = ''
let other = ''
beforeAll(async () => {
  token = await promoterToken(at())
  other = await promoterToken(at(), otherPromoter)
})

test('saveGeo keeps success and error with every field, and refuses what it does not know', async () => {
  spec(
    '3.4.geolocation-record-latitude-longitude',
    '3.4.geolocation-record-altitude-altitudeaccuracy',
    '7.3.geolocation-savegeo',
  )

  const measured = { ...street, altitude: 780.5, altitudeAccuracy: 9, heading: 90, speed: 0.4 }
  const whose = { operator_iin: promoter.iin, source: 'pro_ogpo' }
  expect(
    (await at().api('saveGeo', { ...whose, ...measured, error: null, error_code: null }, token))
      .body,
  ).toEqual({ success: true })
  const failure = {
    latitude: null,
    longitude: null,
    accuracy: null,
    error: 'Время ожидания запроса истекло.',
    error_code: 'TIMEOUT',
  }
  expect((await at().api('saveGeo', { ...whose, ...failure }, token)).body).toEqual({
    success: true,
  })
  const rows = await at()
    .db.selectFrom('positions')
    .selectAll()
    .where('iin', '=', promoter.iin)
    .orderBy('id')
    .execute()
  expect(rows).toMatchObject([
    {
      ...street,
      altitude: 780.5,
      altitude_accuracy: 9,
      heading: 90,
      speed: 0.4,
      error: null,
      source: 'pro_ogpo',
    },
    { latitude: null, error: failure.error, error_code: 'TIMEOUT' },
  ])
  const nobody = {
    operator_iin: null,
    error: 'Не удалось определить пользователя',
    error_code: 'NO_IIN',
    source: 'pro_ogpo',
  }
  expect((await at().api('saveGeo', nobody, token)).body).toEqual({ success: true })
  const unknown = await at()
    .db.selectFrom('positions')
    .selectAll()
    .where('error_code', '=', 'NO_IIN')
    .execute()
  // The screen did not know who sells; the session does.
  expect(unknown).toMatchObject([{ iin: promoter.iin, latitude: null, error: nobody.error }])
  for (const wrong of [
    { ...measured, planet: 'Mars' },
    {},
    { ...measured, longitude: undefined },
    { ...measured, latitude: 91 },
  ])
    expect(
      (await at().raw('/api/geolocation/saveGeo', { body: { ...whose, ...wrong }, token })).status,
    ).toBe(422)
  expect(
    (await at().api('saveGeo', { ...whose, ...measured, operator_iin: otherPromoter.iin }, token))
      .status,
  ).toBe(403)
  expect(
    (await at().api('saveGeo', { source: 'site', ...street }, await purchaseToken(at()))).body,
  ).toEqual({ success: true })
})

test('the block page: one switch with its own time, for promoters and staff, audited, ending by itself', async () => {
  spec(
    '7.3.promoter-policy-ogpo-blocked',
    '7.3.promoter-policy-ogpo-save',
    '7.3.promoter-policy-ogpo-block',
  )

  const state = async () => (await at().api('promoterIsBlocked', {}, other)).body
  expect(await state()).toEqual({
    success: true,
    data: { isBlocked: false, text: '', halted: null },
  })
  const today = at().server.deps.clock.today()
  const saved = await at().api(
    'promoterSaveBlockPage',
    { isBlocked: true, dateFrom: today, dateTo: today, text: 'Жүйе жаңартылуда' },
    token,
  )
  const page = {
    isBlocked: true,
    dateFrom: '2026-11-19T19:00:00.000Z',
    dateTo: '2026-11-20T18:59:59.999Z',
    text: 'Жүйе жаңартылуда',
    active: true,
    by: expect.any(String),
  }
  expect(saved.body).toEqual({ success: true, data: page })
  expect(await state()).toEqual({
    success: true,
    data: { isBlocked: true, text: page.text, halted: null },
  })
  expect((await at().api('promoterBlockPageData', {}, other)).body).toEqual({
    success: true,
    data: page,
  })
  expect((await at().api('promoterCalculate', portalSale(), token)).body).toMatchObject({
    success: false,
    code: 14001,
  })

  await clockTo(at(), '2026-11-20T19:00:01Z')
  expect(await state()).toMatchObject({ data: { isBlocked: false } })
  expect((await at().api('promoterBlockPageData', {}, token)).body).toMatchObject({
    data: { isBlocked: false, active: false, text: page.text },
  })
  await clockTo(at(), null)

  const from = new Date(at().server.deps.clock.now().getTime() + 3_600_000).toISOString()
  const ahead = await at().api(
    'promoterSaveBlockPage',
    { isBlocked: true, dateFrom: from, text: '' },
    token,
  )
  expect(ahead.body).toMatchObject({ data: { isBlocked: true, active: false } })
  const past = await at().api(
    'promoterSaveBlockPage',
    { isBlocked: true, dateTo: '2026-11-01', text: '' },
    token,
  )
  expect(past.status).toBe(422)
  await at().api('promoterSaveBlockPage', { isBlocked: false }, await staffToken())
  expect(await state()).toMatchObject({ data: { isBlocked: false } })
  expect(
    (await at().api('promoterIsBlocked', {}, await purchaseToken(at(), ready('900622499917'))))
      .status,
  ).toBe(403)
  const lines = await at()
    .db.selectFrom('audit')
    .select(['action', 'actor'])
    .where('object_id', '=', 'block_page')
    .orderBy('id')
    .execute()
  expect(lines.map(({ action, actor }) => [action, actor.split(':')[0]])).toEqual([
    ['portal.blocked', 'promoter'],
    ['portal.blocked', 'promoter'],
    ['portal.unblocked', 'staff'],
  ])
})

/** A session of a member of staff. */
async function staffToken(): Promise<string> {
  const iin = '880808399905'
  await at()
    .db.insertInto('accounts')
    .values({
      iin,
      role: 'staff',
      password_hash: await hashPassword('staff-2026'),
      created_at: at().server.deps.clock.now(),
    })
    .execute()
  const { body } = await at().api('cabinetLogin', { iin, password: 'staff-2026' })
  if (!body.success || !('token' in body)) throw new Error('staff may not sign in')
  return String(body.token)
}

test('a person’s row tells everything that is wrong with success, masked, counted and audited', async () => {
  spec('7.3.ours-row-iin-flags')

  const row = async (iin: string, more: object = {}) =>
    (
      await at().raw('/api/promoter/policy/ogpo/person', {
        body: { iin, ...more },
        token,
        locale: 'ru',
      })
    ).body
  const fine = await row(buyer.iin, { phone: buyer.phone })
  expect(fine).toMatchObject({
    success: true,
    data: {
      name: 'Нұрлан Ә.',
      resident: true,
      documentValid: true,
      driverLicenseNumber: 'AB100001',
      bonusMalusClass: '7',
      findings: [],
    },
  })
  expect(await row('880505399908')).toMatchObject({
    data: {
      notResident: true,
      findings: [{ code: 12005, message: 'Клиент не является резидентом Казахстана' }],
    },
  })
  expect(await row('930930499907')).toMatchObject({ data: { noLicense: true, name: 'Айгерім С.' } })
  expect(await row('930930499907', { drives: false })).toMatchObject({
    data: { noLicense: false, findings: [] },
  })
  expect(await row('910823499901')).toMatchObject({
    data: { noPersonCertificate: true, documentValid: false },
  })
  // No person is written to the unified database before they consent.
  expect(await row('940226499901')).toMatchObject({ data: { noEsbd: false } })
  expect(await consents(at(), token, '940226499901')).toBe('approved')
  expect(await row('940226499901')).toMatchObject({ data: { noEsbd: true } })
  expect(await row('100601599901')).toMatchObject({ data: { underAge: true } })
  expect(await row(buyer.iin, { phone: '77019999999' })).toMatchObject({
    data: { phoneNotLinked: true },
  })
  await at().fault('gkb', 'unavailable', { times: 20 })
  expect(await row('900622499917')).toMatchObject({ data: { down: true } })
  await at().control('DELETE', '/control/faults')
  // Privileges and the update of the unified database both need the person's consent.
  for (const call of ['getPersonSocialStatus', 'updateClientInEsbd'] as const)
    expect((await at().api(call, { iin: '580210499908' }, token)).body).toMatchObject({
      code: 14003,
      data: { driver_iin: '580210499908' },
    })
  await consents(at(), token, '580210499908')
  expect((await at().api('getPersonSocialStatus', { iin: '580210499908' }, token)).body).toEqual({
    success: true,
    hasBenefit: true,
  })
  await consents(at(), token, buyer.iin)
  expect((await at().api('updateClientInEsbd', { iin: buyer.iin }, token)).body).toMatchObject({
    data: { name: 'Нұрлан Ә.' },
  })
  await at().api(
    'ogpoVehicle',
    { registrationNumber: '123ABC02', techPassport: 'AB12345678' },
    token,
  )
  const looks = await at()
    .db.selectFrom('audit')
    .selectAll()
    .where('action', 'in', ['person.looked_up', 'vehicle.looked_up'])
    .execute()
  expect(looks).toHaveLength(15)
  expect(JSON.stringify(looks)).not.toMatch(new RegExp(`${buyer.iin}|123ABC02`))
  expect(new Set(looks.map(({ object_id }) => object_id)).size).toBe(9)
})
