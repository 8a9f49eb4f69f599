import { refusalText } from '#texts/refusals.ts'
import { positionRequired } from './database.ts'
import { bill, fault, newCar, newHuman, noFaults } from './sandbox.ts'
import {
  begins,
  calculate,
  expect,
  fillShortest,
  hasPapers,
  heading,
  isSound,
  next,
  payButton,
  pays,
  phone,
  test,
  wordsOf,
} from './screens.ts'

/** Days when an outside system is down. Faults are for everybody, so these tests run one after another when the others are over. */
const kz = wordsOf('kz')
const ru = wordsOf('ru')

test.describe.configure({ mode: 'serial' })
test.use({ viewport: phone })
test.afterEach(async () => {
  await noFaults()
  await positionRequired(false)
})

test('a person whose register is down types their document and gets a price', async ({ page }) => {
  const [buyer, car] = [await newHuman(), await newCar()]
  await begins(page, kz, buyer)
  await fault('gkb', 'unavailable', { times: 1_000 })
  await page.reload()
  await fillShortest(page, kz, car)
  await page.getByRole('button', { name: kz.buy.byDocument }).click()
  const dialog = page.getByRole('dialog', { name: kz.buy.documentTitle })
  await isSound(page)
  await dialog.getByLabel(kz.buy.documentNumber).fill('049123456')
  await dialog.getByLabel(kz.buy.issueDate).fill('2021-09-15')
  await dialog.getByLabel(kz.buy.validTo).fill('2031-09-15')
  await dialog.getByLabel(kz.buy.surname).fill(buyer.surname)
  await dialog.getByLabel(kz.buy.name, { exact: true }).fill(buyer.name)
  await dialog.getByRole('button', { name: kz.buy.save }).click()
  await expect(dialog).toBeHidden()
  for (const to of ['drivers', 'cars', 'term', 'company'] as const) await next(page, kz, to)
  await calculate(page, kz)
  await expect(payButton(page, kz)).toBeVisible()
})

test('where sales ask for the position, a refused or a near one blocks with its words and another place calculates', async ({
  page,
  context,
}) => {
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
  await fillShortest(page, ru, car)
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
  await expect(payButton(page, ru)).toBeVisible()
})

test('while the unified database is down a paid order says that attempts go on, and is issued when it is back', async ({ page }) => {
  const [buyer, car] = [await newHuman(), await newCar()]
  await begins(page, ru, buyer)
  await fillShortest(page, ru, car)
  await fault('esbd', 'unavailable', { operation: 'SetPolicy', times: 1_000 })
  await pays(page, ru)
  await bill(buyer.phone, 'pay')
  await expect(heading(page, ru.result.headings.retrying)).toBeVisible()
  await isSound(page)
  await noFaults()
  await hasPapers(page, ru)
})
