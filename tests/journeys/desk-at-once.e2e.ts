import type { Browser, Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import kycWords from '#web/desks/kyc/texts.ts'
import orderWords, { giveBackWords } from '#web/desks/orders/texts.ts'
import signatureWords from '#web/desks/signatures/texts.ts'
import { rowsOf } from './database.ts'
import { counted } from './hand.ts'
import { viewsOf } from './languages.ts'
import { buys } from './policies.ts'
import { namesakeHuman, newCar, newHuman } from './sandbox.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'

/** Two who decide at once: the second is told, and what they typed stays. */

type Size = typeof phone
/** The other of the two, in a browser of their own, at the same place. */
async function another(browser: Browser, viewport: Size): Promise<Page> {
  const page = await (await browser.newContext({ viewport })).newPage()
  await comesAs(page, 'administrator')
  return page
}

for (const [locale, size, choice] of [
  ['kz', wide, 'unblock'],
  ['ru', phone, 'keep'],
] as const)
  test(`two decide one KYC case, the first to ${choice}: the second is told and keeps the reason, ${locale}`, async ({
    browser,
    page: first,
  }) => {
    const t = kycWords[locale].decision
    const { iin, surname } = await namesakeHuman()
    const [found] = await rowsOf('select id from kyc_cases where iin = $1', [iin])
    const at = `${prefixOf(locale)}/kyc?case=${found?.id}`
    await first.setViewportSize(size)
    await comesAs(first, 'staff')
    const second = await another(browser, size)
    for (const page of [first, second]) {
      await page.goto(at)
      await expect(page.getByRole('heading', { level: 2, name: surname })).toBeVisible()
    }
    const [why, other] = [t.identity, 'Сверено удостоверение']
    await second.getByLabel(t.reason).fill(other)
    // From the list: its row, the field, the decision, beside the text.
    await first.goto(`${prefixOf(locale)}/kyc`)
    const hand = counted(first)
    await hand.on(first.locator(`a[data-key="${found?.id}"]`))
    await hand.on(first.getByLabel(t.reason))
    await first.keyboard.type(why)
    await hand.on(first.getByRole('button', { name: new RegExp(t[choice]) }))
    await expect(first.getByText(t.done[choice])).toBeVisible()
    expect(hand.presses()).toBeLessThanOrEqual(4)

    await expect(second.getByText(t.meanwhile)).toBeVisible()
    // A block that was kept may still be taken away; else there is no field any more.
    if (choice === 'keep') await expect(second.getByLabel(t.reason)).toHaveValue(other)
    else await expect(second.getByText(`${t.yourText}: ${other}`)).toBeVisible()
    await expect(second.getByRole('button', { name: new RegExp(t.keep) })).toHaveCount(0)
    await isSound(second)
    await second.context().close()
  })

/** A sale that was issued stands as if it was paid only; its next try is far away. */
async function paidOnly(): Promise<string> {
  const { calcId } = await buys(await newHuman(), await newCar())
  const [order] = await rowsOf(
    `update orders set state = 'paid', next_attempt_at = now() + interval '1 day'
     where calculation_id = $1 returning id`,
    [calcId],
  )
  return String(order?.id)
}

async function asksMoneyBack(page: Page, locale: Locale, id: string, why: string): Promise<void> {
  await page.goto(`${prefixOf(locale)}/staff/orders?order=${id}`)
  await page.getByRole('button', { name: orderWords[locale].act.refund }).click()
  await page.getByLabel(giveBackWords[locale].reason).fill(why)
}

for (const [locale, size] of viewsOf('the same money back', [
  ['ru', wide],
  ['kz', phone],
] as const))
  test(`two ask for the same money back, then one signs while the other refuses: each is told and keeps the text, ${locale}`, async ({
    browser,
    page: first,
  }) => {
    const [t, signs] = [giveBackWords[locale], signatureWords[locale]]
    const id = await paidOnly()
    const [why = '', other = ''] = t.reasons
    await first.setViewportSize(size)
    await comesAs(first, 'staff')
    const second = await another(browser, size)
    await asksMoneyBack(second, locale, id, other)
    await asksMoneyBack(first, locale, id, why)
    await first.getByRole('button', { name: t.send }).click()
    await expect(first.getByText(signs.untilSigned)).toBeVisible()

    const panel = second.getByRole('region', { name: t.title })
    await expect(panel.getByText(t.meanwhile)).toBeVisible()
    await expect(panel.getByText(`${t.yourText}: ${other}`)).toBeVisible()
    await expect(panel.getByText(why)).toBeVisible()
    await isSound(second)

    // What they write to refuse stays when the first takes it back.
    await second.reload()
    await panel.getByLabel(signs.note, { exact: true }).fill(other)
    await first.getByRole('button', { name: signs.withdraw }).click()
    await expect(first.getByText(signs.done.withdraw, { exact: true })).toBeVisible()
    await expect(panel.getByText(signs.meanwhile)).toBeVisible()
    await expect(panel.getByText(`${signs.yourText}: ${other}`)).toBeVisible()
    await isSound(second)
    await rowsOf(`update orders set state = 'issued', next_attempt_at = null where id = $1`, [id])
    await second.context().close()
  })
