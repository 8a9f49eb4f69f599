import { pathOf } from '#contract/pages.ts'
import { needWords } from '#web/policies/tab-texts.ts'
import policyWords from '#web/policies/texts.ts'
import carWords from '#web/purchase/calculator-car-texts.ts'
import { inDatabase } from './database.ts'
import { languagesOf } from './languages.ts'
import { buys } from './policies.ts'
import { newCar, newHuman } from './sandbox.ts'
import { agrees, expect, isSound, phone, row, signIn, test, toPay, wordsOf } from './screens.ts'
import { isSignedIn } from './signed-in.ts'

test.use({ viewport: phone, colorScheme: 'dark' })

test('who has bought before buys in three taps from the cabinet', async ({ page }) => {
  const [who, car] = [await newHuman(), await newCar()]
  const { globalId } = await buys(who, car)
  await inDatabase(
    "update policies set state = 'active', start_date = start_date - 350, end_date = start_date + 10 where global_id = $1",
    [globalId],
  )
  await isSignedIn(page, who)
  await page.goto(pathOf('account', 'kz'))
  const w = wordsOf('kz')
  // One: the next policy of the known car. Two: to the payment. Three: agreed and paid.
  await page.getByRole('link', { name: needWords.kz.renewFor('').trim() }).click()
  await page.waitForURL(/\?prolong=/)
  const sheet = await toPay(page, w)
  await agrees(sheet, w).click()
  await page.waitForURL(/\/ogpo-calculator\/result\?/)
})

for (const locale of languagesOf('who comes back'))
  test(`who has bought before buys in three taps after the code, and a stranger on the same phone sees nothing (${locale})`, async ({
    page,
  }) => {
    const [who, other, car] = [await newHuman(), await newHuman(), await newCar()]
    const { globalId } = await buys(who, car)
    await inDatabase(
      "update policies set state = 'ended', start_date = start_date - 400, end_date = start_date - 35 where global_id = $1",
      [globalId],
    )
    const w = wordsOf(locale)
    const before = page.getByRole('link', { name: carWords[locale].known })
    const known = page.getByRole('link', { name: new RegExp(car.plate) })
    await page.goto(pathOf('ogpo-calculator', locale))
    await expect(page.getByText(car.plate)).toHaveCount(0)
    await before.click()
    await signIn(page, w, other)
    await expect(row(page, w, 'cars').getByLabel(w.buy.plate)).toBeVisible()
    await expect(known).toHaveCount(0)

    await page.evaluate(() => sessionStorage.clear())
    await page.goto(pathOf('ogpo-calculator', locale))
    await before.click()
    await signIn(page, w, who)
    await expect(known).toBeInViewport({ ratio: 1 })
    await isSound(page)
    // One: the car, with whoever drives it. Two: to the payment. Three: agreed and paid.
    await known.click()
    const sheet = await toPay(page, w)
    await agrees(sheet, w).click()
    await page.waitForURL(/\/ogpo-calculator\/result\?/)
  })

test('a tap makes the code of a pass white and whole, with whose it is and its price', async ({
  page,
}) => {
  const [who, car] = [await newHuman(), await newCar()]
  const { globalId } = await buys(who, car)
  await isSignedIn(page, who)
  await page.goto(`${pathOf('account', 'kz')}?policy=${encodeURIComponent(globalId)}`)
  const t = policyWords.kz
  await page.getByRole('button', { name: t.enlarge }).click()
  const bright = page.getByRole('dialog', { name: globalId })
  await expect(bright).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  const code = await bright.getByRole('img', { name: t.check }).boundingBox()
  expect(code?.width).toBeGreaterThanOrEqual(280)
  await expect(bright.getByText(/₸/)).toBeVisible()
  await expect(bright.getByRole('img', { name: t.check })).toBeInViewport({ ratio: 1 })
  await isSound(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: t.share })).toBeVisible()
})
