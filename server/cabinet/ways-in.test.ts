import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { checkDigitOf } from '#domain/iin.ts'
import { egovBrowser } from '#tests/egov-browser.ts'
import { homeOrdered } from '#tests/home.ts'
import { dataIn, partnerVisits } from '#tests/partner-visit.ts'
import { bill, portalOrder, portalQuote, portalSale, promoterToken } from '#tests/promoter.ts'
import { clockTo, ordered, paysBill, purchaseToken, sale, settled } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

/** Every sign-in to the cabinet, for every way of becoming a client. */
const at = sharedTestApp()
const { browser } = egovBrowser(at)
const { link, opens } = partnerVisits(at)

type Person = { iin: string; phone: string }
type Client = Person & {
  car: { registrationNumber: string; techPassport: string }
  /** Key from the order's SMS, if there was an order. */
  orderKey?: string
  /** What the result page has. */
  token?: string
}
let made = 0

/** A person no other test sells to, with their own car. */
async function somebody(more: object = {}): Promise<Client> {
  made += 1
  const digits = `8304${String(made).padStart(2, '0')}3999`
  const iin = [0, 1, 2].map((n) => `${digits}${n}`).find((one) => checkDigitOf(one) !== null) ?? ''
  const person = await at().control('PUT', `/control/people/${iin}${checkDigitOf(iin)}`, more)
  const car = await at().control('PUT', `/control/vehicles/${700 + made}BCD02`, {})
  return {
    iin: String(person.iin),
    phone: String(person.phone),
    car: { registrationNumber: String(car.plate), techPassport: String(car.techPassport) },
  }
}
const buys = ({ iin, phone }: Client) => purchaseToken(at(), { iin, phone })
const saleTo = ({ iin, phone, car }: Client) => sale({ insurant: { iin, phone }, vehicles: [car] })
const portalSaleTo = ({ iin, phone, car }: Client) =>
  portalSale({ insurant: { iin, phone, willDrive: true }, vehicles: [car] })
const DAY = '2026-11-20T06:00:00Z'
const payer = '77010000555'

/** Waits for another message on the phone than the newest one, after `asking`. */
async function textAfter(phone: string, asking: () => Promise<unknown>): Promise<string> {
  const [earlier] = await at().messages(phone)
  await asking()
  const [message] = await until(
    () => at().messages(phone),
    ([newest]) => newest !== undefined && newest.id !== earlier?.id,
  )
  return message?.text ?? ''
}
const digitsIn = (text: string) => /\b\d{4}\b/.exec(text)?.[0] ?? ''

/** A sale by a promoter, paid by a phone that is not the client's. */
async function soldByPromoter(client: Client): Promise<Client> {
  const promoter = await promoterToken(at())
  const quote = await portalQuote(at(), promoter, portalSaleTo(client))
  const { body } = await at().api(
    'promoterOrder',
    { calculationId: quote.calculationId, pay: { ...bill, phone: payer } },
    promoter,
  )
  if (!body.success) throw new Error(JSON.stringify(body))
  return { ...client, orderKey: body.data.key }
}

const became = {
  'the site, by code': async () => {
    const client = await somebody()
    const token = await buys(client)
    const { key } = await ordered(at(), token, saleTo(client))
    return { ...client, orderKey: key, token }
  },
  'e-ID, buying': async () => {
    const client = await somebody()
    const visitor = browser()
    await visitor.signsIn({ iin: client.iin }, '?return=/egov/policy/qorgan-ogpo/calculator')
    const { key } = await ordered(at(), visitor.token(), saleTo(client))
    return { ...client, orderKey: key }
  },
  'e-ID without a phone, buying with one': async () => {
    const client = await somebody()
    const visitor = browser()
    await visitor.signsIn({ iin: client.iin, mode: 'no_phone' })
    const { key } = await ordered(at(), visitor.token(), saleTo(client))
    return { ...client, orderKey: key }
  },
  'a partner': async () => {
    const client = await somebody()
    const opened = await opens(await link({ iin: client.iin, phone: client.phone }))
    const page = dataIn((await opens(opened.to, opened.cookie)).text)
    const token = await buys(client)
    await at().api('partnerStart', { visit: page.visit?.key ?? '' }, token)
    const { key } = await ordered(at(), token, saleTo(client))
    return { ...client, orderKey: key, token }
  },
  'a promoter’s sale': async () => soldByPromoter(await somebody()),
  'a promoter’s sale, while the phone is another client’s': async () => {
    const client = await somebody()
    const other = await somebody()
    await at()
      .db.insertInto('accounts')
      .values({ iin: other.iin, phone: client.phone, created_at: new Date() })
      .execute()
    return soldByPromoter(client)
  },
  'a promoter’s hand-off': async () => {
    const client = await somebody()
    const promoter = await promoterToken(at())
    const { calculationId } = await portalQuote(at(), promoter, portalSaleTo(client))
    const handed = await at().api('promoterHandOffCreate', { calculationId }, promoter)
    if (!handed.body.success) throw new Error(JSON.stringify(handed.body))
    const { key } = handed.body.data
    const text = await textAfter(client.phone, () => at().api('promoterHandOffSendCode', { key }))
    const confirmed = await at().api('promoterHandOffConfirm', { key, otp_code: digitsIn(text) })
    if (!confirmed.body.success) throw new Error(JSON.stringify(confirmed.body))
    const { token } = confirmed.body.data
    const placed = await at().api('promoterHandOffOrder', { key, pay: bill }, token)
    if (!placed.body.success) throw new Error(JSON.stringify(placed.body))
    return { ...client, orderKey: placed.body.data.key, token }
  },
  Home: async () => {
    const client = await somebody()
    const visitor = browser()
    await visitor.signsIn({ iin: client.iin })
    await homeOrdered(at(), visitor.token())
    return client
  },
  'a claim as a harmed third party': async () => {
    const guilty = await somebody()
    const buying = await buys(guilty)
    const { orderId } = await ordered(at(), buying, saleTo(guilty))
    await paysBill(at(), guilty.phone)
    await settled(at(), buying, orderId)
    const client = await somebody()
    await clockTo(at(), '2026-11-23T06:00:00Z')
    const token = await buys(client)
    const about = { id: randomUUID(), named: guilty.car.registrationNumber, on: '2026-11-22' }
    const claimed = await at().api('claimThirdParty', about, token)
    await clockTo(at(), DAY)
    expect(claimed.body).toMatchObject({ data: { draft: about.id } })
    return { ...client, token }
  },
  'being insured as a driver': async () => {
    const client = await somebody()
    const driver = await somebody()
    const promoter = await promoterToken(at())
    await portalOrder(
      at(),
      promoter,
      portalSale({
        drivers: [{ iin: driver.iin, privilege: false }],
        insurant: { iin: client.iin, phone: client.phone, willDrive: true },
        vehicles: [client.car],
      }),
    )
    return driver
  },
} satisfies Record<string, () => Promise<Client>>

const entered = async (token: string, { iin }: Person) =>
  expect((await at().api('cabinetUser', {}, token)).body).toMatchObject({ data: { iin } })

async function byCode(client: Client, iin?: string): Promise<void> {
  const who = { phone: client.phone, ...(iin ? { iin } : {}) }
  const text = await textAfter(client.phone, () => at().api('cabinetSendCode', who))
  const { body } = await at().api('cabinetLoginByCode', { ...who, code: digitsIn(text) })
  if (!body.success) throw new Error(JSON.stringify(body))
  await entered(body.token, client)
}

/** Each way enters as the client, or throws. */
const ways = {
  'a new password by SMS': async (client: Client) => {
    const text = await textAfter(client.phone, () =>
      at().api('cabinetForgotPassword', { phone: client.phone }),
    )
    const password = /(?:құпиясөз|пароль) ([a-z2-9]{10})/.exec(text)?.[1] ?? ''
    const first = await at().api('cabinetLogin', { iin: client.iin, password })
    if (!first.body.success) throw new Error(JSON.stringify(first.body))
    const own = `Kabinet-${client.iin.slice(0, 5)}x`
    const change = { password: own, password_repeat: own }
    const changed = await at().api('cabinetChangePassword', change, first.body.token)
    expect(changed.body).toMatchObject({ success: true })
    const again = await at().api('cabinetLogin', { iin: client.iin, password: own })
    if (!again.body.success) throw new Error(JSON.stringify(again.body))
    await entered(again.body.token, client)
  },
  'a code by SMS': (client: Client) => byCode(client),
  'a code by SMS with the IIN': (client: Client) => byCode(client, client.iin),
  'e-ID': async (client: Client) => {
    const visitor = browser()
    await visitor.signsIn({ iin: client.iin })
    await entered(visitor.token(), client)
  },
  'the link in the SMS': async (client: Client) => {
    if (!client.orderKey) throw new Error('no order, no link')
    const key = client.orderKey
    const text = await textAfter(client.phone, () => at().api('ogpoOrderSendCode', { key }))
    const { body } = await at().api('ogpoOrderOpen', { key, code: digitsIn(text) })
    if (!body.success) throw new Error(JSON.stringify(body))
    await entered(body.data.token, client)
  },
  'the result page': async (client: Client) => {
    if (!client.token) throw new Error('no page')
    await entered(client.token, client)
  },
} satisfies Record<string, (client: Client) => Promise<void>>
type Way = keyof typeof ways

/** Reasons a sign-in does not lead into the cabinet. */
const oneOrder =
  'The link of an order opens that order alone (decision 187); its page leads to a sign-in by code.'
const onlyBuys =
  'A buyer’s token may only buy (docs/security/rules.md); its page leads to a sign-in by code.'
const none = 'There is no such link or page.'
const othersPhone =
  'The phone is still another client’s: nothing moves silently. The code with the IIN proves it.'
const noClient =
  'An insured driver has bought nothing, so there is no account; e-ID or the code with the IIN opens one.'

/** The ways that do not enter, each with its reason; all others do. */
const closed: Record<keyof typeof became, Partial<Record<Way, string>>> = {
  'the site, by code': { 'the link in the SMS': oneOrder, 'the result page': onlyBuys },
  'e-ID, buying': { 'the link in the SMS': oneOrder, 'the result page': none },
  'e-ID without a phone, buying with one': {
    'the link in the SMS': oneOrder,
    'the result page': none,
  },
  'a partner': { 'the link in the SMS': oneOrder, 'the result page': onlyBuys },
  'a promoter’s sale': { 'the link in the SMS': oneOrder, 'the result page': none },
  'a promoter’s sale, while the phone is another client’s': {
    'a new password by SMS': othersPhone,
    'a code by SMS': othersPhone,
    'the link in the SMS': oneOrder,
    'the result page': none,
  },
  'a promoter’s hand-off': { 'the link in the SMS': oneOrder, 'the result page': onlyBuys },
  Home: { 'the link in the SMS': none, 'the result page': none },
  'a claim as a harmed third party': { 'the link in the SMS': none, 'the result page': onlyBuys },
  'being insured as a driver': {
    'a new password by SMS': noClient,
    'a code by SMS': noClient,
    'the link in the SMS': none,
    'the result page': none,
  },
}

const names = <Of extends object>(of: Of) => Object.keys(of) as (keyof Of)[]
describe.each(names(became))('a client by %s', (how) => {
  const open = names(ways).filter((way) => !closed[how][way])
  test(`enters by ${open.join(', ')}`, async () => {
    const client: Client = await became[how]()
    // Tried first: a way that opens a cabinet would open these too.
    for (const way of names(closed[how]))
      if (closed[how][way] !== none && closed[how][way] !== noClient)
        await expect(ways[way as Way](client), String(way)).rejects.toThrow()
    for (const way of open) await ways[way](client)
  }, 60_000)
})

test('of two buyers who take one phone at the same moment both buy, and one has it', async () => {
  const client = await somebody()
  const other = await somebody()
  const promoter = await promoterToken(at())
  const { calculationId } = await portalQuote(at(), promoter, portalSaleTo(client))
  const placing = await at()
    .db.transaction()
    .execute(async (tx) => {
      await tx
        .insertInto('accounts')
        .values({ iin: other.iin, phone: client.phone, created_at: new Date() })
        .execute()
      const answer = at().api('promoterOrder', { calculationId, pay: bill }, promoter)
      await until(
        async () => {
          const { rows } = await sql`select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`.execute(at().db)
          return rows.length
        },
        (waiting) => waiting > 0,
      )
      return { answer }
    })
  expect((await placing.answer).body).toMatchObject({ success: true })
  const rows = at().db.selectFrom('accounts').select(['iin', 'phone'])
  expect(await rows.where('iin', 'in', [client.iin, other.iin]).orderBy('iin').execute()).toEqual([
    { iin: client.iin, phone: null },
    { iin: other.iin, phone: client.phone },
  ])
})

test('the code with an IIN goes to a phone of that IIN alone, and to no cabinet with another phone', async () => {
  const client = await somebody()
  const other = await somebody()
  expect(
    (await at().api('cabinetSendCode', { phone: client.phone, iin: other.iin })).body,
  ).toMatchObject({ success: false, code: 14002 })
  await at()
    .db.insertInto('accounts')
    .values({ iin: client.iin, phone: '77019998877', created_at: new Date() })
    .execute()
  const who = { phone: client.phone, iin: client.iin }
  const text = await textAfter(client.phone, () => at().api('cabinetSendCode', who))
  const code = digitsIn(text)
  // The code of this IIN is none of the phone's alone.
  expect((await at().api('cabinetLoginByCode', { phone: client.phone, code })).body).toMatchObject({
    code: 14014,
  })
  expect((await at().api('cabinetLoginByCode', { ...who, code })).body).toMatchObject({
    success: false,
    code: 14095,
  })
})

test('a payer’s phone opens nothing of the client’s', async () => {
  await soldByPromoter(await somebody())
  const { status } = await at().api('cabinetForgotPassword', { phone: payer })
  expect(status).toBe(404)
})
