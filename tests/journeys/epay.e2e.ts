import * as portal from './promoter-screens.ts'
import { newCar, newHuman } from './sandbox.ts'
import {
  addCar,
  agrees,
  expect,
  hasPolicyDocuments,
  heading,
  isSound,
  moving,
  payButton,
  paysAtHalyk,
  phone,
  signIn,
  test,
  toPay,
  wide,
  wordsOf,
} from './screens.ts'

test.use(moving)

/** The third way to pay: a link to the bank's page, on the site in Kazakh and by the portal in Russian. */
const kz = wordsOf('kz')
const ru = portal.wordsOf('ru')

test.describe('in Kazakh, on a phone', () => {
  test.use({ viewport: phone })

  test('a visitor pays on the page of Halyk after a decline, and the way back ends at the policy', async ({
    page,
  }) => {
    const [buyer, car] = [await newHuman(), await newCar()]
    await page.goto('/ogpo-calculator/login')
    await signIn(page, kz, buyer, isSound)
    await addCar(page, kz, car)
    await expect(payButton(page)).toBeVisible()
    const place = await toPay(page, kz)
    await place.getByLabel(kz.ways.epay.name).check()
    await isSound(page)
    await agrees(place, kz).click()
    await paysAtHalyk(page, 'Ақша жетпейді · Не хватает денег')

    await page.waitForURL('**/ogpo-calculator/result?order=*')
    await expect(heading(page, kz.ways.epay.refused)).toBeVisible()
    await isSound(page)
    await page.reload()
    await page.getByRole('button', { name: /^Halyk бетінде .*₸ төлеу$/ }).click()
    await paysAtHalyk(page)
    await page.waitForURL('**/ogpo-calculator/result?order=*')
    await hasPolicyDocuments(page, kz)
    await isSound(page)
  })
})

test.describe('in Russian, on a wide screen', () => {
  test.use({
    viewport: wide,
    geolocation: portal.street,
    permissions: ['geolocation', 'clipboard-read', 'clipboard-write'],
    locale: 'ru-RU',
  })

  test('a promoter gives the client a link of Halyk, and the policy follows the payment', async ({
    page,
    context,
  }) => {
    const [buyer, car] = [await newHuman(), await newCar()]
    await page.goto('/ru/promoter')
    await portal.opens(page, ru)
    await portal.fillPeople(page, ru, buyer)
    await portal.fillCar(page, ru, car)
    await expect(portal.billButton(page)).toBeVisible()
    await portal.button(page, ru.ways.epay.send).click()

    const link = page.getByRole('link', { name: ru.ways.epay.page ?? '' })
    await expect(link).toBeVisible()
    await isSound(page)
    await portal.button(page, ru.order.copyLink).click()
    await expect(page.getByText(ru.order.linkCopied)).toBeVisible()
    // The client's own device.
    const theirs = await context.newPage()
    await theirs.goto((await link.getAttribute('href')) ?? '')
    await paysAtHalyk(theirs, 'Картамен төлеу · Картой')
    await portal.issued(page, ru)
    await isSound(page)
  })
})
