import { prefixOf } from '#contract/pages.ts'
import { orderColumns } from '#texts/report-columns.ts'
import claimWords from '#web/desks/claims/texts.ts'
import orderWords from '#web/desks/orders/desk-texts.ts'
import { comes, opens, wider } from './desk-screens.ts'
import { languagesOf } from './languages.ts'
import { expect, isSound, test, wide } from './screens.ts'

/** Lists with people in their rows, and what the columns of people are called. */
const lists = {
  staff: ['/staff/orders', '/staff/orders?view=newest', '/staff/claims?list=1'],
  accountant: ['/orders-report?view=orders', '/orders-report?view=movements', '/claim-report'],
} as const
const people = [
  orderWords.kz.columns.who,
  claimWords.kz.columns.who,
  orderColumns.holder.screen.kz,
  orderColumns.promoter.screen.kz,
  orderColumns.insurer.screen.kz,
]

for (const role of ['staff', 'accountant'] as const)
  test(`a long name widens no list of the ${role} at 360, 768 and 1440`, async ({ page }) => {
    await comes(page, role)
    for (const path of lists[role]) {
      await opens(page, path)
      for (const width of [360, 768, wide.width]) {
        await page.setViewportSize({ width, height: 900 })
        await page.locator('main table').evaluateAll((tables, titles) => {
          for (const table of tables)
            for (const [at, head] of [...table.querySelectorAll('thead th')].entries())
              if (titles.includes(head.textContent ?? ''))
                for (const row of table.querySelectorAll('tbody tr[data-key]'))
                  row.children[at]?.replaceChildren('Нұрмағамбетова-Әбдірахманқызы Г.')
        }, people)
        const seen = { path, width, wider: await wider(page) }
        expect(seen).toEqual({ path, width, wider: [] })
      }
    }
  })

// The portal's screens are looked at by axe where they are walked through.
for (const role of ['staff', 'administrator', 'accountant'] as const)
  for (const locale of languagesOf('axe of every desk'))
    test(`axe has nothing to say of the ${role}, light and dark, ${locale}`, async ({ page }) => {
      await page.setViewportSize(wide)
      for (const path of await comes(page, role)) {
        await opens(page, prefixOf(locale) + path)
        await page.emulateMedia({ colorScheme: 'light' })
        await isSound(page)
        // In the dark nothing but the colours is another.
        await page.emulateMedia({ colorScheme: 'dark' })
        await isSound(page, ['color-contrast'])
      }
    })
