import { prefixOf } from '#contract/pages.ts'
import words from '#web/desks/reference/texts.ts'
import signatureWords from '#web/desks/signatures/texts.ts'
import { languagesOf } from './languages.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'

/** What waits at the reference desk for a second person, as it is read before it is signed. */

// One proposal of a row waits at a time: each has a row of its own.
const rows = ['«Дала»', '«Тобыл»', '«Алатау»', '«Сырдария»']
const views = languagesOf('a proposal before it is signed').flatMap((locale) =>
  [phone, wide].map((viewport) => ({ locale, viewport })),
)

for (const [n, { locale, viewport }] of views.entries())
  test(`${locale}, ${viewport.width}: no value of a proposal breaks for the sake of its label`, async ({
    page,
  }) => {
    const t = words[locale]
    const insurer = rows[n] ?? ''
    await page.setViewportSize(viewport)
    await comesAs(page, 'staff')
    await page.goto(`${prefixOf(locale)}/staff/reference`)
    await page.getByRole('button', { name: new RegExp(`^${t.change}: .*${insurer}`) }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t.fields.signs_claims_by_code ?? '').uncheck()
    await dialog.getByLabel(t.reason, { exact: true }).fill('№ 8')
    await dialog.getByRole('button', { name: t.propose }).click()
    const proposal = page
      .getByRole('complementary', { name: t.open })
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: insurer }) })
    await expect(proposal.locator('ins')).toHaveText([t.no])
    // An inline box that is broken has a rectangle on each of its lines.
    const broken = await proposal
      .locator('del, ins')
      .evaluateAll((all) => all.filter((one) => one.getClientRects().length > 1).length)
    expect(broken).toBe(0)
    await isSound(page)
    await proposal.getByRole('button', { name: signatureWords[locale].withdraw }).click()
    await expect(proposal).toHaveCount(0)
  })
