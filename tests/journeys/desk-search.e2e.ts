import type { Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import { addDays } from '#domain/calendar.ts'
import auditWords from '#web/desks/audit/texts.ts'
import { cardWords, frontWords } from '#web/desks/clients/texts.ts'
import deskWords, { refusedWords } from '#web/desks/desk-texts.ts'
import maskedWords from '#web/desks/masked/texts.ts'
import orderWords from '#web/desks/orders/texts.ts'
import searchWords from '#web/desks/search/texts.ts'
import reportWords from '#web/reports/texts.ts'
import foldWords from '#web/ui/filter-fold-texts.ts'
import { inDatabase } from './database.ts'
import { counted } from './hand.ts'
import { languagesOf, viewsOf } from './languages.ts'
import { type Human, newCar, newHuman } from './sandbox.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'
import { spec } from './spec.ts'

/** One after another: in both languages the same order of the demonstration is acted on. */
test.describe.configure({ mode: 'default' })

const plate = '900 zhk 02'
const number = /^QGDEMO001/

for (const [locale, scheme] of viewsOf('an order by its plate', [
  ['kz', 'light'],
  ['ru', 'dark'],
] as const))
  test(`an order by its plate with one key, its client and who looked at them, ${locale}`, async ({
    page,
  }) => {
    spec('6.staff-client-iin-phone')
    const search = searchWords[locale]
    const card = cardWords[locale]
    await page.setViewportSize(wide)
    await page.emulateMedia({ colorScheme: scheme })
    await comesAs(page, 'administrator')
    await page.goto(`${prefixOf(locale)}/staff`)
    // The frame hears keys once it stands; who is here may come later.
    await expect(page.getByRole('button', { name: deskWords[locale].search })).toBeVisible()
    const hand = counted(page)

    // One key and the plate: the order stands there with its state.
    await hand.key('Control+KeyK')
    const field = page.getByRole('combobox', { name: deskWords[locale].searchFor })
    await expect(field).toBeFocused()
    await field.pressSequentially(plate.slice(0, 7))
    await expect(page.getByText(search.left('plate', 2))).toBeVisible()
    await field.pressSequentially(plate.slice(7))
    const order = page.getByRole('option').filter({ hasText: 'QGDEMO001' })
    await expect(order).toBeVisible()
    expect(hand.presses()).toBe(1)
    await isSound(page)
    await hand.key('Enter')
    await expect(page.getByRole('heading', { level: 2, name: number })).toBeVisible()

    // Run again what is stuck: its act, the reason, the same word once more.
    hand.begin()
    const act = orderWords[locale].act.notify
    await hand.click(act)
    await expect(page.getByLabel(orderWords[locale].reason)).toBeFocused()
    await page.keyboard.type('Клиент хат алмаған')
    await hand.on(page.locator('dialog[open]').getByRole('button', { name: act, exact: true }))
    await expect(page.locator('dialog[open]')).toHaveCount(0)
    expect(hand.presses()).toBeLessThanOrEqual(3)

    // The client, by the same field; a number is open for a minute, and the look is told.
    await page.keyboard.press('Slash')
    await page.getByRole('combobox', { name: deskWords[locale].searchFor }).fill('850315399904')
    await page.getByRole('option').filter({ hasText: '8503••••9904' }).click()
    await expect(page.getByRole('region', { name: card.card })).toBeVisible()
    await page.getByRole('button', { name: maskedWords[locale].reveal.iin }).click()
    await expect(page.getByText('850315399904')).toBeVisible()
    await expect(page.getByRole('region', { name: card.looks.title })).toContainText(
      card.looks.saw['client.iin_revealed'],
    )
    await isSound(page)
    await page.setViewportSize(phone)
    await isSound(page)
    await page.setViewportSize(wide)
    await page.goto(`${prefixOf(locale)}/staff/clients`)
    await expect(page.getByRole('table', { name: frontWords[locale].recent })).toBeVisible()
    await isSound(page)

    // The log says it in words, the same acts as one line, its codes when they are asked for.
    const t = auditWords[locale]
    await page.goto(`${prefixOf(locale)}/staff/audit`)
    const line = page.getByRole('link', { name: t.actions['client.iin_revealed'] ?? '' }).first()
    await line.click()
    await expect(page.getByRole('complementary', { name: t.one })).toContainText(
      'client.iin_revealed',
    )
    await isSound(page)
    await page.setViewportSize(phone)
    await isSound(page)
  })

test('an accountant finds an order of their report and nobody', async ({ page }) => {
  const search = searchWords.ru
  await page.setViewportSize(wide)
  await comesAs(page, 'accountant')
  await page.goto('/ru/orders-report')
  await expect(page.getByRole('table').first()).toBeVisible()
  await page.keyboard.press('Control+KeyK')
  const field = page.getByRole('combobox', { name: deskWords.ru.searchBooks })
  await field.fill('850315399904')
  await expect(page.getByText(search.nothing)).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(0)
})

for (const [locale, size] of viewsOf('a jump to other days', [
  ['kz', phone],
  ['ru', wide],
] as const))
  test(`after a jump to other days the fields of the period say them, ${locale}`, async ({
    page,
  }) => {
    const t = reportWords[locale]
    await page.setViewportSize(size)
    await comesAs(page, 'accountant')
    await page.goto(`${prefixOf(locale)}/orders-report`)
    await expect(page.getByRole('table').first()).toBeVisible()
    // As the way back of the browser leads, within the page.
    await page.evaluate(() => {
      history.pushState(null, '', '?from=2026-10-03&to=2026-10-05')
      dispatchEvent(new PopStateEvent('popstate'))
    })
    const filters = page.getByRole('button', { name: foldWords[locale].filters })
    if (await filters.isVisible()) await filters.click()
    await expect(page.getByLabel(t.from, { exact: true })).toHaveValue('03.10.2026')
    await expect(page.getByLabel(t.to, { exact: true })).toHaveValue('05.10.2026')
    // What is being typed stays, also across a day that is not whole yet.
    const from = page.getByLabel(t.from, { exact: true })
    await from.fill('02.01.2026')
    await expect(from).toBeFocused()
    await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe('2026-01-02')
  })

test('why a client was refused yesterday: one key and their IIN, also without a cabinet', async ({
  page,
}) => {
  spec('6.staff-why-refused')
  const { iin } = await isRefused(page)
  await page.setViewportSize(wide)
  await comesAs(page, 'administrator')
  await page.goto('/staff')
  await expect(page.getByRole('button', { name: deskWords.kz.search })).toBeVisible()
  const hand = counted(page)
  await hand.key('Control+KeyK')
  await page.getByRole('combobox', { name: deskWords.kz.searchFor }).pressSequentially(iin)
  const why = page.getByRole('region', { name: refusedWords.kz.title })
  await expect(why).toContainText(/^.*Кеше \(\d\d:\d\d\) құнын есептеу кезінде бас тартылды/)
  await expect(why).toContainText('Клиент Қазақстан резиденті емес')
  expect(hand.presses()).toBeLessThanOrEqual(4)
  await isSound(page)
  await page.setViewportSize(phone)
  await isSound(page)
  // A phone has no Escape: the cross empties the field, and shuts an empty one.
  const field = page.getByRole('combobox', { name: deskWords.kz.searchFor })
  await page.getByRole('button', { name: searchWords.kz.clear, exact: true }).click()
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await page.getByRole('button', { name: searchWords.kz.close, exact: true }).click()
  await expect(field).toBeHidden()
})

/** A calculation for somebody who is no resident, refused a day ago. */
async function isRefused(page: Page): Promise<Human> {
  const [human, { plate, techPassport }] = await Promise.all([
    newHuman({ resident: false }),
    newCar(),
  ])
  const { iin, phone: number } = human
  const token = `journey-${crypto.randomUUID()}`
  await inDatabase(
    `insert into tokens (hash, kind, iin, phone, created_at, used_at, expires_at)
     values (sha256($1::bytea), 'purchase', $2, $3, now(), now(), now() + interval '1 day')`,
    [token, iin, number],
  )
  const { data } = await (await page.request.get('/api/clock')).json()
  const applicationId = crypto.randomUUID()
  const answer = await page.request.post('/api/policy/ogpo/calculate', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      drivers: [],
      vehicles: [{ registrationNumber: plate, techPassport }],
      insurant: { iin, phone: number, willDrive: true },
      operation: { applicationId },
      order: { dateStart: addDays(data.today, 2), period: 12 },
    },
  })
  expect(await answer.json()).toMatchObject({ success: false })
  const ago = "update refused_sales set at = at - interval '1 day' where subject = $1"
  await expect.poll(() => inDatabase(ago, [applicationId])).toBe(1)
  return human
}

test('what is typed before the field is drawn is kept, Enter at once opens what was asked for', async ({
  page,
}) => {
  await page.setViewportSize(wide)
  await comesAs(page, 'staff')
  // Something was opened before: it is never what Enter opens unasked.
  await page.goto('/ru/staff/orders?order=QGDEMO002')
  await expect(page.getByRole('heading', { level: 2, name: /^QGDEMO002/ })).toBeVisible()
  await page.goto('/ru/staff')
  await expect(page.getByRole('button', { name: deskWords.ru.search })).toBeVisible()
  const field = page.getByRole('combobox', { name: deskWords.ru.searchFor })
  await page.keyboard.press('Control+KeyK')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: deskWords.ru.search })).toBeVisible()
  // The keys come before the script of the field.
  await page.keyboard.press('Control+KeyK')
  await page.keyboard.type('QGDEMO001')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: number })).toBeVisible()
})

for (const locale of languagesOf('search by a name'))
  test(`a name, a place and an act are found by the same field, ${locale}`, async ({ page }) => {
    await page.setViewportSize(wide)
    await comesAs(page, 'staff')
    await page.goto(`${prefixOf(locale)}/staff/orders?order=QGDEMO001`)
    await expect(page.getByRole('heading', { level: 2, name: number })).toBeVisible()
    const field = page.getByRole('combobox', { name: deskWords[locale].searchFor })
    await page.keyboard.press('Control+KeyK')
    await field.fill('abdikadyr')
    const person = page.getByRole('option').filter({ hasText: 'Әбдіқадыров' })
    await expect(person.first()).toBeVisible()
    await isSound(page)
    // Typed in the other layout.
    await field.fill('cnfnec')
    await expect(page.getByRole('option').first()).toContainText(/Жүйелердің күйі|Состояние систем/)
    await field.fill('inbox')
    await expect(page.getByRole('option').first()).toContainText(/хабарламалар|Сообщения с сайта/)
    const act = orderWords[locale].act.notify
    await field.fill(act.slice(0, 6))
    await expect(page.getByRole('option').first()).toContainText(act)
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(orderWords[locale].reason)).toBeFocused()
    await page.setViewportSize(phone)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Slash')
    await field.fill('abdikadyr')
    await expect(person.first()).toBeVisible()
    await isSound(page)
  })
