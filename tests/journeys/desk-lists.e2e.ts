import { prefixOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import kycWords from '#web/desks/kyc/texts.ts'
import signatureWords from '#web/desks/signatures/texts.ts'
import todayWords from '#web/desks/today/texts.ts'
import { inDatabase, rowsOf } from './database.ts'
import { publishedList } from './sandbox.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'

/** A list file that leaves a name out: the name goes when another person signs. */
for (const [locale, viewport, acts] of [
  ['kz', phone, 'refuse'],
  ['ru', wide, 'sign'],
] as const satisfies readonly (readonly [Locale, { width: number; height: number }, string])[])
  test.describe(`${locale}, ${viewport.width}`, () => {
    test.use({ viewport, colorScheme: acts === 'sign' ? 'dark' : 'light' })
    test('names that an uploaded file leaves out wait for a second signature', async ({
      browser,
      page,
    }) => {
      const t = kycWords[locale]
      const signing = signatureWords[locale]
      const at = (path: string) => prefixOf(locale) + path
      // A name that nobody else knows stands on the list in force.
      const name = `СЫНАҚ ${crypto.randomUUID().slice(0, 8).toUpperCase()}`
      await inDatabase(
        `update aml_versions set entry_count = entry_count + 1, imported_at = now(),
           entries = entries || jsonb_build_array(jsonb_build_object('list', 'WMD', 'number', $1::text,
             'kind', 'person', 'names', jsonb_build_array($1::text), 'weakNames', '[]'::jsonb,
             'iin', null, 'birthDate', '1970-01-01', 'birthYear', 1970, 'note', ''))
         where id = (select id from aml_versions where list_code = 'WMD'
           order by confirmed_at desc, id desc limit 1)`,
        [name],
      )
      const inForce = () =>
        rowsOf(
          `select count(*)::int as n from (select entries from aml_versions where list_code = 'WMD'
             order by confirmed_at desc, id desc limit 1) v, jsonb_array_elements(v.entries) e
           where e -> 'names' ->> 0 = $1`,
          [name],
        )
      const buffer = await publishedList('/aml/wmd.xml')
      await comesAs(page, 'staff')
      await page.goto(at('/kyc?view=lists'))
      await page.getByRole('button', { name: t.lists.upload, exact: true }).click()
      const dialog = page.locator('dialog[open]')
      await dialog.getByLabel(t.uploadDialog.list, { exact: true }).selectOption('WMD')
      await dialog
        .locator('input[name="file"]')
        .setInputFiles({ name: 'wmd.xml', mimeType: 'application/xml', buffer })
      await dialog.getByRole('button', { name: t.uploadDialog.submit, exact: true }).click()
      const mine = page.getByRole('region').filter({ hasText: name })
      await expect(mine.getByRole('button', { name: signing.withdraw, exact: true })).toBeVisible()
      await isSound(page)
      expect(await inForce()).toEqual([{ n: 1 }])

      const other = await browser.newContext({ viewport })
      const second = await other.newPage()
      await comesAs(second, 'administrator')
      await second.goto(at('/staff'))
      await second
        .getByRole('link', { name: new RegExp(todayWords[locale].acts.sign_list) })
        .first()
        .click()
      const theirs = second.getByRole('region').filter({ hasText: name })
      await expect(theirs.getByText(name)).toBeVisible()
      await isSound(second)
      await theirs.getByRole('textbox').fill('Жариялаушының хаты жоқ')
      await theirs
        .getByRole('button', {
          name: acts === 'sign' ? t.lists.leaving.sign : signing.refuse,
          exact: true,
        })
        .click()
      await expect(second.getByText(signing.done[acts], { exact: true })).toBeVisible()
      await expect(theirs).toHaveCount(0)
      expect(await inForce()).toEqual([{ n: acts === 'sign' ? 0 : 1 }])
      await other.close()
    })
  })
