import { prefixOf } from '#contract/pages.ts'
import { shortLists } from '#texts/watch-lists.ts'
import kycWords from '#web/desks/kyc/texts.ts'
import referenceWords from '#web/desks/reference/texts.ts'
import { rowsOf } from './database.ts'
import { languagesOf, viewsOf } from './languages.ts'
import { blockedHuman } from './sandbox.ts'
import { expect, phone, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'

/** The desks of cases as they open: what stands there before anything was pressed. */

for (const locale of languagesOf('first case of a desk'))
  test(`${locale}: beside the list the first KYC case stands open, without the address; on a phone the list alone`, async ({
    page,
  }) => {
    const t = kycWords[locale]
    const at = `${prefixOf(locale)}/kyc`
    const { iin } = await blockedHuman()
    const [found] = await rowsOf('select id from kyc_cases where iin = $1', [iin])
    await page.setViewportSize(wide)
    await comesAs(page, 'staff')
    await page.goto(at)
    const name = page.getByRole('region', { name: t.one }).getByRole('heading', { level: 2 })
    const chosen = page.locator('a[data-row][aria-current="true"]')
    await expect(name).toBeVisible()
    await expect(chosen).toHaveCount(1)
    expect(new URL(page.url()).search).toBe('')
    // A row says which list it is, however long the list's name is in law.
    const row = page.locator(`a[data-key="${found?.id}"]`)
    await expect(row.getByText(shortLists[locale].TERROR_FINANCING ?? '')).toBeVisible()

    await row.click()
    await expect(row).toHaveAttribute('aria-current', 'true')
    expect(new URL(page.url()).searchParams.get('case')).toBe(found?.id)
    await page.reload()
    await expect(row).toHaveAttribute('aria-current', 'true')
    await page.goBack()
    await expect(name).toBeVisible()
    expect(new URL(page.url()).search).toBe('')

    await page.setViewportSize(phone)
    await expect(name).toBeHidden()
    await expect(row).toBeVisible()
  })

test('the tabs of a desk stand where they stood, whichever is chosen, and keep their counts', async ({
  page,
}) => {
  await page.setViewportSize(wide)
  await comesAs(page, 'staff')
  const tabs = page.getByRole('navigation', { name: kycWords.ru.tabs.label })
  const stand = () =>
    tabs
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => Math.round(link.getBoundingClientRect().x)))
  await page.goto(`${prefixOf('ru')}/kyc?view=lists`)
  const counts = tabs.locator('a > span:last-child:not(:first-child)')
  await expect(counts).toHaveText([/^\d+/, /^\d+/])
  const before = await stand()
  await tabs.getByRole('link', { name: kycWords.ru.tabs.blocked }).click()
  await expect(tabs.getByRole('link', { name: kycWords.ru.tabs.blocked })).toHaveAttribute(
    'aria-current',
    'page',
  )
  expect(await stand()).toEqual(before)
})

for (const [locale, size] of viewsOf('insurers in their order', [
  ['kz', phone],
  ['ru', wide],
] as const))
  test(`${locale}, ${size.width}: insurers stand in the order given them, a tariff shows its tables`, async ({
    page,
  }) => {
    const t = referenceWords[locale]
    await page.setViewportSize(size)
    await comesAs(page, 'staff')
    await page.goto(`${prefixOf(locale)}/staff/reference`)
    const rows = page.getByRole('region', { name: t.rows })
    const names = { kz: rows.getByRole('heading'), ru: rows.getByRole('columnheader') }[locale]
    await expect(names.filter({ hasText: '«' })).toHaveText([
      /«Дала»/,
      /«Тобыл»/,
      /«Алатау»/,
      /«Сырдария»/,
    ])
    // Nothing was changed yet: there is no history to open.
    await expect(page.getByText(t.history)).toHaveCount(0)

    await page.goto(`${prefixOf(locale)}/staff/reference?kind=tariff`)
    await expect(
      page.getByRole('heading', { name: t.tariffOf('2026', '20.11.2026') }),
    ).toBeVisible()
    await page.getByText(`${t.effect.tables.region_base}: `).click()
    await expect(
      page
        .getByRole('table', { name: t.effect.tables.region_base })
        .getByRole('row', { name: { kz: /Алматы қаласы|Алматы/, ru: /Алматы/ }[locale] })
        .first(),
    ).toContainText('2,96')
  })
