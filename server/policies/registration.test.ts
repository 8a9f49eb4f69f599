import { expect, test } from 'vitest'
import type { TerminateReason } from '#domain/ogpo/refund-sums.ts'
import { withPolicy } from '#tests/claim.ts'
import { account, signedIn } from '#tests/client.ts'
import { buyer, car, clockTo, purchaseToken, sale } from '#tests/sale.ts'
import { testApp } from '#tests/test-app.ts'

/** Whether a car is still registered, queried as the service of the day allows. */
const vehicle = (at: Awaited<ReturnType<typeof testApp>>, plate: string, more: object) =>
  at.control('PUT', `/control/vehicles/${plate}`, more)

test('asked by owner: theirs under any plate is still registered, sold or taken off it is not, silent is neither', async () => {
  const at = await testApp()
  const { token, globalId } = await withPolicy(at)
  const ask = async () =>
    (await at.api('cabinetCalcTerminate', { globalId, terminateReason: 'sold' }, token)).body
  expect(await ask()).toMatchObject({
    code: 14004,
    data: { registration_number: car.registrationNumber },
  })
  const { vin } = (await at.control('GET', '/control/vehicles')).find(
    ({ plate }: { plate: string }) => plate === car.registrationNumber,
  )

  await at.fault('vehicles', 'error', { times: 20 })
  expect(await ask()).toMatchObject({ success: false, code: 12002 })
  await at.control('DELETE', '/control/faults')

  // Another plate on the same car.
  await vehicle(at, car.registrationNumber, { ownerIin: '900622499917' })
  await vehicle(at, '321CBA02', { vin, ownerIin: buyer.iin })
  expect(await ask()).toMatchObject({ code: 14004 })
  await vehicle(at, '321CBA02', { registered: false })
  await vehicle(at, car.registrationNumber, { registered: false })
  expect(await ask()).toMatchObject({ success: true })
  expect((await at.journal('vehicles')).every(({ operation }) => operation === 'getAuto')).toBe(
    true,
  )
})

test('a car that is registered with another owner ends no policy, whatever the reason; staff decide by a document', async () => {
  const at = await testApp()
  const { token, globalId } = await withPolicy(at)
  const ask = async (terminateReason: TerminateReason) =>
    (await at.api('cabinetCalcTerminate', { globalId, terminateReason }, token)).body
  await vehicle(at, car.registrationNumber, { ownerIin: '900622499917' })
  for (const reason of ['sold', 'own_will'] as const)
    expect(await ask(reason)).toMatchObject({ code: 14004, data: { reason: 'unproven' } })
  // Heirs go to staff, whatever the register's answer.
  expect(await ask('died')).toMatchObject({ code: 14021 })
  const clerk = { iin: '880808399905', phone: '77010000777' }
  await account(at, clerk, { role: 'staff' })
  const staff = await signedIn(at, clerk)
  const staffAsk = async (terminateReason: TerminateReason) =>
    (await at.api('staffCalcTerminate', { globalId, terminateReason }, staff)).body
  const toProve = { success: true, data: { unproven: [car.registrationNumber] } }
  expect(await staffAsk('sold')).toMatchObject(toProve)
  // The sale is shown, and the buyer has not been to the registration yet.
  await vehicle(at, car.registrationNumber, { ownerIin: buyer.iin })
  expect(await staffAsk('sold')).toMatchObject(toProve)
  expect(await staffAsk('died')).toMatchObject({ code: 14004 })
  expect(await ask('sold')).toMatchObject({ code: 14004 })
  // Off the register it forbids nothing.
  await vehicle(at, car.registrationNumber, { ownerIin: buyer.iin, registered: false })
  expect(await ask('own_will')).toMatchObject({ success: true })
})

test('where it is not asked by owner, a technical passport that still stands is left to people', async () => {
  const at = await testApp({ GKB_VEHICLES_BY: 'plate' })
  const { token, globalId } = await withPolicy(at)
  const ask = async () =>
    (await at.api('cabinetCalcTerminate', { globalId, terminateReason: 'sold' }, token, 'ru')).body
  expect(await ask()).toMatchObject({
    code: 14004,
    message: expect.stringContaining('наши сотрудники помогут расторгнуть'),
    data: { reason: 'unproven' },
  })
  await vehicle(at, car.registrationNumber, { techPassport: 'AB99999999' })
  expect(await ask()).toMatchObject({ success: true })
  expect(await at.journal('vehicles')).toEqual([])
})

test('where nobody has the policyholder’s consent, the unified database tells what it can and people decide', async () => {
  const at = await testApp()
  const { globalId } = await withPolicy(at)
  await at.db.deleteFrom('consent_tokens').execute()
  const clerk = { iin: '880808399905', phone: '77010000777' }
  await account(at, clerk, { role: 'staff' })
  const staff = await signedIn(at, clerk)
  const calc = async () =>
    (await at.api('staffCalcTerminate', { globalId, terminateReason: 'died' }, staff)).body
  expect(await calc()).toMatchObject({
    success: true,
    data: { unproven: [car.registrationNumber] },
  })
  await vehicle(at, car.registrationNumber, { techPassport: 'AB99999999' })
  expect(await calc()).toMatchObject({ success: true, data: { unproven: [] } })
})

test('where the state asks the policyholder as well, they answer it before anything is said about their car', async () => {
  const at = await testApp({ KDP_OMIT_SMS: 'off' })
  const answer = () => at.control('POST', `/control/phones/${buyer.phone}/reply`, { text: '1' })
  await at.raw('/api/policy/ogpo/calculate', { body: sale(), token: await purchaseToken(at) })
  await answer()
  const { token, globalId } = await withPolicy(at)
  await at.db.deleteFrom('consent_tokens').execute()
  const ask = async () =>
    (await at.api('cabinetCalcTerminate', { globalId, terminateReason: 'sold' }, token)).body
  expect(await ask()).toMatchObject({ code: 14003, data: { driver_iin: buyer.iin } })
  await answer()
  expect(await ask()).toMatchObject({
    code: 14004,
    data: { registration_number: car.registrationNumber },
  })
})

test.each(['2027-01-02', '2027-02-28'])(
  'on %s a contract of 2026 ends by the law of its day, for client and staff',
  async (day) => {
    const at = await testApp()
    const { globalId } = await withPolicy(at)
    await vehicle(at, car.registrationNumber, { registered: false })
    const clerk = { iin: '880808399905', phone: '77010000777' }
    await account(at, clerk, { role: 'staff' })
    await clockTo(at, `${day}T06:00:00Z`)
    const [client, staff] = [await signedIn(at, buyer), await signedIn(at, clerk)]
    const of = { globalId, terminateReason: 'own_will' } as const
    const own = (await at.api('cabinetCalcTerminate', of, client)).body
    expect(own).toMatchObject({ success: true, data: { refundAmount: expect.any(Number) } })
    expect((await at.api('staffCalcTerminate', of, staff)).body).toMatchObject({
      success: true,
      data: { refundAmount: own.success ? own.data.refundAmount : 0 },
    })
  },
)
