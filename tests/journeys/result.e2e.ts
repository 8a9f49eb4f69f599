import type { Page } from '@playwright/test'
import { mails } from './sandbox.ts'
import {
  comesToPrice,
  expect,
  hasPolicyDocuments,
  heading,
  isSound,
  moving,
  pays,
  paysByCard,
  phone,
  test,
  unfolds,
  wide,
  wordsOf,
} from './screens.ts'

test.use(moving)

/** The page of an order: paying, what can go wrong, the moment of issue, the policy. */
const kz = wordsOf('kz')
const ru = wordsOf('ru')

/** Counts in this tab how often the moment of issue was shown; `skips`: it is pressed at once. */
const watchMoments = (page: Page, skips = false) =>
  page.addInitScript((press) => {
    const land = 'img[src="/pictures/panorama.svg"]'
    let shown = false
    new MutationObserver(() => {
      // The first stop of a purchase shows the same land.
      const found = location.pathname.endsWith('/result')
        ? document.querySelector<HTMLElement>(land)
        : null
      if (found && !shown) {
        sessionStorage.setItem('moments', `${Number(sessionStorage.getItem('moments') ?? 0) + 1}`)
        if (press) found.click()
      }
      shown = found !== null
    }).observe(document, { childList: true, subtree: true })
  }, skips)
const moments = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('moments') ?? 0))

test.describe('in Kazakh, on a phone', () => {
  test.use({ viewport: phone })

  test('a bill is opened by the bank’s link and paid; the issue is one motion, the policy is shared, sent and kept, and Home is offered once', async ({
    page,
  }) => {
    await watchMoments(page)
    // The phone's own sheet, which a browser without a screen has not.
    await page.addInitScript(() => {
      Object.assign(navigator, {
        canShare: () => true,
        share: async (data: ShareData) => {
          document.title = data.url ?? ''
        },
      })
    })
    const { buyer } = await comesToPrice(page, kz)
    await pays(page, kz)
    await expect(heading(page, kz.ways.mobile_bank.asked)).toBeVisible()
    await expect(page.getByRole('img', { name: kz.result.scanLabel })).toBeHidden()
    await isSound(page)
    const main = page.getByRole('link', { name: /^Банкте .*₸ төлеу$/ })
    await expect(main).toBeInViewport({ ratio: 1 })
    await unfolds(page, kz.result.otherWay)
    await unfolds(page, kz.result.whatHappens)
    await isSound(page)
    await main.click()
    await page.getByRole('button', { name: /Төлеу/ }).click()
    await expect(page.getByText(/төленді/)).toBeVisible()
    await page.goBack()
    await page.goBack()

    await hasPolicyDocuments(page, kz)
    await expect.poll(() => moments(page)).toBe(1)
    await expect(page.locator('img[src="/pictures/panorama.svg"]')).toHaveCount(0)
    await expect(page.locator('summary', { hasText: /: \d+.секунд/ })).toBeVisible()
    await isSound(page)
    const check = await page.getByRole('link', { name: kz.result.check }).getAttribute('href')
    await page.getByRole('button', { name: kz.result.share }).click()
    await expect(page).toHaveTitle(check ?? '')

    // None was given when it was bought.
    const address = `${buyer.iin}@example.kz`
    await page.getByRole('button', { name: kz.result.emailNone }).click()
    await page.getByRole('button', { name: kz.result.emailSave }).click()
    await expect(page.getByLabel(kz.result.email)).toHaveAttribute('aria-invalid', 'true')
    await isSound(page)
    await page.getByLabel(kz.result.email).fill(address)
    await page.getByRole('button', { name: kz.result.emailSave }).click()
    await expect(page.getByText(kz.result.emailSaved)).toBeVisible()
    await expect.poll(async () => (await mails(address)).length).toBe(1)
    await expect(page.getByText(kz.result.mailSent(address))).toBeVisible()

    const offer = page.getByRole('region', { name: kz.result.home })
    await expect(offer.getByRole('link', { name: kz.result.homeSee })).toBeVisible()
    await offer.getByRole('button', { name: kz.result.homeHide }).click()
    await expect(offer).toBeHidden()
    await page.reload()
    await hasPolicyDocuments(page, kz)
    await expect(page.getByRole('link', { name: kz.result.cabinet })).toBeVisible()
    await expect(offer).toBeHidden()
    expect(await moments(page)).toBe(1)
  })
})

test.describe('in Russian, on a wide screen', () => {
  test.use({ viewport: wide })

  test('the bill is a code for the phone; a lost connection is said and forgotten; a refused card is followed by the card', async ({
    page,
    context,
  }) => {
    await watchMoments(page, true)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { buyer } = await comesToPrice(page, ru)
    await pays(page, ru, { email: 'mistyped@example.kz' })
    await expect(heading(page, ru.ways.mobile_bank.asked)).toBeVisible()
    await expect(page.getByRole('img', { name: ru.result.scanLabel })).toBeVisible()
    await isSound(page)

    await context.setOffline(true)
    await expect(heading(page, ru.result.offline)).toBeVisible()
    await expect(page.getByText('m•••@example.kz')).toBeVisible()
    await expect(page.locator('body')).not.toContainText(buyer.iin)
    await isSound(page)
    await context.setOffline(false)
    await expect(heading(page, ru.ways.mobile_bank.asked)).toBeVisible()

    await unfolds(page, ru.result.otherWay)
    await page.getByRole('button', { name: ru.ways.card.by }).click()
    await page.getByRole('link', { name: /4400 0000 0000 0010/ }).click()
    await page.getByRole('button', { name: /Оплатить/ }).click()
    await expect(heading(page, ru.ways.card.refused)).toBeVisible()
    await expect(page.getByText(/^Деньги не списаны\./)).toBeVisible()
    await isSound(page)
    const ways = [/^Оплатить .*₸ этой картой$/, ru.result.otherCard, ru.ways.mobile_bank.by].map(
      (name) => page.getByRole('button', { name }),
    )
    const boxes = await Promise.all(ways.map((way) => way.boundingBox()))
    expect(new Set(boxes.map((box) => box?.width)).size).toBe(1)
    await ways[0]?.click()
    await paysByCard(page)

    await hasPolicyDocuments(page, ru)
    await isSound(page)
    expect(await moments(page)).toBeLessThanOrEqual(1)
    await expect(page.locator('img[src="/pictures/panorama.svg"]')).toHaveCount(0)
    await page.getByRole('button', { name: ru.result.share, exact: true }).click()
    await expect(page.getByText(ru.result.linkCopied)).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      await page.getByRole('link', { name: ru.result.check }).getAttribute('href'),
    )
  })
})

test.describe('for whoever wants less motion', () => {
  test.use({ viewport: phone, contextOptions: { reducedMotion: 'reduce' } })

  test('the policy is there at once, and the motion is not shown later either', async ({
    page,
  }) => {
    await watchMoments(page)
    await comesToPrice(page, ru)
    await pays(page, ru)
    await page.getByRole('link', { name: /^Оплатить .*₸ в банке$/ }).click()
    await page.getByRole('button', { name: /Оплатить/ }).click()
    await expect(page.getByText(/оплачен/)).toBeVisible()
    await page.goBack()
    await page.goBack()
    await hasPolicyDocuments(page, ru)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.reload()
    await hasPolicyDocuments(page, ru)
    expect(await moments(page)).toBe(0)
  })
})
