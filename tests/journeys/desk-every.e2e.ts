import { prefixOf } from '#contract/pages.ts'
import { comes, opens } from './desk-screens.ts'
import { languagesOf } from './languages.ts'
import { isSound, test, wide } from './screens.ts'

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
