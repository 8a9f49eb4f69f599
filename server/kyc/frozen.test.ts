import { expect, test } from 'vitest'
import { z } from 'zod'
import { cabinetCalls } from '#contract/calls/cabinet.ts'
import { promoterCalls } from '#contract/calls/promoter.ts'
import { purchaseCalls } from '#contract/calls/purchase.ts'
import type { CallName } from '#contract/index.ts'
import { signedIn } from '#tests/client.ts'
import { homeQuote, otherFlat } from '#tests/home.ts'
import { kycDesk } from '#tests/kyc-desk.ts'
import { bill, portalOrder, portalQuote, portalSale, promoterToken, sold } from '#tests/promoter.ts'
import { ordered, purchaseToken, quoted, ready, sale } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'
import { homeLegalVersions } from '#texts/legal-versions.ts'

/** Every call that leads to a price, a bill or a policy refuses a blocked person. */
const at = sharedTestApp()
const { statusOf, staff, second, imports, documentOf } = kycDesk(at)
const listed = ready('880214399916')

/** A car of their own, each time another one. */
let cars = 0
async function newCar() {
  cars += 1
  const registrationNumber = `70${cars}QQA02`
  const techPassport = `QA0000000${cars}`
  await at().control('PUT', `/control/vehicles/${registrationNumber}`, {
    techPassport,
    ownerIin: listed.iin,
  })
  return { registrationNumber, techPassport }
}
const ofSite = async () => sale({ insurant: { ...listed }, vehicles: [await newCar()] })
const ofPortal = async () => portalSale({ insurant: { ...listed }, vehicles: [await newCar()] })

/** Another calculation of the same sale. */
const again = () => ({ operation: portalSale().operation })

type Answer = { success?: unknown; code?: unknown }
/** Prepares everything before the block; each call is what follows. */
async function prepare() {
  const promoter = await promoterToken(at())
  const { globalId } = await sold(at(), promoter, await ofPortal())
  const reissued = await ofPortal()
  const { globalId: replaced } = await sold(at(), promoter, reissued)
  const order = {
    ...reissued.order,
    period: 6,
    seasonal: true,
    reorderGlobalId: replaced,
  }
  // Its year is nearly over, and it may be renewed.
  await at()
    .db.updateTable('policies')
    .set({ start_date: '2025-12-01', end_date: '2026-11-30', state: 'active' })
    .where('global_id', '=', globalId)
    .execute()
  const portalSold = await ofPortal()
  const portal = {
    unordered: await portalQuote(at(), promoter, await ofPortal()),
    ordered: await portalOrder(at(), promoter, await ofPortal()),
    handed: await portalQuote(at(), promoter, portalSold),
    reissue: await portalQuote(at(), promoter, { ...reissued, ...again(), order }),
  }
  const { calculationId } = portal.handed
  const { body: handOff } = await at().api('promoterHandOffCreate', { calculationId }, promoter)
  if (!handOff.success) throw new Error(JSON.stringify(handOff))
  const { key } = handOff.data
  const buys = await purchaseToken(at(), listed)
  const site = {
    unordered: await quoted(at(), buys, await ofSite()),
    ordered: await ordered(at(), buys, await ofSite()),
    reissue: await quoted(at(), buys, { ...reissued, ...again(), order }),
  }
  const client = await signedIn(at(), listed)
  const homes = {
    unordered: await homeQuote(at(), client),
    ordered: await homeQuote(at(), client, otherFlat),
  }
  const orderHome = async ({ calculationId }: { calculationId: string }): Promise<Answer> =>
    (
      await at().api(
        'homeOrder',
        { calculationId, pay: { system: 'card' }, accepted: homeLegalVersions },
        client,
      )
    ).body
  expect(await orderHome(homes.ordered)).toMatchObject({ success: true })
  const [siteSale, portalOther] = [await ofSite(), await ofPortal()]
  const pay = bill
  const email = 'client@example.kz'

  const of = <Name extends CallName>(
    call: Name,
    ask: () => Promise<{ body: Answer }>,
    how = '',
  ): { call: CallName; name: string; ask: () => Promise<Answer> } => ({
    call,
    name: `${call} ${how}`.trim(),
    ask: async () => (await ask()).body,
  })
  return [
    of('ogpoCalculate', () => at().api('ogpoCalculate', siteSale, buys)),
    of(
      'ogpoOrder',
      () =>
        at().api('ogpoOrder', { calculationId: site.unordered.calculationId, pay, email }, buys),
      'for the first time',
    ),
    of(
      'ogpoOrder',
      () =>
        at().api(
          'ogpoOrder',
          { calculationId: site.ordered.quote.calculationId, pay, email },
          buys,
        ),
      'again',
    ),
    of(
      'ogpoOrder',
      () =>
        at().api(
          'ogpoOrder',
          {
            calculationId: site.ordered.quote.calculationId,
            pay: { system: 'card', method: 'redirect' },
            email,
          },
          buys,
        ),
      'another way',
    ),
    of('ogpoReorder', () =>
      at().api(
        'ogpoReorder',
        { calculationId: site.reissue.calculationId, pay, email, globalId: replaced },
        buys,
      ),
    ),
    of('promoterReorder', () =>
      at().api(
        'promoterReorder',
        { calculationId: portal.reissue.calculationId, pay, globalId: replaced },
        promoter,
      ),
    ),
    of('promoterCalculate', () => at().api('promoterCalculate', portalOther, promoter)),
    of(
      'promoterOrder',
      () =>
        at().api(
          'promoterOrder',
          { calculationId: portal.unordered.calculationId, pay: bill },
          promoter,
        ),
      'for the first time',
    ),
    of(
      'promoterOrder',
      () =>
        at().api(
          'promoterOrder',
          { calculationId: portal.ordered.quote.calculationId, pay: bill },
          promoter,
        ),
      'again',
    ),
    of('promoterHandOffCreate', () =>
      at().api('promoterHandOffCreate', { calculationId }, promoter),
    ),
    of('promoterHandOffRead', () => at().api('promoterHandOffRead', { key }, undefined)),
    of('promoterHandOffOrder', () =>
      at().api('promoterHandOffOrder', { key, pay: bill, email }, buys),
    ),
    of('promoterRenewalPrice', () => at().api('promoterRenewalPrice', { globalId }, promoter)),
    of('cabinetRenewalPrice', () => at().api('cabinetRenewalPrice', { globalId }, client)),
    of('homeCalculate', () =>
      at().api('homeCalculate', { address: '0200030003000000', planId: 1 }, client),
    ),
    of('homeOrder', async () => ({ body: await orderHome(homes.unordered) }), 'for the first time'),
    of('homeOrder', async () => ({ body: await orderHome(homes.ordered) }), 'again'),
  ]
}

test('no price, bill or policy for whoever is blocked, by no door and under no promoter, until the second person has signed', async () => {
  const doors = await prepare()
  for (const { call } of doors) tried.add(call)
  const before = await attempts()
  await at().control('PUT', `/control/people/${listed.iin}`, { lists: ['TERROR'] })
  await imports()
  await until(
    () => statusOf(listed.iin),
    ({ status }) => status === 'blocked',
  )
  const all = async (when: string) => {
    for (const { name, ask } of doors)
      expect(await ask(), `${name}, ${when}`).toMatchObject({ success: false, code: 12004 })
    // None is new, and none is left to pay by.
    expect(
      (await attempts()).map(({ id }) => id),
      when,
    ).toEqual(before.map(({ id }) => id))
    await until(attempts, (all) =>
      all.every(({ state }) => !['created', 'awaiting'].includes(state)),
    )
  }
  await all('blocked')
  const { case_id } = await statusOf(listed.iin)
  const of = { case_id: case_id ?? '', reason: 'Письмо АФМ получено' }
  await documentOf(of.case_id)
  const evidence = { ground: 'excluded' as const, number: 'ХТ-1', date: '2026-11-01' }
  const asked = await at().api('kycAskUnblock', { ...of, evidence }, await staff())
  expect(asked.body).toEqual({ success: true })
  await all('signed by one')
  const signature_id = (await statusOf(listed.iin)).signing?.signature.id ?? ''
  expect((await at().api('kycSignUnblock', { signature_id }, await second())).body).toEqual({
    success: true,
  })
  // Nothing but the block had refused them.
  for (const { name, ask } of doors)
    expect((await ask()).code, `${name}, unblocked`).not.toBe(12004)
  const again = await at().api('kycBlock', of, await staff())
  expect(again.body).toEqual({ success: true })
  // A free reissue has meanwhile led to its policy.
  for (const { name, ask } of doors.filter(({ name }) => !name.includes('Reorder')))
    expect((await ask()).success, `${name}, blocked again`).not.toBe(true)
})

/** The calls that were tried as doors. */
const tried = new Set<CallName>()
const attempts = () =>
  at().db.selectFrom('payment_attempts').select(['id', 'state']).orderBy('id').execute()

/** Calls that show a price of nobody, or of an earlier sale or order, and lead to no bill. */
const shows: readonly CallName[] = [
  ...(['ogpoEstimate', 'ogpoOptions', 'homePlans'] as const),
  ...([
    'ogpoOrderProgress',
    'ogpoCheckOrderSet',
    'homeCheckOrderSet',
    'cabinetApplications',
  ] as const),
  ...(['cabinetPolicies', 'cabinetPolicy', 'cabinetPurchases', 'ogpoGetPolicy'] as const),
  ...(['cabinetCalcTerminate', 'cabinetTerminate', 'cabinetCancelPolicy'] as const),
  ...(['cabinetEndingStatus', 'promoterCheckOrderSet'] as const),
  ...(['promoterCalcTerminate', 'promoterTerminate', 'promoterCancelPolicy'] as const),
  ...(['promoterGetPolicy', 'promoterDay', 'promoterSales', 'promoterStatement'] as const),
  ...(['promoterExpiring', 'promoterSearch'] as const),
  // Stores a card, and charges nothing.
  'cabinetAddCard',
]
const money = /premium|price|amount|sum|topay|redirect|surcharge|refund|paid/i
const fieldsOf = (schema: unknown): string[] =>
  typeof schema === 'object' && schema !== null
    ? Object.entries(schema).flatMap(([name, part]) => [
        ...(name === 'properties' ? Object.keys(part) : []),
        ...fieldsOf(part),
      ])
    : []

test('every call of a sale that tells a price or leads to a bill is one of these doors, or shows what was sold', () => {
  const told = Object.entries({ ...purchaseCalls, ...cabinetCalls, ...promoterCalls })
    .filter(([, { reply }]) =>
      fieldsOf(z.toJSONSchema(reply, { unrepresentable: 'any' })).some((name) => money.test(name)),
    )
    .map(([name]) => name)
  const known: string[] = [...shows, ...tried]
  expect(told.filter((name) => !known.includes(name))).toEqual([])
  expect(shows.filter((name) => tried.has(name))).toEqual([])
})

test('a bill that the bank has not taken yet is not sent to whoever is blocked meanwhile', async () => {
  const other = ready('900622499917')
  const buys = await purchaseToken(at(), other)
  const quote = await quoted(at(), buys, sale({ insurant: { ...other } }))
  await at().fault('bank', 'unavailable', { times: 100_000 })
  const { calculationId } = quote
  const { body } = await at().api(
    'ogpoOrder',
    { calculationId, pay: bill, email: 'client@example.kz' },
    buys,
  )
  expect(body).toMatchObject({ code: 12002 })
  await at().control('PUT', `/control/people/${other.iin}`, { lists: ['TERROR'] })
  await imports()
  await until(
    () => statusOf(other.iin),
    ({ status }) => status === 'blocked',
  )
  await at().control('DELETE', '/control/faults')
  await until(
    () =>
      at()
        .db.selectFrom('payment_attempts')
        .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
        .select('payment_attempts.state')
        .where('orders.buyer_iin', '=', other.iin)
        .executeTakeFirstOrThrow(),
    ({ state }) => state === 'error' || state === 'expired',
  )
  expect(await at().invoices(other.phone)).toEqual([])
})
