import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import { addDays, lastOfMonth, numericDay } from '#domain/calendar.ts'
import deskWords from '#web/desks/desk-texts.ts'
import { reportViews } from '#web/desks/shell/report-views.ts'
import bookWords from '#web/reports/accounting-texts.ts'
import exportWords from '#web/reports/export-texts.ts'
import matchWords from '#web/reports/match-texts.ts'
import monthWords, { closingWords } from '#web/reports/months-texts.ts'
import overviewWords from '#web/reports/overview-texts.ts'
import { monthName } from '#web/reports/period.ts'
import statementWords from '#web/reports/statement-texts.ts'
import chartWords from '#web/ui/charts/chart-texts.ts'
import { manyOrders } from '../many-orders.ts'
import { inDatabase, rowsOf, withDatabase } from './database.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'
import { spec } from './spec.ts'

/** The accountant's overview, files and the closing of a month, as people use them. */
const locale = 'kz'
const at = (path: string) => prefixOf(locale) + path
const w = {
  desk: deskWords[locale],
  overview: overviewWords[locale],
  chart: chartWords[locale],
  books: bookWords[locale].statements,
  statement: statementWords[locale],
  match: matchWords[locale],
  exports: exportWords[locale],
  closing: closingWords[locale],
  months: monthWords[locale],
}
const secondIin = '900707399901'

/** A second accountant, signed in: who prepares a month cannot close it. */
async function comesAsSecond(page: Page): Promise<void> {
  const token = `journey-${crypto.randomUUID()}`
  await inDatabase(
    `insert into accounts (realm, role, iin, surname, name, created_at) values ('cabinet', 'accountant', $1, 'Досова', 'Айгүл', now())
     on conflict do nothing`,
    [secondIin],
  )
  await inDatabase(
    `insert into tokens (hash, kind, iin, role, created_at, used_at, expires_at, account_id, device, began_by)
     select sha256($1::bytea), 'user', iin, role, now(), now(), now() + interval '1 day', id, '', 'password' from accounts
     where iin = $2 and realm = 'cabinet'`,
    [token, secondIin],
  )
  const { origin } = new URL(page.url())
  await page
    .context()
    .addCookies([
      { name: 'laravel_auth.token', value: encodeURIComponent(`Bearer ${token}`), url: origin },
    ])
}

type File = { name: string; mimeType: string; buffer: Buffer }

/** A month as it is, with forty differences: lines without a number, and of nobody's order. */
const UNNAMED = 36
const STRANGERS = 4

/** What only the banks send: the month's register of the mobile bank and a statement of the cards. */
async function filesOf(month: string): Promise<File[]> {
  const [from, to] = [`${month}-01`, lastOfMonth(`${month}-01`)]
  const paid = await rowsOf(
    `select line.attempt_id as id, line.amount, attempt.system, to_char(line.at at time zone 'UTC' + interval '5 hours', 'YYYY-MM-DD') as day
     from ledger as line join payment_attempts as attempt on attempt.id = line.attempt_id where line.kind = 'payment'
       and line.at at time zone 'UTC' + interval '5 hours' >= $1::date and line.at at time zone 'UTC' + interval '5 hours' < $2::date`,
    [from, addDays(to, 1)],
  )
  const cards = paid
    .filter(({ system }) => system === 'card')
    .map(({ id, day, amount }, n) => `${day};payment;${id};${n};${amount};0\n`)
  const bills = paid
    .filter(({ system }) => system === 'mobile_bank')
    .map(({ id, day, amount }) => ({ id: String(id), day: String(day), amount: Number(amount) }))
  const strangers = Array.from({ length: STRANGERS }, (_, n) => ({
    id: '',
    day: to,
    amount: n + 1,
  }))
  const rows = [...bills, ...strangers].map(({ id, day, amount }, n) => {
    const said = id.startsWith('T') ? '' : `Qorgan ${id}`
    const date = numericDay(day)
    return `${n + 1};Онлайн;${700_000_000_000 + n};${date};10:00:00;${date};Покупка;Kaspi Gold;${amount},00;${amount},00;0;0;0;;${said}\n`
  })
  const files = [
    ['bank.csv', `${REGISTER}\n${rows.join('')}`],
    ...(cards.length > 0
      ? [['cards.csv', `date;operation;order_id;payment_id;amount;fee\n${cards.join('')}`]]
      : []),
  ]
  return files.map(([name = '', content = '']) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(content),
  }))
}
const REGISTER =
  '#;Адрес точки продаж;Номер заказа (ID/RRN);Дата операции;Время;Дата учета операции;Тип операции;Тип оплаты;Сумма операции (т);Сумма к зачислению/ списанию (т);Комиссия за операции (т);Комиссия за операции по карте (т);Комиссия Kaspi Pay (т);Номер карты;Детали покупки'

/** A person at the keyboard: every key is counted, but for what is typed into fields. */
function atKeys(page: Page) {
  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  return {
    count: () => presses,
    press,
    /** To the place, by Tab. */
    to: async (place: Locator) => {
      await expect(place).toBeVisible()
      for (let n = 0; n < 30; n += 1) {
        if (await place.evaluate((one) => one === document.activeElement)) return
        await press('Tab')
      }
      await expect(place).toBeFocused()
    },
    /** To a screen, by the search of everything. */
    goes: async (view: keyof typeof reportViews) => {
      const title = reportViews[view].title[locale]
      // A key before the desk is here goes nowhere, and so does what is typed before the search is.
      const desk = page
        .getByRole('main')
        .locator('table, form, h2, section')
        .filter({ visible: true })
      await expect(desk.first()).toBeVisible()
      await press('Control+KeyK')
      await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
      await page.keyboard.type(title)
      await expect(page.getByRole('option', { name: title }).first()).toBeVisible()
      await press('Enter')
      await expect(page).toHaveURL(new RegExp(`view=${view}`))
    },
  }
}

/** The month's files are taken, its acts written down, and one signs; the pointer is never used. */
async function closesByKeys(page: Page, month: string, name: string): Promise<number> {
  const keys = atKeys(page)
  await keys.goes('statements')
  const choose = page.getByLabel(`${w.books.choose}: ${w.statement.drop}`, { exact: true })
  await expect(choose).toBeAttached()
  const files = await filesOf(month)
  // Playwright asks the page to hand choosers over, and waits for no answer: a key pressed at once
  // may come first, and its chooser opens for nobody.
  const asks = page.waitForEvent('filechooser')
  await keys.press('KeyE')
  await expect(choose).toBeFocused()
  await keys.press('Space')
  await (await asks).setFiles(files)
  await keys.to(button(page, w.statement.open))
  await keys.press('Enter')
  for (const file of files) {
    await expect(page.getByRole('heading', { level: 2 })).toContainText(file.name)
    if (file.name === 'bank.csv') {
      await expect(button(page, w.statement.yesToAll(UNNAMED))).toBeFocused()
      await keys.press('Enter')
    }
    await expect(page.locator('footer button:focus')).toBeVisible()
    await keys.press('Enter')
  }
  for (const { name: file } of files)
    await expect(button(page, `${w.books.open}: ${file}`)).toBeVisible()

  await keys.goes('periods')
  const side = page.getByRole('complementary', { name, exact: true })
  await expect(side).toBeVisible()
  await settlesByKeys(page, keys, side)
  await keys.goes('periods')
  await expect(side).toBeVisible()
  const { data } = await (
    await page.request.get('/api/reports/periods', {
      headers: { authorization: `Bearer ${await tokenOf(page)}` },
    })
  ).json()
  await keys.press('KeyE')
  await expect(side.getByRole('button', { name: w.closing.act.acts })).toBeFocused()
  await keys.press('Enter')
  const acts: { ours: number }[] = data.next.acts
  const amount = side.locator('form[data-open] input[name="amount"]')
  for (const [at, { ours }] of acts.entries()) {
    await expect(amount).toHaveCount(acts.length - at)
    await expect(amount.first()).toBeFocused()
    await page.keyboard.type(String(ours))
    await keys.press('Tab')
    await page.keyboard.type(String(at + 1))
    await keys.press('Enter')
  }
  await expect(amount).toHaveCount(0)
  await expect(button(page, w.closing.prepare(name))).toBeFocused()
  await keys.press('Enter')
  await expect(page.getByText(w.closing.waits)).toBeVisible()
  return keys.count()
}

/** What does not agree is settled at once: payments of nobody's order. */
async function settlesByKeys(
  page: Page,
  keys: ReturnType<typeof atKeys>,
  side: Locator,
): Promise<void> {
  await keys.press('KeyE')
  await expect(side.locator('li[data-open] button:focus')).toBeVisible()
  await keys.press('Enter')
  const all = page.getByRole('checkbox', { name: w.match.chooseAll })
  const chosen = page.getByRole('toolbar')
  const begins = async (way: string | RegExp) => {
    await expect(all).toBeVisible()
    await keys.press('KeyE')
    await expect(all).toBeFocused()
    await keys.press('Space')
    await keys.press('KeyE')
    await expect(chosen.getByRole('button', { name: way })).toBeFocused()
    await keys.press('Enter')
  }
  await expect(page.getByRole('row')).toHaveCount(1 + STRANGERS)
  await begins(w.match.ways.accepted)
  await page.keyboard.type('Бөтен төлем')
  await keys.to(page.getByRole('dialog').getByRole('button', { name: w.match.ways.accepted }))
  await keys.press('Enter')
  await expect(all).toHaveCount(0)
}

/** The second person signs by the keyboard too. */
async function signsByKeys(page: Page, name: string): Promise<number> {
  const keys = atKeys(page)
  await keys.goes('periods')
  await expect(button(page, w.closing.sign(name))).toBeVisible()
  await keys.press('KeyE')
  await keys.press('Enter')
  await keys.to(page.getByRole('dialog').getByRole('button', { name: w.closing.sign(name) }))
  await keys.press('Enter')
  return keys.count()
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const tokenOf = async (page: Page) =>
  decodeURIComponent(
    (await page.context().cookies()).find(({ name }) => name === 'laravel_auth.token')?.value ?? '',
  ).replace('Bearer ', '')

/** Every chart has its numbers as a table; at every width nothing is wider than the screen. */
async function looksAround(page: Page): Promise<void> {
  await page.goto(at('/orders-report?view=overview'))
  await expect(page.getByRole('heading', { name: w.overview.funnel })).toBeVisible()
  const tables = page.getByRole('button', { name: w.chart.asTable })
  const charts = await tables.count()
  expect(charts).toBe(6)
  for (let n = 0; n < charts; n += 1) await tables.first().click()
  await expect(page.getByRole('table')).toHaveCount(charts + 2)
  await isSound(page)
  for (const size of [{ width: 768, height: 1024 }, phone]) {
    await page.setViewportSize(size)
    await isSound(page)
  }
  await page.setViewportSize(wide)
}

/** A file that is asked for, left, found again and downloaded. */
async function getsFile(page: Page): Promise<void> {
  await page.goto(at('/orders-report?view=exports'))
  await button(page, w.exports.start).click()
  await page.goto(at('/orders-report?view=overview'))
  await page.goto(at('/orders-report?view=exports'))
  const file = page.getByRole('button', { name: new RegExp(`^${w.exports.download}: `) }).first()
  await expect(file).toBeVisible()
  const coming = page.waitForEvent('download')
  await file.click()
  expect(
    readFileSync(await (await coming).path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  await isSound(page)
}

/** What agrees with the statements that came, by a tab that the address keeps. */
async function readsTabs(page: Page, month: string): Promise<void> {
  const [from, to] = [`${month}-01`, lastOfMonth(`${month}-01`)]
  await page.goto(at(`/orders-report?view=reconciliation&from=${from}&to=${to}`))
  const tab = (name: keyof typeof w.match.tabs) =>
    page.getByRole('link', { name: new RegExp(`^${w.match.tabs[name]} \\d`) })
  for (const [name, empty] of [
    ['here', w.match.noneHere],
    ['there', w.match.noneThere],
  ] as const) {
    await tab(name).click()
    await expect(page.getByText(empty)).toBeVisible()
    expect(new URL(page.url()).searchParams.get('tab')).toBe(name)
  }
  await tab('matched').click()
  const table = page.getByRole('table', { name: w.match.matchedCaption })
  await expect(table.or(page.getByText(w.match.noneMatched))).toBeVisible()
  await page.reload()
  await expect(tab('matched')).toHaveAttribute('aria-current', 'page')
  await expect(table.or(page.getByText(w.match.noneMatched))).toBeVisible()
  await isSound(page)
}

test('the accountant looks at a period, gets a file, and closes a month by keys with a second person', async ({
  page,
}) => {
  spec(
    '2.2.orders-report-overview',
    '2.2.orders-report-exports',
    '2.2.orders-report-closing-checks',
  )

  await page.setViewportSize(wide)
  await comesAs(page, 'accountant')
  await looksAround(page)
  await getsFile(page)

  await page.goto(at('/orders-report?view=periods'))
  await expect(page.getByRole('table', { name: w.months.caption })).toBeVisible()
  const token = await tokenOf(page)
  const { data } = await (
    await page.request.get('/api/reports/periods', {
      headers: { authorization: `Bearer ${token}` },
    })
  ).json()
  const { month } = data.next
  // Names are compared with plain spaces.
  const name = monthName(month, locale).replaceAll('\u00a0', ' ')
  await withDatabase((client) =>
    manyOrders(client, UNNAMED, { from: `${month}-02T00:30:00+05:00`, days: 25, sound: true }),
  )
  // The button says what is missing.
  await expect(page.getByRole('button', { name: new RegExp(`^${name}: \\d `) })).toBeDisabled()
  await isSound(page)
  await page.goto(at('/orders-report'))
  const first = await closesByKeys(page, month, name)
  await readsTabs(page, month)

  await page.goto(at('/orders-report?view=periods'))
  await expect(page.getByText(w.closing.waits)).toBeVisible()
  await expect(button(page, w.closing.sign(name))).toHaveCount(0)
  await comesAsSecond(page)
  await page.goto(at('/orders-report'))
  const second = await signsByKeys(page, name)
  await expect(
    page.getByRole('row', { name: new RegExp(`^${name} ${w.months.states.closed}`) }),
  ).toBeVisible()
  // Whoever closes a month needs no pointer, and few keys.
  expect(first + second).toBeLessThanOrEqual(40)
  await isSound(page)
})
