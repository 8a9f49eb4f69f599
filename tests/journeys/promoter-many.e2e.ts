import type { CDPSession, Locator, Page } from '@playwright/test'
import {
  billButton,
  button,
  issued,
  opens,
  policyholderField,
  row,
  street,
  wordsOf,
} from './promoter-screens.ts'
import { bill, newCar, newHuman } from './sandbox.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'

/** A day's sales one after another in one page: what each costs, and what the page keeps of them. */
const SALES = process.env.FULL_TESTS === 'on' ? 30 : 3
/** What one sale may leave behind in the page, bytes. */
const KEPT_OF_A_SALE = 400_000
/** What a promoter waits for longer than this is told beside the result: no busy machine fails by it. */
const LONG_MS = 1_000
/** Before it is measured, every part of a sale has been there once. */
const FIRST = 1

test.use({ geolocation: street, permissions: ['geolocation'] })

/** How much the page holds once everything that nobody needs is gone. */
async function heldBy(client: CDPSession): Promise<number> {
  await client.send('HeapProfiler.collectGarbage')
  const { metrics } = await client.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
}

/** Waits for it, and says how long where that was long. */
async function waited(what: string, comes: () => Promise<unknown>): Promise<void> {
  const began = performance.now()
  await comes()
  const ms = Math.round(performance.now() - began)
  if (ms > LONG_MS) test.info().annotations.push({ type: 'wait', description: `${what}: ${ms} ms` })
}

/** So many sales, each by `sells`, which answers with what it cost. */
async function sellsMany(page: Page, sells: () => Promise<number>, most: number): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable')
  let before = 0
  for (let sale = 1; sale <= SALES; sale += 1) {
    expect.soft(await sells(), `sale ${sale}`).toBeLessThanOrEqual(most)
    if (sale === FIRST) before = await heldBy(client)
  }
  const kept = (await heldBy(client)) - before
  expect(kept).toBeLessThan(KEPT_OF_A_SALE * (SALES - FIRST))
}

test(`a promoter sells ${SALES} policies in a row by the keyboard, 46 presses each, and the page does not grow`, async ({
  page,
}) => {
  test.setTimeout(60_000 + SALES * 40_000)
  const w = wordsOf('kz')
  await page.setViewportSize(wide)
  await opens(page, w)
  const iin = policyholderField(page, w, w.sell.iin)
  await sellsMany(
    page,
    async () => {
      let presses = 0
      const press = async (key: string): Promise<void> => {
        presses += key.split('+').length
        await page.keyboard.press(key)
      }
      const types = async (text: string): Promise<void> => {
        for (const sign of text) await press(sign)
      }
      const [buyer, car] = [await newHuman(), await newCar()]
      await expect(iin).toBeFocused()
      await types(buyer.iin)
      await press('Tab')
      await types(buyer.phone.slice(1))
      // Found, they may have a privilege to tell of, which stands on the way.
      await expect(page.locator('#policyholder-privilege')).toBeVisible()
      await press('Tab')
      await press('Tab')
      await types(car.plate)
      await press('Tab')
      await types(car.techPassport)
      await expect(billButton(page)).toBeVisible()
      await press('Control+Enter')
      await expect(page.getByRole('heading', { name: w.result.headings.awaiting })).toBeVisible()
      const cost = presses
      await bill(buyer.phone, 'pay')
      await issued(page, w)
      await page.keyboard.press('Alt+KeyN')
      return cost
    },
    46,
  )
})

test.describe('on a phone four times slower, behind a slow 4G', () => {
  test.use({ viewport: phone, hasTouch: true })

  test(`a promoter sells ${SALES} policies in a row by touch, seven taps each, the usual folded`, async ({
    page,
  }) => {
    test.setTimeout(60_000 + SALES * 90_000)
    const w = wordsOf('kz')
    await opens(page, w)
    const client = await page.context().newCDPSession(page)
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: (1.6 * 1024 * 1024) / 8,
      uploadThroughput: (750 * 1024) / 8,
    })
    await sellsMany(
      page,
      async () => {
        let taps = 0
        const tap = async (target: Locator): Promise<void> => {
          taps += 1
          await target.tap()
        }
        const [buyer, car] = [await newHuman(), await newCar()]
        const first = row(page, w.sell.car(1))
        // What «next» of the keyboard walks is what stands below each other.
        const fields = [
          [policyholderField(page, w, w.sell.iin), buyer.iin],
          [policyholderField(page, w, w.sell.phone), buyer.phone.slice(1)],
          [first.getByLabel(w.sell.plate), car.plate],
          [first.getByLabel(w.sell.techPassport), car.techPassport],
        ] as const
        for (const [at, [field, text]] of fields.entries()) {
          await tap(field)
          // Both now: what was found for the one before may have come or gone above them.
          const before = await fields[at - 1]?.[0].elementHandle()
          const isBelow = (node: Element, other: Element | null | undefined) =>
            !other || node.getBoundingClientRect().top >= other.getBoundingClientRect().top
          expect(await field.evaluate(isBelow, before)).toBe(true)
          await page.keyboard.type(text)
        }
        await expect(page.getByLabel(w.sell.email, { exact: true })).toBeHidden()
        await waited('price', () => expect(billButton(page)).toBeVisible())
        await tap(billButton(page))
        await tap(page.getByRole('dialog', { name: w.accept.title }).getByRole('button').last())
        await waited('bill', () =>
          expect(page.getByRole('heading', { name: w.result.headings.awaiting })).toBeVisible(),
        )
        await bill(buyer.phone, 'pay')
        await waited('policy', () => issued(page, w))
        await tap(button(page, w.sell.newSale).first())
        return taps
      },
      7,
    )
  })

  test('the folded line says what is usual and opens what can be chosen', async ({ page }) => {
    const w = wordsOf('ru')
    await opens(page, w)
    const folded = page.locator('[aria-controls="term-fields"]')
    await expect(folded).toContainText(w.sell.months(12))
    await isSound(page)
    await folded.tap()
    await expect(page.getByLabel(w.sell.email, { exact: true })).toBeVisible()
    await expect(folded).toHaveAttribute('aria-expanded', 'true')
    await isSound(page)
  })
})
