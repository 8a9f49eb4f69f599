import { prefixOf } from '#contract/pages.ts'
import reportWords from '#web/reports/accounting-texts.ts'
import { rowsOf } from './database.ts'
import { languagesOf } from './languages.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'

for (const locale of languagesOf('a statement is withdrawn'))
  test(`${locale}: a statement of the wrong bank is withdrawn, with a reason and not without`, async ({
    page,
  }) => {
    const t = reportWords[locale].statements
    await page.setViewportSize({ kz: phone, ru: wide }[locale])
    await comesAs(page, 'accountant')
    const cookies = await page.context().cookies()
    const cookie = cookies.find(({ name }) => name === 'laravel_auth.token')
    const fileName = `wrong-${locale}.csv`
    const line = `2026-11-02;payment;QG0-${locale};${locale};5000;10`
    await page.request.post('/api/reports/statements', {
      headers: { authorization: decodeURIComponent(cookie?.value ?? '') },
      data: {
        system: 'card',
        fileName,
        content: `date;operation;order_id;payment_id;amount;fee\n${line}\n`,
      },
    })
    await page.goto(`${prefixOf(locale)}/orders-report?view=statements`)
    await page.getByRole('button', { name: `${t.withdraw}: ${fileName}` }).click()
    const dialog = page.getByRole('dialog', { name: t.withdrawTitle })
    await expect(dialog).toContainText(t.withdrawText(fileName, 1))
    await isSound(page)
    const withdraw = dialog.getByRole('button', { name: t.withdraw, exact: true })
    await withdraw.click()
    await expect(dialog).toBeVisible()
    await isSound(page)
    await dialog.getByLabel(t.reason, { exact: true }).fill('Басқа банк / Другой банк')
    await withdraw.click()
    await expect(page.getByText(t.withdrawn)).toBeVisible()
    await expect(page.getByRole('button', { name: `${t.withdraw}: ${fileName}` })).toHaveCount(0)
    expect(await rowsOf('select 1 from statements where file_name = $1', [fileName])).toEqual([])
  })
