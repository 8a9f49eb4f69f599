import { beforeAll, expect, test } from 'vitest'
import { SOCIAL_SERVICE } from '#systems/gkb/protocol.ts'
import { buyer, car, consents, purchaseToken, ready, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp } from '#tests/test-app.ts'

const at = sharedTestApp({ WORKER: 'off' })
/** Class 3, over 25, experienced: every personal coefficient is 1. */
const plain = ready('900622499917')
const pensioner = ready('580210499908')
const village = { registrationNumber: '218AUL09', techPassport: 'AC20010003' }
let token = ''
let pensionersToken = ''

beforeAll(async () => {
  token = await purchaseToken(at(), plain)
  pensionersToken = await purchaseToken(at(), pensioner)
  for (const iin of [buyer.iin, pensioner.iin]) await consents(at(), token, iin)
  for (const iin of [buyer.iin, plain.iin]) await consents(at(), pensionersToken, iin)
  await at().control('PUT', `/control/people/${pensioner.iin}`, {
    bonusMalus: { kind: 'CLASS', class: '3' },
  })
  await at().control('PUT', `/control/people/${buyer.iin}`, {
    bonusMalus: { kind: 'CLASS', class: '9' },
  })
})

type More = Parameters<typeof sale>[0]
const answer = (more: More, by = token) =>
  at().raw('/api/policy/ogpo/calculate', {
    body: sale({ ...more, insurant: { ...plain, ...more?.insurant } }),
    token: by,
    locale: 'ru',
  })
async function priced(more: More, by = token) {
  const { body } = await answer(more, by)
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.data.calculations[0]
}

test('case E: a pensioner alone pays half, 18 047 tenge', async () => {
  spec('4.1.beneficiary-confirmed')

  expect(
    (await at().api('getPersonSocialStatus', { iin: pensioner.iin }, pensionersToken)).body,
  ).toEqual({
    success: true,
    hasBenefit: true,
  })
  const quote = await priced({ insurant: { ...pensioner, privilege: true } }, pensionersToken)
  expect(quote.premium).toBe(18_047)
})

test('half is paid only if every insured is entitled', async () => {
  const quote = await priced(
    { insurant: { ...pensioner, privilege: true }, drivers: [{ iin: plain.iin }] },
    pensionersToken,
  )
  expect(quote.premium).toBe(36_094)
})

test('a benefit the register does not confirm is none, whatever the browser says', async () => {
  spec('4.1.beneficiary-not-confirmed')

  expect((await at().api('getPersonSocialStatus', { iin: plain.iin }, token)).body).toEqual({
    success: true,
    hasBenefit: false,
  })
  expect((await priced({ insurant: { privilege: true } })).premium).toBe(36_094)
})

test('a benefit nobody asked for is not given', async () => {
  spec('3.2.driver-privilege-beneficiary-flag')

  expect((await priced({ insurant: { ...pensioner } }, pensionersToken)).premium).toBe(36_094)
})

test('half is not given for several cars', async () => {
  const quote = await priced(
    { insurant: { ...pensioner, privilege: true }, vehicles: [car, village] },
    pensionersToken,
  )
  expect(quote).toMatchObject({ premium: 36_094, price_kind: 'complex' })
})

test('while the privileges service is down its check is 503, and the sale may go on without the benefit', async () => {
  spec(
    '4.1.beneficiary-check-error',
    '7.3.policy-gkb-getpersonsocialstatus',
    '8.3.privileges-service-unavailable-continue',
  )

  await at().fault('gkb', 'unavailable', { operation: SOCIAL_SERVICE, times: 200 })
  const status = await at().raw('/api/policy/gkb/getPersonSocialStatus', {
    body: { iin: pensioner.iin },
    token: pensionersToken,
    locale: 'ru',
  })
  expect(status.status).toBe(503)
  expect(status.headers.get('retry-after')).toBe('5')
  expect(status.body).toMatchObject({
    success: false,
    message: 'Сервис временно недоступен. Повторите позже.',
  })
  const quote = await priced({ insurant: { ...pensioner, privilege: true } }, pensionersToken)
  await at().control('DELETE', '/control/faults')
  expect(quote.premium).toBe(36_094)
})
