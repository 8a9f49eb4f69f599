import { pathOf } from '#contract/pages.ts'
import { needWords } from '#web/policies/tab-texts.ts'
import policyWords from '#web/policies/texts.ts'
import { inDatabase } from './database.ts'
import { buys } from './policies.ts'
import { newCar, newHuman } from './sandbox.ts'
import { agrees, expect, isSound, phone, test, toPay, wordsOf } from './screens.ts'
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
