import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { account, signedIn } from '#tests/client.ts'
import { portalSale, promoterToken } from '#tests/promoter.ts'
import { buyer, priced, purchaseToken, ready, sale } from '#tests/sale.ts'
import { spec } from '#tests/spec.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

const at = sharedTestApp({ WORKER: 'off' })
const clerk = { iin: '880808399905', phone: '77010000777' }
const keeper = { iin: '850505499909', phone: '77010000888' }
/** A ready person of the sandbox who is no resident, and one on a list. */
const foreign = ready('880505399908')
const listed = ready('790101399902')

const tokens = new Map<string, Promise<string>>()
/** A session at a desk, one for the whole file: a code is sent once in half a minute. */
function atDesk(who: typeof clerk, role: 'staff' | 'accountant'): Promise<string> {
  const token = tokens.get(role) ?? begunAt(who, role)
  tokens.set(role, token)
  return token
}
async function begunAt(who: typeof clerk, role: 'staff' | 'accountant') {
  await account(at(), who, { role })
  return signedIn(at(), who)
}
const found = async (text: string, token: string) => {
  const { body } = await at().api('staffSearch', { text }, token, 'ru')
  if (!body.success) throw new Error(JSON.stringify(body))
  return body.data
}
/** The lines of a number once there are so many: they are written after the answer. */
const refused = (text: string, token: string, lines = 1) =>
  until(
    async () => (await found(text, token)).refused,
    ({ length }) => length >= lines,
  )
const calculated = (who: typeof buyer, token: string) =>
  priced(() => at().api('ogpoCalculate', sale({ insurant: who }), token))

test('why a client was refused yesterday stands under their IIN and their car, for staff alone', async () => {
  spec('6.staff-why-refused')
  const token = await purchaseToken(at(), foreign)
  for (const _ of [1, 2]) await calculated(foreign, token)
  const staff = await atDesk(clerk, 'staff')
  const today = await until(
    () => refused(foreign.iin, staff),
    ([line]) => line?.times === 2,
  )
  expect(today).toMatchObject([
    {
      days_ago: 0,
      times: 2,
      step: 'price',
      sold_by: 'client',
      outside: null,
      findings: [
        { code: 12005, text: 'Клиент не является резидентом Казахстана', of: 'policyholder' },
      ],
    },
  ])
  // By the plate of the request too; the row contains no person's number.
  expect(await refused('123ABC02', staff)).toMatchObject([{ step: 'price' }])
  const rows = await sql<{ row: string }>`select refused_sales::text as row from refused_sales`
    .execute(at().db)
    .then(({ rows: all }) => all.map(({ row }) => row).join())
  for (const secret of [foreign.iin, foreign.phone, '123ABC02']) expect(rows).not.toContain(secret)
  // The client's card has it, the day after as yesterday's.
  await sql`update refused_sales set at = at - interval '1 day'`.execute(at().db)
  const { id } = await account(at(), foreign)
  const card = await at().api('staffClient', { account_id: id }, staff, 'ru')
  expect(card.body).toMatchObject({ data: { refused: [{ days_ago: 1, times: 2 }] } })
  // An accountant gets nothing, not even the existence of a refusal.
  const accountant = await atDesk(keeper, 'accountant')
  expect(await found(foreign.iin, accountant)).toMatchObject({ clients: [], refused: [] })
})

test('a promoter’s sale names its policyholder, its driver by number, and the outside system', async () => {
  const staff = await atDesk(clerk, 'staff')
  const token = await promoterToken(at())
  await priced(() =>
    at().api(
      'promoterCalculate',
      portalSale({ insurant: listed, drivers: [{ iin: foreign.iin }] as never }),
      token,
    ),
  )
  const [line] = await refused(listed.iin, staff)
  expect(line).toMatchObject({ sold_by: 'promoter', step: 'price' })
  expect(line?.findings).toContainEqual({
    code: 12004,
    of: 'policyholder',
    nth: null,
    text: 'Найдено совпадение с перечнем. Клиенту о перечне не говорят: дело разбирают в разделе «Проверка клиентов».',
  })
  expect(line?.findings).toContainEqual(
    expect.objectContaining({ code: 12005, of: 'driver', nth: 1 }),
  )
  await at().fault('vehicles', 'unavailable', { times: 100 })
  await at().fault('esbd', 'unavailable', { times: 100 })
  const buying = await purchaseToken(at())
  await at().api('ogpoCalculate', sale(), buying)
  expect((await refused(buyer.iin, staff))[0]).toMatchObject({
    outside: 'esbd',
    sold_by: 'client',
    findings: [{ code: 12002, of: null }],
  })
})

test('who asks to be deleted is in no refusal any longer, neither their own nor another’s', async () => {
  const staff = await atDesk(clerk, 'staff')
  const token = await purchaseToken(at(), foreign)
  await calculated(foreign, token)
  await refused(foreign.iin, staff)
  const own = await signedIn(at(), foreign)
  const exported = await at().api('cabinetExport', {}, own)
  expect(exported.body).toMatchObject({
    data: {
      content: {
        refusals: expect.arrayContaining([
          { at: expect.any(String), call: 'ogpoCalculate', findings: expect.any(Array) },
        ]),
      },
    },
  })
  await at().api('cabinetAskDeletion', {}, own)
  expect((await found(foreign.iin, staff)).refused).toEqual([])
  expect((await found(listed.iin, staff)).refused).toHaveLength(1)
})

test('a refusal that cannot be kept is answered all the same', async () => {
  await sql`alter table refused_sales rename to refused_sales_away`.execute(at().db)
  try {
    const token = await purchaseToken(at(), foreign)
    expect((await calculated(foreign, token)).body).toMatchObject({ success: false, code: 12005 })
  } finally {
    await sql`alter table refused_sales_away rename to refused_sales`.execute(at().db)
  }
})
