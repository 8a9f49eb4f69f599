import { expect, test } from 'vitest'
import { haltOf, type SaleStep, saleSteps, type Tone } from '#domain/sale-steps.ts'
import { knownOperations, readSelling } from '#server/telemetry/selling.ts'
import { behave } from '#systems/esbd/sandbox-work.ts'
import { type SystemName, systemNames } from '#systems/system-names.ts'
import { homeOrdered, paysHome } from '#tests/home.ts'
import { promoterToken } from '#tests/promoter.ts'
import {
  clockOn,
  ordered,
  ownCar,
  paysBill,
  priced,
  purchaseToken,
  sale,
  settled,
} from '#tests/sale.ts'
import { staffDesk } from '#tests/staff-desk.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp()
const { people } = staffDesk(at)

const call = (system: string, operation: string, outcome: string, secondsAgo: number) => ({
  system,
  operation,
  outcome,
  started_at: new Date(Date.now() - secondsAgo * 1_000),
  duration_ms: 40,
  attempts: 1,
})
const clear = () => at().db.deleteFrom('outside_calls').execute()
const verdict = async () => (await readSelling(at().server.deps)).verdict

/**
 * The desks' status while one operation fails: `bad` if nobody can buy without it, `now` if the
 * sale continues another way or without it, and its step of the sale.
 */
const told: Readonly<Record<SystemName, Readonly<Record<string, `${Tone} ${SaleStep}`>>>> = {
  esbd: {
    AuthenticateUser: 'bad register',
    SessionExists: 'bad register',
    GetServerDateTime: 'now beside',
    GetItems: 'bad register',
    GetClientsByKeyFields: 'bad find',
    GetClientByID: 'now find',
    SetClient: 'bad find',
    GetClientDocumentsListByID: 'bad find',
    SetClientDocuments: 'bad find',
    GetClassId: 'bad price',
    GetClassText: 'bad price',
    SearchVehicles: 'bad find',
    GetTFByNumber: 'now find',
    Execute: 'now find',
    SetPolicyDraft: 'bad price',
    CalculatePolicyPremium: 'bad price',
    SetPolicy: 'bad register',
    GetPoliciesByNumber: 'bad register',
    GetPolicyByGlobalID: 'now register',
    GetPolicyByID: 'now ending',
    GetPoliciesByPolicyDate: 'now beside',
    SetPolicyRescindingReason: 'now ending',
    GetContractDsProperty_By_Number: 'bad home_register',
    GetContractDsProperty_By_Id: 'now ending',
    SetContractDsProperty: 'bad home_register',
    SetContractRescinding: 'now ending',
    GetMiddlemenByKeyFields: 'now beside',
  },
  gkb: { getPerson: 'bad find', RDBService_STATUS: 'now price' },
  bmg: { MCDB_SERVICE: 'bad find' },
  kdp: { getPersonDataAccessControl: 'bad consent', 'wsse/sign': 'bad find' },
  licences: { getZipDriverPortType: 'bad find' },
  vehicles: { getAuto: 'now find' },
  scoring: { score: 'bad price' },
  idp: { token: 'now eid', basic: 'now eid', phone: 'now eid' },
  aml: {},
  sms: { send: 'bad sign_in', status: 'now sign_in', balance: 'now beside' },
  mobizon: { sendSmsMessage: 'bad sign_in', list: 'now sign_in', getOwnBalance: 'now beside' },
  mail: { send: 'now message' },
  bank: {
    'remote/client-info': 'now bill',
    'remote/create': 'now bill',
    'payment/status': 'now bill',
    'remote/cancel': 'now bill',
    'payment/details': 'now refund',
    'payment/return': 'now refund',
    tradepoints: 'now beside',
  },
  acquirer: {
    'init_payment.php': 'now card',
    'get_status3.php': 'now card',
    'do_capture.php': 'now card',
    'cancel.php': 'now refund',
    'revoke.php': 'now refund',
    add2: 'now home_charge',
    list: 'now home_charge',
    remove: 'now beside',
    init: 'now home_charge',
    direct: 'now home_charge',
  },
  epay: {
    'oauth2/token': 'now epay',
    invoice: 'now epay',
    'invoice-links': 'now epay',
    'check-status': 'now epay',
    'operation/charge': 'now epay',
    'operation/cancel': 'now epay',
    'operation/refund': 'now refund',
  },
  fiscal: {
    Authorize: 'now papers',
    Check: 'now papers',
    ZReport: 'now beside',
    ShiftHistory: 'now beside',
    GetTicket: 'now papers',
    ClientInfo: 'now beside',
  },
  addresses: {
    s_ats: 'now beside',
    s_geonims: 'now beside',
    s_buildings: 'now beside',
    s_pb: 'now beside',
  },
  files: { put: 'now beside', read: 'now beside', remove: 'now beside', list: 'now beside' },
  antivirus: { INSTREAM: 'now beside' },
  partner: { report: 'now beside' },
}
const named = systemNames.flatMap((system) =>
  Object.keys(told[system]).map((operation) => ({ system, operation })),
)

test('every operation of every system has its line in the table', () => {
  expect(named).toEqual(knownOperations)
})

test('two failures of any operation are told, however well the rest of its system answers', async () => {
  for (const { system, operation } of named) {
    await clear()
    const others = named.filter((one) => one.system === system && one.operation !== operation)
    await at()
      .db.insertInto('outside_calls')
      .values([
        call(system, operation, 'unavailable', 100),
        call(system, operation, 'unavailable', 20),
        ...others.flatMap((one) =>
          Array.from({ length: 20 }, (_, n) => call(system, one.operation, 'ok', n)),
        ),
      ])
      .execute()
    const { tone, systems, step } = await verdict()
    expect
      .soft([`${tone} ${step}`, systems], `${system} ${operation}`)
      .toEqual([told[system][operation], [system]])
  }
})

/** Called once and cached, or only by a setting: a price without them proves nothing. */
const kept = ['AuthenticateUser', 'SessionExists', 'GetItems', 'GetClassText', 'SetClientDocuments']

test('what a price is refused for is said to stop the sale, and nothing that one is given without', async () => {
  const { db } = at()
  const token = await purchaseToken(at())
  // No stored consent: everybody is new to the state.
  const asNew = async () => {
    await db.deleteFrom('consent_tokens').execute()
    return at().api('ogpoCalculate', sale(), token)
  }
  const pricing = named.filter(
    ({ system, operation }) =>
      /(find|price|consent)$/.test(told[system][operation] ?? '') &&
      !kept.includes(operation) &&
      operation !== 'wsse/sign',
  )
  for (const { system, operation } of pricing) {
    expect((await priced(asNew)).body, operation).toMatchObject({ success: true })
    await at().fault(system, 'unavailable', { operation, times: 100_000 })
    const { success } = (await asNew()).body
    await at().control('DELETE', '/control/faults')
    expect.soft(told[system][operation], operation).toMatch(success ? /^now / : /^bad /)
  }
})

test('what the other side refused of one person is no failure of it', async () => {
  await clear()
  await at()
    .db.insertInto('outside_calls')
    .values([call('mail', 'send', 'refused', 30), call('mail', 'send', 'refused', 20)])
    .execute()
  // For mail alone: calls of an earlier test may reach the journal late.
  const { steps } = await readSelling(at().server.deps)
  const refused = steps.find(({ step }) => step === 'message')
  expect(refused).toMatchObject({ tone: 'good', systems: [] })
})

test('every desk hears first that the commission of no company is written down', async () => {
  const { staff } = await people()
  const { db } = at()
  await clear()
  const rows = await db.selectFrom('commissions').select(['id', 'effective_to']).execute()
  await db.updateTable('commissions').set({ effective_to: '2026-11-18' }).execute()
  await expect
    .poll(async () => (await at().api('staffSelling', {}, staff)).body, { timeout: 15_000 })
    .toMatchObject({ data: { verdict: { kind: 'no_insurer', tone: 'bad', systems: [] } } })
  // As every client who requests a price.
  expect(await (await fetch(`${at().url}/metrics`)).text()).toContain(
    'qorgan_sale_step{step="price"} 2',
  )
  for (const { id, effective_to } of rows)
    await db.updateTable('commissions').set({ effective_to }).where('id', '=', id).execute()
})

test('every desk hears first that no tariff tables cover the day, since when', async () => {
  const { staff } = await people()
  const { db } = at()
  await clear()
  await db
    .insertInto('outside_calls')
    .values([
      call('esbd', 'CalculatePolicyPremium', 'ok', 10),
      call('esbd', 'SetPolicy', 'unavailable', 100),
      call('esbd', 'SetPolicy', 'unavailable', 20),
    ])
    .execute()
  const rows = await db.selectFrom('tariff_tables').select(['version', 'effective_to']).execute()
  await db.updateTable('tariff_tables').set({ effective_to: '2026-11-18' }).execute()
  const since = '2026-11-18T19:00:00.000Z'
  await expect
    .poll(async () => (await at().api('staffSelling', {}, staff)).body, { timeout: 15_000 })
    .toMatchObject({ data: { verdict: { kind: 'no_tariff', tone: 'bad', since, systems: [] } } })
  expect((await at().api('staffStatus', {}, staff)).body).toMatchObject({
    data: {
      verdict: { kind: 'no_tariff' },
      steps: expect.arrayContaining([
        expect.objectContaining({ step: 'price', state: 'fails', tone: 'bad', since, calls: 0 }),
      ]),
    },
  })
  expect(await (await fetch(`${at().url}/metrics`)).text()).toContain(
    'qorgan_sale_step{step="price"} 2',
  )
  for (const { version, effective_to } of rows)
    await db
      .updateTable('tariff_tables')
      .set({ effective_to })
      .where('version', '=', version)
      .execute()
  await expect
    .poll(async () => (await at().api('staffSelling', {}, staff)).body, { timeout: 15_000 })
    .toMatchObject({ data: { verdict: { kind: 'step', step: 'register' } } })
})

test('every desk hears that policies cannot be issued', async () => {
  const { staff } = await people()
  await clear()
  await at()
    .db.insertInto('outside_calls')
    .values([
      call('esbd', 'SetPolicy', 'unavailable', 100),
      call('esbd', 'SetPolicy', 'unavailable', 20),
      ...Array.from({ length: 154 }, () => call('esbd', 'GetPoliciesByNumber', 'ok', 10)),
    ])
    .execute()
  await expect
    .poll(async () => (await at().api('staffSelling', {}, staff)).body, { timeout: 15_000 })
    .toMatchObject({
      success: true,
      data: { verdict: { kind: 'step', step: 'register', tone: 'bad', systems: ['esbd'] } },
    })
  const ready = await fetch(`${at().url}/health/ready`)
  expect([ready.status, await ready.json()]).toMatchObject([503, { stopped: 'register' }])
  expect(await (await fetch(`${at().url}/metrics`)).text()).toContain(
    'qorgan_sale_step{step="register"} 2',
  )
})

test('a register that refuses everybody in words stops the sale, one odd sale does not', async () => {
  const { staff } = await people()
  const token = await purchaseToken(at())
  await clear()
  const text = 'Пользователю КОРГАН запрещён ввод договоров № 17'
  behave(at().sandbox.world, {
    faults: Array.from({ length: 60 }, () => ({ operation: 'SetPolicy', text, when: 'before' })),
  })
  const refused = async () => {
    const { orderId } = await ordered(at(), token, sale({ vehicles: [await ownCar(at())] }))
    await paysBill(at())
    const { db } = at()
    const row = () =>
      db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
    await until(row, ({ issue_faults }) => issue_faults > 0)
    return orderId
  }
  const orders = [await refused()]
  await expect
    .poll(
      async () =>
        (
          await at()
            .db.selectFrom('outside_calls')
            .select('note')
            .where('outcome', '=', 'refused')
            .execute()
        ).length,
      { timeout: 15_000 },
    )
    .toBeGreaterThan(0)
  expect(await verdict()).toMatchObject({ step: null })
  orders.push(await refused(), await refused())
  await clockOn(at(), 11)
  const failed = { kind: 'step', tone: 'bad', step: 'register', systems: ['esbd'] }
  await expect
    .poll(async () => (await at().api('staffSelling', {}, staff)).body, { timeout: 15_000 })
    .toMatchObject({ data: { verdict: { ...failed, waiting: { count: 3 } } } })
  expect(await (await fetch(`${at().url}/metrics`)).text()).toContain(
    'qorgan_sale_step{step="register"} 2',
  )
  behave(at().sandbox.world)
  // Nobody is left who has paid and has no policy: the next test counts them.
  for (const orderId of orders) await settled(at(), token, orderId)
})

test('who has paid and has no policy makes it amber alone, and every desk says how many since when', async () => {
  const { staff, client } = await people()
  const { db } = at()
  const token = await purchaseToken(at())
  await clear()
  for (const operation of ['SetPolicy', 'SetContractDsProperty'])
    await at().fault('esbd', 'error', { operation, times: 100_000 })
  const { orderId } = await ordered(at(), token, sale({ vehicles: [await ownCar(at())] }))
  await paysBill(at())
  const homeId = await homeOrdered(at(), client)
  await paysHome(at(), homeId)
  const paid = async (table: 'orders' | 'home_subscriptions', id: string) => {
    const row = () =>
      db.selectFrom(table).select('paid_at').where('id', '=', id).executeTakeFirstOrThrow()
    return (await until(row, ({ paid_at }) => paid_at !== null)).paid_at?.toISOString() ?? ''
  }
  const since = {
    car: await paid('orders', orderId),
    home: await paid('home_subscriptions', homeId),
  }
  // A wait within a policy's usual seconds does not count.
  await clockOn(at(), 11)
  const waiting = { count: 2, since: [since.car, since.home].toSorted()[0] }

  const status = async (): Promise<unknown> => (await at().api('staffStatus', {}, staff)).body
  const desks = async (): Promise<unknown> => (await at().api('staffSelling', {}, staff)).body
  const metrics = async () => (await fetch(`${at().url}/metrics`)).text()
  const failed = {
    kind: 'step',
    tone: expect.stringMatching(/^(bad|now)$/),
    step: expect.stringMatching(/register$/),
    systems: ['esbd'],
    waiting,
  }
  for (const ask of [status, desks])
    await expect.poll(ask, { timeout: 15_000 }).toMatchObject({ data: { verdict: failed } })

  // The same with no failure in the journal: who waits suffices.
  const alone = { kind: 'waiting', tone: 'now', step: null, systems: [], waiting }
  const cleared = (ask: () => Promise<unknown>) => async () => {
    await clear()
    return ask()
  }
  await expect.poll(cleared(status), { timeout: 15_000 }).toMatchObject({
    data: {
      verdict: alone,
      steps: expect.arrayContaining([
        expect.objectContaining({
          step: 'register',
          tone: 'now',
          waiting: { count: 1, since: since.car },
        }),
        expect.objectContaining({
          step: 'home_register',
          tone: 'now',
          waiting: { count: 1, since: since.home },
        }),
      ]),
    },
  })
  await expect.poll(cleared(desks), { timeout: 15_000 }).toMatchObject({ data: { verdict: alone } })
  await expect
    .poll(cleared(metrics), { timeout: 15_000 })
    .toMatch(/step="register"\} 1\n(?:.*\n)*.*step="home_register"\} 1\n/)
})
/** What a promoter is told by the same facts as the desks; nothing of systems or people. */
const toPromoter = async () => {
  const { body } = await at().api('promoterIsBlocked', {}, await promoterToken(at()))
  return body.success ? body.data.halted : body
}

test('a promoter is told what of a sale cannot be done, whichever operation stops it, and nothing of what goes on', async () => {
  const { verdict: well, steps } = await readSelling(at().server.deps)
  const since = new Date('2026-11-20T09:00:00Z')
  for (const step of saleSteps) {
    const bad = steps.map((one) =>
      one.step === step
        ? { ...one, tone: 'bad' as const, since }
        : { ...one, tone: 'good' as const },
    )
    const told = haltOf({ ...well, kind: 'step', tone: 'bad', step, since }, bad)
    const what = { find: 'sale', price: 'sale', register: 'issue', consent: 'consent' }[
      step as string
    ]
    expect(told, step).toEqual(what ? { what, since } : null)
  }
  // The first in the verdict is another product's: theirs is told all the same.
  const two = steps.map((one) =>
    ['sign_in', 'register'].includes(one.step) ? { ...one, tone: 'bad' as const, since } : one,
  )
  expect(haltOf({ ...well, kind: 'step', tone: 'bad', step: 'sign_in', since }, two)).toEqual({
    what: 'issue',
    since,
  })
})

test('while SetPolicy fails the portal says that no policy is issued, and since when', async () => {
  await clear()
  await expect.poll(toPromoter, { timeout: 15_000 }).toBeNull()
  await at()
    .db.insertInto('outside_calls')
    .values([
      call('esbd', 'SetPolicy', 'unavailable', 100),
      call('esbd', 'SetPolicy', 'unavailable', 20),
    ])
    .execute()
  await expect
    .poll(toPromoter, { timeout: 15_000 })
    .toEqual({ what: 'issue', since: expect.stringMatching(/^\d{4}-/) })
  await clear()
})
