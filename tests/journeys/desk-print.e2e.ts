import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { PDFDocument } from 'pdf-lib'
import { prefixOf } from '#contract/pages.ts'
import caseWords from '#web/desks/claims/case-texts.ts'
import listWords from '#web/desks/claims/texts.ts'
import deskWords from '#web/desks/desk-texts.ts'
import { rowsOf } from './database.ts'
import { languagesOf } from './languages.ts'
import { expect, phone, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'

/** What of the work would be missing on paper: cut, or folded. */
const missingOnPaper = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main, main *')].flatMap((one) => {
      if (!(one instanceof HTMLElement) || one.closest('.visually-hidden') || !one.offsetHeight)
        return []
      const style = getComputedStyle(one)
      const isCut =
        style.overflowY !== 'visible' && style.clipPath === 'none'
          ? one.scrollHeight - one.clientHeight > 4 && one.tagName !== 'TEXTAREA'
          : false
      const isFolded = one.matches('details:not([open])')
      return isCut || isFolded ? [`${one.tagName} ${one.className}`] : []
    }),
  )

const printed = async (page: Page) => {
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
}
const onScreenAgain = async (page: Page) => {
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
}

for (const locale of languagesOf('print of a desk'))
  test(`${locale}: a claim is one PDF by one button, and what is printed of a desk is whole`, async ({
    page,
  }) => {
    const t = caseWords[locale]
    await page.setViewportSize({ kz: phone, ru: wide }[locale])
    await comesAs(page, 'staff')
    await page.goto(`${prefixOf(locale)}/staff/claims?claim=QC00000001`)
    await expect(page.getByRole('heading', { level: 2, name: 'QC00000001' })).toBeVisible()
    const taken = async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download', {
          // A paper that is looked at beside it may be saved by the browser too.
          predicate: (one) => one.suggestedFilename().startsWith('qorgan-QC'),
          timeout: 60_000,
        }),
        page.getByRole('button', { name: t.caseFile, exact: true }).click(),
      ])
      return PDFDocument.load(await readFile(await download.path()))
    }
    // On a busy machine it is not made in time, which is said in a word that goes again.
    const pdf = await taken().catch(taken)
    expect(pdf.getTitle()).toContain('QC00000001')
    const papers = await rowsOf(
      `select id from files where claim_id = 'QC00000001' and kind = 'slot' and scan = 'clean'`,
    )
    expect(papers.length).toBeGreaterThanOrEqual(6)
    expect(pdf.getPageCount()).toBeGreaterThan(6)

    await printed(page)
    await expect(
      page.getByRole('navigation', { name: deskWords[locale].menu, includeHidden: true }).first(),
    ).toBeHidden()
    for (const part of [t.decision, listWords[locale].messages, listWords[locale].history])
      await expect(page.getByRole('heading', { name: part }).first()).toBeVisible()
    expect(await missingOnPaper(page)).toEqual([])
    await onScreenAgain(page)
    expect(await page.locator('main details:not([open])').count()).toBeGreaterThan(0)

    for (const path of ['/staff/today', '/staff/status', '/staff/orders', '/staff/kyc']) {
      await page.goto(prefixOf(locale) + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
      await printed(page)
      expect(await missingOnPaper(page), path).toEqual([])
      await onScreenAgain(page)
    }
  })
