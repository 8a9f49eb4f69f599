import { pathOf } from '#contract/pages.ts'
import shellWords from '#web/cabinet/texts.ts'
import { mineWords, needWords, smallWords } from '#web/policies/tab-texts.ts'
import policyWords from '#web/policies/texts.ts'
import loadedWords from '#web/ui/loaded-texts.ts'
import { inDatabase } from './database.ts'
import { languagesOf } from './languages.ts'
import { buys } from './policies.ts'
import { newCar, newHuman, ready } from './sandbox.ts'
import { agrees, expect, isSound, phone, test, toPay, wide, wordsOf } from './screens.ts'
import { isSignedIn } from './signed-in.ts'
import { spec } from './spec.ts'

/** The client of the demonstration: two cars, one of which ends within the month, and a home. */
const client = '850315399904'

for (const locale of languagesOf('passes of the cabinet')) {
  const [needs, loaded, small] = [needWords[locale], loadedWords[locale], smallWords[locale]]
  const account = pathOf('account', locale)

  test(`what needs the client and the first of three policies stand on a phone's screen, ${locale}`, async ({
    page,
  }) => {
    spec('2.2.account', '2.4.policy-card-state-number')
    await isSignedIn(page, await ready(client))
    await page.setViewportSize(phone)
    const passes = page.getByRole('article').filter({ has: page.locator('.frieze') })
    // The demonstration's last policy may come a while after the first answer of a new app.
    await expect(async () => {
      await page.goto(account)
      await expect(passes.filter({ visible: true })).toHaveCount(3, { timeout: 10_000 })
    }).toPass()
    await expect(page.getByRole('link', { name: needs.renewFor('').trim() })).toBeVisible()
    await expect(page.getByText(loaded.loading)).toHaveCount(0)
    // The first pass is whole above the bar, when all of it has come.
    const isShort = async () => {
      const bar = page.getByRole('navigation', { name: shellWords[locale].menu })
      await expect
        .poll(async () => {
          const [pass, over] = [await passes.first().boundingBox(), await bar.boundingBox()]
          return pass && over ? pass.y + pass.height <= over.y : null
        })
        .toBe(true)
    }
    await isShort()
    // Each card tells what the specification's list has.
    const labels = (pass: number) => passes.nth(pass).locator('dt').allTextContents()
    expect(await labels(0)).toEqual([small.premium, small.total, small.verified])
    expect(await labels(2)).toEqual([small.home, small.interior, small.neighbours])
    await isSound(page)
    // The bar is under the thumb wherever one is on the page, and what it leaves out is behind it.
    const menu = page.getByRole('navigation', { name: shellWords[locale].menu })
    await page.evaluate(() => scrollTo(0, 400))
    const bar = await menu.boundingBox()
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(phone.height)
    await menu.getByRole('button', { name: shellWords[locale].more, exact: true }).press('Enter')
    await expect(menu.getByRole('link')).toHaveCount(7)
    await isSound(page)
    await page.keyboard.press('Escape')
    await expect(menu.getByRole('link')).toHaveCount(4)
    // What an inspector scans is one tap away.
    await page.getByRole('button', { name: /^QR/ }).first().click()
    await expect(page.locator('dialog[open]').getByRole('img')).toBeVisible()
    await isSound(page)
    // A slow phone shows its own letters the first time.
    await page.route('**/*.woff2', (route) => route.abort())
    await page.reload()
    await expect(passes.filter({ visible: true })).toHaveCount(3)
    await expect(page.getByRole('link', { name: needs.renewFor('').trim() })).toBeVisible()
    await isShort()
  })

  for (const viewport of [phone, wide])
    test(`a policy is renewed in two taps to the payment, ${locale}, ${viewport.width} px`, async ({
      page,
    }) => {
      spec('7.2.ours-cabinet-policy-renewalprice')
      await isSignedIn(page, await ready(client))
      await page.setViewportSize(viewport)
      await page.goto(account)
      const w = wordsOf(locale)
      await page.getByRole('link', { name: needs.renewFor('').trim() }).click()
      await page.waitForURL(/\?prolong=/)
      // On a wide screen the payment stands there at once; on a phone the second tap opens it.
      await expect(agrees(await toPay(page, w), w)).toBeEnabled()
    })
}

test('what waits for the client leads where it is done, and goes when it is', async ({ page }) => {
  spec('2.2.account')
  const [who, car, other] = [await newHuman(), await newCar(), await newCar()]
  const { globalId } = await buys(who, car)
  const { key } = await buys(who, other, { paid: false })
  await isSignedIn(page, who)
  await page.setViewportSize(phone)
  const account = pathOf('account', 'kz')
  await page.goto(account)
  const t = needWords.kz
  const unpaid = page.getByRole('link', { name: t.unpaid })
  await expect(unpaid).toHaveAttribute('href', new RegExp(key))
  await isSound(page)

  // The client refuses the bill in the bank's app.
  await inDatabase(
    "update payment_attempts set state = 'rejected' where order_id = (select id from orders where progress_key::text = $1)",
    [key],
  )
  await page.reload()
  await expect(page.getByRole('link', { name: t.refused })).toBeVisible()
  await inDatabase("update orders set state = 'cancelled' where progress_key::text = $1", [key])
  await page.reload()
  await expect(page.getByRole('link', { name: new RegExp(globalId) })).toBeVisible()
  await expect(page.getByRole('link', { name: t.refused })).toHaveCount(0)

  // Passes are shown when what is asked beside them does not come; it is said, and asked again.
  await page.route('**/fetchUserOrders', (route) => route.abort())
  await page.reload()
  await expect(page.getByText(t.notAll)).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(globalId) })).toBeVisible()
  await page.unroute('**/fetchUserOrders')
  await page.getByRole('button', { name: t.again }).click()
  await expect(page.getByText(t.notAll)).toHaveCount(0)
})

test('one policy has its address, with drivers, money and history in one place', async ({
  page,
}) => {
  spec('7.2.ours-cabinet-policy-onepolicy', '2.4.policy-card-state-number')
  const [who, car] = [await newHuman(), await newCar()]
  const { globalId } = await buys(who, car)
  await isSignedIn(page, who)
  await page.setViewportSize(phone)
  const account = pathOf('account', 'ru')
  const [t, mine] = [policyWords.ru, mineWords.ru]
  await page.goto(account)
  await page.getByRole('link', { name: new RegExp(globalId) }).click()
  await expect(page).toHaveURL(new RegExp(`policy=${globalId}`))
  // The address is the policy's own: a reload shows the same.
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: globalId })).toBeVisible()
  await expect(page.getByRole('img', { name: t.check })).toBeVisible()
  await page.getByText(mine.drivers(1), { exact: true }).click()
  await expect(page.getByText(`· ${mine.policyholder}`)).toBeVisible()
  await page.getByText(mine.money, { exact: true }).click()
  await expect(page.getByText(mine.paid, { exact: true })).toBeVisible()
  await page.getByText(mine.history, { exact: true }).click()
  await expect(page.getByText(mine.events.issued, { exact: true })).toBeVisible()
  await isSound(page)
  await page.getByRole('link', { name: shellWords.ru.tabs.policies }).first().click()
  await expect(page).toHaveURL(new RegExp(`${account}$`))
  await page.goBack()
  await expect(page.getByRole('heading', { level: 2, name: globalId })).toBeVisible()

  // Somebody else's number is nobody's here.
  await page.goto(`${account}?policy=1111111111111`)
  await expect(page.getByText(mine.unknown)).toBeVisible()
  await isSound(page)
  await page.setViewportSize(wide)
  await page.goto(`${account}?policy=${globalId}`)
  await expect(page.getByRole('heading', { level: 2, name: globalId })).toBeVisible()
  await isSound(page)
})
