import { refusalText } from '#texts/refusals.ts'
import deskWords from '#web/desks/orders/texts.ts'
import statusWords, { troubleWords } from '#web/desks/status/texts.ts'
import { inDatabase, positionRequired, rowsOf } from './database.ts'
import { bill, fault, invoices, newCar, newHuman, noFaults } from './sandbox.ts'
import {
  addCar,
  agrees,
  begins,
  comesToPrice,
  expect,
  hasPolicyDocuments,
  heading,
  isSound,
  payButton,
  pays,
  phone,
  test,
  toPay,
  unfolds,
  wordsOf,
} from './screens.ts'
import { nothingMoved, watchesShifts } from './shifts.ts'
import { comesAs } from './signed-in.ts'
import { spec } from './spec.ts'

/**
 * Days when an outside system is down. They are for everybody, so these tests and those of
 * `bad-days-portal.e2e.ts` run one after another when the others are over.
 */
const kz = wordsOf('kz')
const ru = wordsOf('ru')

test.describe.configure({ mode: 'serial' })
test.use({ viewport: phone })
test.afterEach(async () => {
  await noFaults()
  await positionRequired(false)
})

test('a person whose register is down types their document and gets a price', async ({ page }) => {
  spec('8.3.document-data-retrieval-failed')

  const [buyer, car] = [await newHuman(), await newCar()]
  await begins(page, kz, buyer)
  await fault('gkb', 'unavailable', { times: 1_000 })
  await page.reload()
  await addCar(page, kz, car)
  await page.getByRole('button', { name: kz.buy.byDocument }).click()
  const dialog = page.getByRole('dialog', { name: kz.buy.documentTitle })
  await isSound(page)
  await dialog.getByLabel(kz.buy.documentNumber).fill('049123456')
  // Dates are typed as they are written here, in a browser of whatever language.
  const issued = dialog.getByLabel(kz.buy.issueDate)
  await issued.pressSequentially('15092021')
  await expect(issued).toHaveValue('15.09.2021')
  await dialog.getByLabel(kz.buy.validTo).fill('2031-09-15')
  await dialog.getByLabel(kz.buy.surname).fill(buyer.surname)
  await dialog.getByLabel(kz.buy.name, { exact: true }).fill(buyer.name)
  await dialog.getByRole('button', { name: kz.buy.save }).click()
  await expect(dialog).toBeHidden()
  await expect(payButton(page)).toBeVisible()
})

test('where sales ask for the position, a refused or a near one blocks with its words and another place calculates', async ({
  page,
  context,
}) => {
  spec('2.3.geolocation-calculator')

  const [buyer, car] = [await newHuman(), await newCar()]
  await positionRequired(true)
  // A slow device: the browser tells that a dialog was closed when it may be open again.
  await page.addInitScript(() =>
    addEventListener(
      'close',
      (event) => {
        if (!event.isTrusted) return
        event.stopImmediatePropagation()
        setTimeout(() => {
          event.target?.dispatchEvent(new Event('close'))
          document.title = 'told'
        }, 1_000)
      },
      true,
    ),
  )
  await begins(page, ru, buyer)
  await addCar(page, ru, car)
  // The browser asks nothing by itself: the page says why first.
  await page.getByRole('button', { name: ru.review.does.where }).click()
  const dialog = page.getByRole('dialog', { name: ru.buy.positionTitle })
  await expect(dialog.getByText('Пользователь запретил доступ к местоположению.')).toBeVisible()
  await isSound(page)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 43.2389, longitude: 76.8897, accuracy: 10 })
  await dialog.getByRole('button', { name: ru.buy.retry }).click()
  await expect(page).toHaveTitle('told')
  await expect(dialog.getByText(refusalText(12009, 'ru'))).toBeVisible()
  await context.setGeolocation({ latitude: 43.26, longitude: 76.95, accuracy: 10 })
  await dialog.getByRole('button', { name: ru.buy.retry }).click()
  await expect(dialog).toBeHidden()
  await expect(payButton(page)).toBeVisible()
})

test('while the unified database is down a paid order says that attempts go on, and is issued when it is back', async ({
  page,
}) => {
  spec('4.1.issuance-attempts-ongoing')

  const { buyer } = await comesToPrice(page, ru)
  await fault('esbd', 'unavailable', { operation: 'SetPolicy', times: 1_000 })
  await pays(page, ru)
  await bill(buyer.phone, 'pay')
  await expect(heading(page, ru.result.headings.retrying)).toBeVisible()
  await isSound(page)
  await noFaults()
  await hasPolicyDocuments(page, ru)
})

test('a bill that the bank did not answer about is explained, found by staff and paid; another one is explained where the order stands', async ({
  page,
}) => {
  const t = deskWords.kz
  const { buyer } = await comesToPrice(page, kz)
  await fault('bank', 'reset', { operation: 'remote/create' })
  await pays(page, kz)
  await expect(page.getByRole('link', { name: kz.buy.billUnclear })).toBeVisible()
  await isSound(page)
  const [order] = await rowsOf('select id from orders where buyer_iin = $1', [buyer.iin])
  const desk = await page.context().newPage()
  await comesAs(desk, 'staff')
  await desk.goto(`/staff/orders?order=${order?.['id']}`)
  await expect(desk.getByRole('heading', { name: t.unclearBills })).toBeVisible()
  await isSound(desk)
  await desk.getByRole('button', { name: t.foundBill }).click()
  const dialog = desk.locator('dialog[open]')
  await dialog
    .getByLabel(t.billId, { exact: true })
    .fill((await invoices(buyer.phone))[0]?.id ?? '')
  await dialog.getByLabel(t.reason, { exact: true }).fill('Банк қосымшасынан табылды')
  await isSound(desk)
  await dialog.getByRole('button', { name: t.foundBill }).click()
  await expect(desk.getByRole('heading', { name: t.unclearBills })).toBeHidden()
  await desk.close()
  await agrees(await toPay(page, kz), kz).click()
  await expect(heading(page, kz.result.headings.awaiting)).toBeVisible()
  await unfolds(page, kz.result.otherWay)
  await page.getByLabel(kz.result.toPhone.mobile_bank.label).fill('')
  await page.getByLabel(kz.result.toPhone.mobile_bank.label).pressSequentially('7010001122')
  await fault('bank', 'reset', { operation: 'remote/create' })
  await page.getByRole('button', { name: kz.result.toPhone.mobile_bank.send }).click()
  await expect(heading(page, kz.result.headings.billUnclear)).toBeVisible()
  await unfolds(page, kz.result.whatHappens)
  await expect(page.getByText(kz.result.events.billUnclear)).toBeVisible()
  await isSound(page)
})

test('what staff have to settle with the unified database fits the page of systems', async ({
  page,
}) => {
  await inDatabase(
    `insert into esbd_findings (key, kind, about, ours, theirs, rows, basis, note, times, found_at, last_at)
     values ('price:journey', 'price', gen_random_uuid()::text, 36094, 36194, '[]', $1, 'SYSTEM_DELIMITER_ID 1', 3, now(), now()),
       ('rescinding:journey', 'rescinding', 'QG000000001', null, null, '[]', null, $2, 1, now(), now())`,
    [
      JSON.stringify({
        insurerSystemId: 1,
        start: '2026-11-21',
        end: '2027-11-20',
        seasonal: true,
        vehicles: [
          { type: 'PASSENGER', region: 'ABAI', settlement: 'OTHER', yearOver7: true },
          { type: 'TRUCK', region: 'ALMATY_CITY', settlement: 'CITY', yearOver7: false },
        ],
        drivers: [{ classCode: null, ageExperienceId: 1, privilege: true }],
      }),
      'esbd SetPolicyRescindingReason: ECONNRESET',
    ],
  )
  await comesAs(page, 'staff')
  for (const [path, t, trouble] of [
    ['/staff/status', statusWords.kz, troubleWords.kz],
    ['/ru/staff/status', statusWords.ru, troubleWords.ru],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: t.differences })).toBeVisible()
    const card = page.locator('section').filter({ hasText: t.differences }).last()
    await expect(card).toContainText(t.noOrder)
    await expect(card).toContainText(trouble.reasons['ECONNRESET'] ?? '')
    // Codes of the tariff and of the operator's fields are for the log.
    await expect(card).not.toContainText(/PASSENGER|TRUCK|ABAI|ECONNRESET|SYSTEM_DELIMITER_ID/)
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await isSound(page)
    }
  }
  await inDatabase("delete from esbd_findings where key like '%:journey'")
})

test('while the unified database is slow the page says that the price is still being calculated, and goes on to it by itself', async ({
  page,
}) => {
  const [buyer, car] = [await newHuman(), await newCar()]
  await page.setViewportSize(phone)
  await watchesShifts(page)
  await begins(page, ru, buyer)
  await fault('esbd', 'slow', { times: 1_000, ms: 2_000 })
  await addCar(page, ru, car)
  await expect(page.getByText(ru.buy.goesOn)).toBeVisible()
  await isSound(page)
  await expect(payButton(page)).toBeVisible()
  await nothingMoved(page)
  await expect(page.getByText(ru.buy.goesOn)).toBeHidden()
  await pays(page, ru)
  await bill(buyer.phone, 'pay')
  await expect(heading(page, ru.result.headings.issued)).toBeVisible({ timeout: 90_000 })
})
