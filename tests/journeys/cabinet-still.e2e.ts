import type { Page } from '@playwright/test'
import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { tabAddress, tabNames } from '#web/cabinet/tabs.ts'
import shellWords from '#web/cabinet/texts.ts'
import claimWords from '#web/claims/way/incident-kind-texts.ts'
import { mineWords, needWords } from '#web/policies/tab-texts.ts'
import addWords from '#web/purchase/add-drivers/texts.ts'
import saleWords from '#web/purchase/purchase-texts.ts'
import { rowsOf } from './database.ts'
import { viewsOf } from './languages.ts'
import { ready } from './sandbox.ts'
import { expect, test } from './screens.ts'
import { answersAfterPaint, nothingMoved, watchesShifts } from './shifts.ts'
import { isSignedIn } from './signed-in.ts'

/**
 * The demonstration's client: a car's policy that ends soon with its next price, another one that
 * may be reissued, a home.
 */
const client = '850315399904'

async function policyOf(plate: string): Promise<{ number: string; calculation: string }> {
  const [row] = await rowsOf(
    `select p.global_id, o.calculation_id from policies p join orders o on o.id = p.order_id
     where p.policyholder_iin = $1 and p.state = 'active' and p.facts::text like $2`,
    [client, `%${plate}%`],
  )
  return { number: String(row?.global_id), calculation: String(row?.calculation_id) }
}

type Place = { address: string; there: (page: Page) => Promise<void> }

async function placesIn(locale: Locale): Promise<Place[]> {
  const account = pathOf('account', locale)
  const calculator = pathOf('ogpo-calculator', locale)
  const [ending, other] = await Promise.all([policyOf('901ZHK02'), policyOf('900ZHK02')])
  const priced = (page: Page) =>
    expect(page.getByText(saleWords[locale].why, { exact: true })).toBeVisible()
  return [
    {
      address: account,
      there: async (page) => {
        const { renewFor } = needWords[locale]
        await expect(page.getByRole('link', { name: renewFor('').trim() })).toContainText('₸')
      },
    },
    ...tabNames.slice(1).map((tab) => ({
      address: tabAddress(account, tab),
      there: async (page: Page) => {
        const title = page.getByRole('heading', { name: shellWords[locale].tabs[tab], exact: true })
        await expect(title).toBeVisible()
      },
    })),
    {
      address: `${account}?policy=${other.number}`,
      there: async (page) => {
        await expect(page.getByText(mineWords[locale].about, { exact: true })).toBeVisible()
        await expect(page.locator('article svg[role=img]')).toBeVisible()
      },
    },
    {
      address: pathOf('claim', locale),
      there: (page) =>
        expect(page.getByRole('heading', { name: claimWords[locale].title })).toBeVisible(),
    },
    {
      address: pathOf('adddrivers', locale, { id: other.calculation }),
      there: (page) => expect(page.getByText(addWords[locale].policy).first()).toBeVisible(),
    },
    { address: `${calculator}?prolong=${ending.number}`, there: priced },
    { address: `${calculator}?reissue=${other.number}`, there: priced },
  ]
}

for (const [locale, width] of [
  ...viewsOf('a narrow cabinet', [
    ['kz', 360],
    ['ru', 360],
  ] as const),
  ...viewsOf('a wide cabinet', [
    ['ru', 768],
    ['kz', 1440],
  ] as const),
])
  test(`what comes into the cabinet moves nothing, ${locale}, ${width} px`, async ({ page }) => {
    await isSignedIn(page, await ready(client))
    await page.setViewportSize({ width, height: 900 })
    await watchesShifts(page)
    await answersAfterPaint(page)
    for (const { address, there } of await placesIn(locale)) {
      await page.goto(address)
      await there(page)
      await expect(page.locator('[data-comes]')).toHaveCount(0)
      await nothingMoved(page)
    }
  })
