import { expect, test } from 'vitest'
import { almatyClock } from '#domain/calendar.ts'
import { account, signedIn } from '#tests/client.ts'
import { sheetOf } from '#tests/read-xlsx.ts'
import { billsStay, ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { sharedTestApp, until } from '#tests/test-app.ts'

/** Refunds, insurers and promoters: every column of the file, in both languages and formats. */
const at = sharedTestApp()
const period = 'from=2026-11-01&to=2026-11-30'
const promoter = { iin: '900101399908', surname: 'Оспанов', name: 'Дәурен' }

let made: Promise<string> | null = null
/** A promoter's sale, and one paid after its end, whose money went back. */
const accountant = () => (made ??= make())
async function make(): Promise<string> {
  const of = at()
  const buying = await purchaseToken(of)
  const { orderId } = await ordered(of, buying)
  await paysBill(of)
  await settled(of, buying, orderId)
  await of.db
    .insertInto('accounts')
    .values({ realm: 'promoter', role: 'promoter', ...promoter, created_at: new Date() })
    .execute()
  await of.db
    .updateTable('orders')
    .set({ promoter_iin: promoter.iin })
    .where('id', '=', orderId)
    .execute()
  const late = await ordered(of, buying)
  await billsStay(of)
  await of.api('ogpoCancelOrder', { orderId: late.orderId }, buying)
  await paysBill(of)
  await until(
    () => of.db.selectFrom('refunds').select('state').execute(),
    (refunds) => refunds.length === 1 && refunds[0]?.state === 'done',
  )
  await account(of, { iin: '850505499909', phone: '77010000555' }, { role: 'accountant' })
  return signedIn(of, { iin: '850505499909', phone: '77010000555' })
}

async function get(path: string, query: string, locale: string): Promise<Buffer> {
  const answer = await fetch(`${at().url}/api/reports/${path}?${period}${query}`, {
    headers: { authorization: `Bearer ${await accountant()}`, 'accept-language': locale },
  })
  return Buffer.from(await answer.arrayBuffer())
}
const lines = async (path: string) => JSON.parse(String(await get(path, '', 'ru'))).data
const csv = async (path: string, locale: string) =>
  String(await get(path, '&format=csv', locale))
    .trim()
    .split('\r\n')
const money = { style: 1 }
const text = { style: 0 }

/** Head, line and sums of the spreadsheet: values with the style of their kind. */
async function sheet(path: string) {
  const rows = sheetOf(await get(path, '&format=xlsx', 'ru'))
  return { head: rows[5]?.map(({ value }) => value), line: rows[6], sums: rows.at(-1) }
}

test('the register of refunds has every column in its place', async () => {
  const [ru, line, ...more] = await csv('refunds', 'ru')
  const [refund] = await lines('refunds')
  const when = (instant: string) => almatyClock(new Date(instant)).slice(0, 19).replace('T', ' ')
  expect(ru).toBe(
    'Идентификатор;Создан;Возвращён;Заказ;Платёж;Способ;Причина;Статус;Фискальный чек;Сумма возврата, ₸',
  )
  expect((await csv('refunds', 'kz'))[0]).toBe(
    'Сәйкестендіргіші;Жасалған уақыты;Қайтарылған уақыты;Тапсырыс;Төлем;Қайтару тәсілі;Себебі;Күйі;Фискалдық чек;Қайтару сомасы, ₸',
  )
  expect(more).toEqual([])
  const values = [
    refund.id,
    when(refund.createdAt),
    when(refund.doneAt),
    refund.orderId,
    refund.attemptId,
    'Мобильный банк',
    'Поздний или повторный платёж',
    'Выполнен',
    refund.receipt ?? '',
    refund.amount,
  ]
  expect(line).toBe(values.join(';'))
  const made = await sheet('refunds')
  expect(made.head).toEqual(ru?.split(';'))
  expect(made.line?.map(({ style }) => style)).toEqual([0, 4, 4, 0, 0, 0, 0, 0, 0, 1])
  expect(made.sums?.[9]).toEqual({ value: refund.amount, style: 7 })
})

test('a filter stands in the file by the name of its column', async () => {
  const rows = sheetOf(await get('refunds', '&format=xlsx&status=done', 'kz'))
  expect(rows[2]?.[0]?.value).toBe('Сүзгілер: Күйі = Қайтарылды')
})

test('the statement per insurer has every column in its place', async () => {
  const [ru, line, ...more] = await csv('insurers', 'ru')
  const [sums] = await lines('insurers')
  expect(ru).toBe(
    'Страховая компания;Полисов;Наш долг на начало, ₸;Страховая премия, ₸;ОГПО+, ₸;Комиссия брокера, ₸;К возврату клиентам, ₸;К перечислению, ₸;Перечислено, ₸;Наш долг на конец, ₸;Акт об оказанных услугах',
  )
  expect((await csv('insurers', 'kz'))[0]).toBe(
    'Сақтандыру компаниясы;Полис саны;Кезең басындағы қарызымыз, ₸;Сақтандыру сыйлықақысы, ₸;ОГПО+, ₸;Брокердің комиссиясы, ₸;Клиентке қайтарылуға тиіс, ₸;Компанияға аударылады, ₸;Аударылды, ₸;Кезең соңындағы қарызымыз, ₸;Көрсетілген қызметтер актісі',
  )
  expect(more).toEqual([])
  const values = [
    'Страховая компания «Дала»',
    sums.policies,
    sums.opening,
    sums.premium,
    sums.ogpoPlus,
    sums.commission,
    sums.refundDue,
    sums.toPassOn,
    sums.paid,
    sums.left,
    sums.act ?? '',
  ]
  expect(line).toBe(values.join(';'))
  const made = await sheet('insurers')
  expect(made.line?.map(({ style }) => style)).toEqual([0, 2, 0, 1, 1, 1, 1, 1, 0, 0, 0])
  expect(made.sums?.map(({ value }) => value).slice(0, 2)).toEqual(['Итого, строк: 1', 1])
  expect(made.sums?.map(({ value }) => value).slice(3, 8)).toEqual(values.slice(3, 8))
})

test('the commission per promoter has every column in its place', async () => {
  const [ru, line, ...more] = await csv('promoters', 'ru')
  const [sums] = await lines('promoters')
  expect(ru).toBe(
    'Промоутер;Полисов;Страховая премия, ₸;Комиссия брокера, ₸;Вознаграждение промоутера, ₸',
  )
  expect((await csv('promoters', 'kz'))[0]).toBe(
    'Промоутер;Полис саны;Сақтандыру сыйлықақысы, ₸;Брокердің комиссиясы, ₸;Промоутердің сыйақысы, ₸',
  )
  expect(more).toEqual([])
  // No rate is set: what is owed is unknown.
  const values = ['Оспанов Дәурен', sums.policies, sums.premium, sums.commission, '']
  expect(line).toBe(values.join(';'))
  const made = await sheet('promoters')
  expect(made.line).toMatchObject([text, { style: 2 }, money, money, { value: null }])
  const told = ['Итого, строк: 1', ...values.slice(1, -1), '–']
  expect(made.sums?.map(({ value }) => value)).toEqual(told)
})
