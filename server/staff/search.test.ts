import { expect, test } from 'vitest'
import { asked as askedFor } from '#domain/desk-search.ts'
import { maskIin } from '#domain/iin.ts'
import { nameKeys, namesBy } from '#domain/person.ts'
import { account, signedIn } from '#tests/client.ts'
import { attemptsOf, buyer, ordered, ownCar, purchaseToken, sale } from '#tests/sale.ts'
import { hears } from '#tests/statements.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { foundFor } from './search.ts'

const at = sharedTestApp({ WORKER: 'off' })
const clerk = { iin: '880808399905', phone: '77010000777' }
const keeper = { iin: '850505499909', phone: '77010000888' }
const client = { iin: '850315399904', phone: '77010000001' }
const nobody = { iin: '920611399904', phone: '77010009999' }

async function atDesk(who: typeof clerk, role: 'staff' | 'accountant') {
  await account(at(), who, { role })
  return signedIn(at(), who)
}

/** The statements of one search, without their values. */
async function statementsOf(text: string): Promise<string[]> {
  const heard: string[] = []
  const { db, clock, config } = at().server.deps
  const about = askedFor(text)
  if (!about) throw new Error(text)
  await foundFor({ db: db.withPlugin(hears(heard)), clock, config, locale: 'kz' }, about)
  return heard.toSorted()
}

test('neither the answer nor the questions to the database say whether something is there', async () => {
  await account(at(), client)
  const staff = await atDesk(clerk, 'staff')
  const accountant = await atDesk(keeper, 'accountant')
  const ask = async (text: string, token: string) =>
    (await at().api('staffSearch', { text }, token)).body
  // Staff see the client; an accountant gets the same answer for a client and an unknown person.
  expect(await ask(client.iin, staff)).toMatchObject({ data: { clients: [{}] } })
  for (const name of ['iin', 'phone'] as const)
    expect(await ask(client[name], accountant)).toEqual(await ask(nobody[name], accountant))
  const asked = await statementsOf(nobody.iin)
  expect(asked.length).toBeGreaterThan(8)
  for (const text of [
    client.iin,
    client.phone,
    '123ABC02',
    'QG000184187',
    'QC00000041',
    '883014',
    'nobody@example.kz',
    'Әбдіқадыров',
  ])
    expect(await statementsOf(text)).toHaveLength(asked.length)
})

/** People from the registers that no other test uses. */
async function known(iin: string, surname: string, name: string, patronymic = '') {
  const { db, clock } = at().server.deps
  await db
    .insertInto('people')
    .values({
      iin,
      surname,
      name,
      patronymic,
      birth_date: '1990-01-01',
      origin: 'register',
      checked_at: clock.now(),
    })
    .onConflict((conflict) => conflict.column('iin').doNothing())
    .execute()
  await account(at(), { iin, phone: `7705${iin.slice(-7)}` })
}

test('a name finds its people from three letters, in whichever letters and spelling it is written', async () => {
  const staff = await atDesk(clerk, 'staff')
  await known('900101399917', 'Қалиев', 'Ұлан', 'Бекұлы')
  await known('900101399928', 'Сейтқалиев', 'Нұр Сұлтан')
  await known('900101399939', 'Жүнісова', 'Шынар', 'Хамитқызы')
  await known('900101399940', 'Yerlanov', 'Zhumabek')
  const named = async (text: string, token = staff) => {
    const { body } = await at().api('staffSearch', { text }, token)
    if (!body.success) throw new Error(text)
    expect(body.data.clients).toEqual([])
    return body.data.people.map(({ name }) => name.split(' ')[0])
  }
  for (const text of ['қалиев', 'Калиев ұлан', 'QALIEV', 'Kaliyev', 'улан калиев', 'кали'])
    expect(await named(text), text).toContain('Қалиев')
  // A name with this beginning sorts before one that contains it.
  expect(await named('қали')).toEqual(['Қалиев', 'Сейтқалиев'])
  for (const text of ['Нұрсұлтан', 'нур султан', 'nursultan', 'Nur-Sultan'])
    expect(await named(text), text).toEqual(['Сейтқалиев'])
  for (const text of ['Zhunissova', 'Junisova', 'жунисова', 'Khamitkyzy', 'шынар'])
    expect(await named(text), text).toEqual(['Жүнісова'])
  for (const text of ['Ерланов', 'жумабек', 'Erlanov'])
    expect(await named(text), text).toEqual(['Yerlanov'])
  // Two letters find no client, and an accountant finds none at all.
  for (const text of ['қа', '%%%қ'])
    expect((await at().api('staffSearch', { text }, staff)).status).toBe(422)
  expect(await named('қалиев', await atDesk(keeper, 'accountant'))).toEqual([])
  const line = await at()
    .db.selectFrom('audit')
    .selectAll()
    .where('action', '=', 'desk.searched')
    .where('object_kind', '=', 'name')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(line)).not.toMatch(/қали/i)
})

test('somebody is found by each of their names', async () => {
  const staff = await atDesk(clerk, 'staff')
  const iin = '900101399958'
  const words = ['Бәйтереков', 'Көкшетау', 'Сарыарқаұлы', 'Tobylgy', 'Qaratorghay']
  const names = namesBy((key) => words[nameKeys.indexOf(key)] ?? '')
  const { db, clock } = at().server.deps
  await db
    .insertInto('people')
    .values({
      iin,
      ...names,
      birth_date: '1990-01-01',
      origin: 'register',
      checked_at: clock.now(),
    })
    .execute()
  await account(at(), { iin, phone: '77050000958' })
  for (const text of Object.values(names))
    expect((await at().api('staffSearch', { text }, staff)).body, text).toMatchObject({
      data: { people: [{ iin: maskIin(iin) }] },
    })
})

test('five people of a name are told at most, and that there are more; never a phone or a whole number', async () => {
  const staff = await atDesk(clerk, 'staff')
  for (const end of ['17', '28', '39', '40', '51', '62'])
    await known(`9102023999${end}`, 'Көптегенов', `Аман${end}`)
  const { body } = await at().api('staffSearch', { text: 'көптег' }, staff)
  expect(body).toMatchObject({ data: { people: { length: 5 }, more: true } })
  expect(JSON.stringify(body)).not.toMatch(/9102023999|7705/)
})

test('a payment, an invoice of the bank and a receipt lead to their one sale, as people write them', async () => {
  const staff = await atDesk(clerk, 'staff')
  const accountant = await atDesk(keeper, 'accountant')
  const token = await purchaseToken(at(), buyer)
  const { db, clock } = at().server.deps
  const order = async () =>
    (await ordered(at(), token, sale({ vehicles: [await ownCar(at())] }))).orderId
  const orderId = await order()
  const [attempt] = await attemptsOf(at(), orderId)
  if (!attempt) throw new Error('no attempt')
  await db
    .updateTable('payment_attempts')
    .set({ outside_id: '700000883014', invoice: '200117456' })
    .where('id', '=', attempt.id)
    .execute()
  await db
    .insertInto('fiscal_receipts')
    .values({
      id: 'RcPt-2f7a90b1',
      order_id: orderId,
      operation: 'sale',
      amount: attempt.amount,
      number: '41905527731',
      created_at: clock.now(),
    })
    .execute()
  const finds = async (text: string, who: string) => {
    const { body } = await at().api('staffSearch', { text }, who)
    if (!body.success) return body
    return body.data.orders.map(({ order_id }) => order_id)
  }
  // Eleven digits like a phone: a number of the bank too.
  await db
    .insertInto('fiscal_receipts')
    .values({
      id: 'RcPt-2f7a90b2',
      order_id: orderId,
      operation: 'return',
      amount: attempt.amount,
      number: '77015519002',
      created_at: clock.now(),
    })
    .execute()
  for (const text of [
    attempt.id,
    ` ${attempt.id} `,
    '700000883014',
    '7000 0088 3014',
    '№ 200117456',
    '200-117-456',
    'RcPt-2f7a90b1',
    '41905527731',
    '77015519002',
    '#41905 527731',
  ])
    for (const who of text === '77015519002' ? [staff] : [staff, accountant])
      expect({ text, found: await finds(text, who) }).toEqual({ text, found: [orderId] })
  // In full or not at all; an unknown number finds nothing.
  for (const text of ['4190552773', '41905527732', '2001174'])
    expect({ text, found: await finds(text, staff) }).toEqual({ text, found: [] })
  expect((await at().api('staffSearch', { text: '4190' }, staff)).status).toBe(422)
  // The log shows that it was a number, but not which.
  const { details } = await db
    .selectFrom('audit')
    .select('details')
    .where('action', '=', 'desk.searched')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(details).toMatchObject({ by: 'number', found: 0 })
})
