import type { Locator, Page } from '@playwright/test'
import {
  billButton,
  button,
  fillCar,
  fillPeople,
  opens,
  pays,
  policyholderField,
  promoter,
  row,
  street,
  type Words,
  wordsOf,
} from './promoter-screens.ts'
import { newCar, newHuman } from './sandbox.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { spec } from './spec.ts'

/**
 * Whole sales in the portal of the demonstration promoter. One after another: they share the policies
 * that end soon.
 */
test.describe.configure({ mode: 'serial' })

const kz = wordsOf('kz')
const ru = wordsOf('ru')
test.use({ geolocation: street, permissions: ['geolocation'] })

/**
 * The demonstration policy that ends soon; the first journey finds it in the list of expiring ones.
 */
let expiring = ''

/** The Global ID behind the one-tap prolongation of a policy that ends soon. */
async function findsExpiring(page: Page, w: Words): Promise<string> {
  const link = page.getByRole('link', { name: w.sales.prolong }).first()
  return (
    new URL((await link.getAttribute('href')) ?? '', page.url()).searchParams.get('prolong') ?? ''
  )
}

test.describe('in Kazakh, on a phone', () => {
  test.use({ viewport: phone, hasTouch: true })

  test('a promoter reaches the client whose policy ends, keeps what they say, and has the list without a connection', async ({
    page,
    context,
  }) => {
    spec('7.3.ours-expiring-policies-own')

    const w = kz.renewal
    await opens(page, kz)
    await page.goto('/promoter/sales')
    const ending = page.getByRole('region', { name: kz.sales.expiring })
    const line = ending.getByRole('listitem').first()
    const reach = line.getByRole('button', { name: w.contact })
    // The price of today stands there before anything is pressed.
    await expect(line).toContainText('₸')
    await reach.tap()
    const call = line.getByRole('link', { name: w.call, exact: true })
    await expect(call).toHaveAttribute('href', /^tel:\+77\d{9}$/)
    const written = line.getByRole('link', { name: 'WhatsApp', exact: true })
    await expect(written).toHaveAttribute('href', /^https:\/\/wa\.me\/77\d{9}\?text=.{40}/)
    await isSound(page)

    await line.getByRole('button', { name: w.sold, exact: true }).tap()
    await expect(line.getByText(w.soldNoted)).toBeVisible()
    await isSound(page)
    await line.getByRole('button', { name: w.takeBack }).tap()
    await line.getByRole('button', { name: w.refuses, exact: true }).tap()
    await expect(line.getByText(w.noCallsText)).toBeVisible()
    await expect(call).toHaveCount(0)
    await isSound(page)
    await line.getByRole('button', { name: w.mayBeCalled, exact: true }).tap()
    await expect(call).toBeVisible()

    const who = (await line.locator('p').first().textContent()) ?? ''
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await context.setOffline(true)
    await page.reload()
    await expect(line).toContainText(who)
    await expect(line).toContainText('₸')
    await reach.tap()
    await expect(call).toBeVisible()
    await isSound(page)
    await context.setOffline(false)
    await expect(page.getByRole('region', { name: kz.sales.todays })).toBeVisible()
  })

  test('a promoter sells, reissues, terminates, prolongs and cancels in Kazakh at 360 px', async ({
    page,
  }) => {
    spec(
      '1.promoters-portal',
      '2.1.promoter',
      '2.2.promoter-ogpo',
      '2.2.promoter-reissue-calculation',
      '4.2.calculation-flow-3-send',
      '4.2.calculation-flow-7-check',
      '4.2.reissue-promoter-reorderglobalid',
      '4.2.termination-two-steps-promoter',
      '4.2.cancel-as-separate-action-promoter',
    )

    const tap = (target: Locator): Promise<void> => target.tap()
    const [buyer, second] = [await newHuman(), await newHuman()]
    const car = await newCar({ registered: false, ownerIin: buyer.iin })
    await page.goto('/promoter')
    await expect(page.getByRole('heading', { level: 1, name: kz.sign.heading })).toBeVisible()
    await isSound(page)
    await opens(page, kz)

    await fillPeople(page, kz, buyer)
    await button(page, kz.sell.addDriver).tap()
    await row(page, kz.sell.driver(1)).getByLabel(kz.sell.iin).pressSequentially(second.iin)
    await fillCar(page, kz, car)
    await expect(row(page, kz.sell.car(1)).getByText(/\d{4}\sж\./)).toBeVisible()
    await isSound(page)
    await expect(billButton(page)).toBeVisible()
    await isSound(page)
    const sold = await pays(page, kz, buyer, tap)
    await isSound(page)

    await page.goto(`/promoter/ogpo?reissue=${sold}`)
    await expect(
      page.getByRole('heading', { level: 1, name: kz.sell.headings.reissue }),
    ).toBeVisible()
    await expect(row(page, kz.sell.driver(1)).getByLabel(kz.sell.iin)).toHaveValue(second.iin)
    await expect(billButton(page).or(button(page, kz.sell.reissueFree))).toBeVisible()
    for (const line of [kz.sell.total, kz.sell.remaining, kz.sell.surcharge])
      await expect(page.getByText(line).first()).toBeVisible()
    await button(page, kz.sell.why).tap()
    await expect(page.getByText(kz.sell.commission)).toBeVisible()
    await isSound(page)
    await button(page, kz.sell.close).tap()
    const replaced = await pays(page, kz, buyer, tap)
    expect(replaced).not.toBe(sold)
    // An order that is over has left the device: its page still says that it is a reissue, and what
    // it came to.
    await page.reload()
    await expect(
      page.getByRole('heading', { level: 1, name: kz.sell.headings.reissue }),
    ).toBeVisible()
    for (const line of [kz.sell.total, kz.sell.remaining, kz.sell.surcharge])
      await expect(page.getByText(line)).toBeVisible()

    await page.goto(`/promoter/search?globalId=${replaced}`)
    await isSound(page)
    await button(page, kz.search.terminate).tap()
    await page.getByLabel(kz.end.reasons.sold).check()
    await button(page, kz.end.calculate).tap()
    await expect(page.getByText(kz.end.refund, { exact: true })).toBeVisible()
    await isSound(page)
    await page
      .locator('dialog[open]')
      .getByRole('button', { name: kz.end.confirm, exact: true })
      .tap()
    await expect(page.getByText(kz.end.told)).toBeVisible()
    await page.locator('dialog[open]').getByRole('button', { name: kz.end.close }).last().tap()

    await page.goto('/promoter/sales?view=sales&period=today')
    const table = page.getByRole('table', { name: kz.sales.sales })
    await expect(table.getByRole('row').nth(1)).toBeVisible()
    await isSound(page)
    const saved = page.waitForEvent('download')
    await button(page, kz.sales.file('CSV')).tap()
    expect((await saved).suggestedFilename()).toMatch(/^qorgan-sales-.*\.csv$/)
    await page.getByRole('link', { name: kz.sales.views.day }).last().tap()
    // The price of today stands beside the policy before anything is pressed.
    await expect(
      page
        .getByRole('region', { name: kz.sales.expiring })
        .getByText(new RegExp(`^${kz.sales.today}`))
        .first(),
    ).toBeAttached()
    await isSound(page)
    await button(page, kz.sales.showStatement).tap()
    await expect(page.getByText(kz.sales.byDay)).toBeVisible()
    await isSound(page)
    // What is sold is not among the unfinished, however fast it was paid for.
    await expect(
      page.getByRole('region', { name: kz.sales.drafts }).getByText(car.plate),
    ).toHaveCount(0)
    expiring = await findsExpiring(page, kz)
    await page.getByRole('link', { name: kz.sales.prolong }).first().tap()
    await expect(
      page.getByRole('heading', { level: 1, name: kz.sell.headings.prolong }),
    ).toBeVisible()
    await expect(policyholderField(page, kz, kz.sell.phone)).not.toHaveValue('')
    const payer = await newHuman()
    await page.locator('[aria-controls="term-fields"]').tap()
    await page.getByLabel(kz.sell.paymentPhone).pressSequentially(payer.phone.slice(1))
    const prolonged = await pays(page, kz, payer, tap)

    await page.goto(`/promoter/search?globalId=${prolonged}`)
    await button(page, kz.search.cancelPolicy).tap()
    await button(page, kz.end.cancelYes).tap()
    await expect(page.getByText(kz.end.told)).toBeVisible()
  })
})

test.describe('in Russian, on a wide screen', () => {
  test.use({ viewport: wide })

  test('a promoter sells, reissues, terminates, prolongs and cancels in Russian with the keyboard alone', async ({
    page,
  }) => {
    spec('2.2.promoter-terminate-flow-reasons', '4.2.prolong-promoter')

    const [buyer, second] = [await newHuman(), await newHuman()]
    const car = await newCar({ registered: false, ownerIin: buyer.iin })
    /** Tab until the thing has the focus, then the key that presses it. */
    const to = async (target: Locator): Promise<void> => {
      await expect(target).toBeVisible()
      for (let attempts = 0; attempts < 80; attempts += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) return
        await page.keyboard.press('Tab')
      }
      throw new Error('the keyboard does not get there')
    }
    const press = async (target: Locator): Promise<void> => {
      await to(target)
      await page.keyboard.press(
        (await target.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter',
      )
    }
    const types = async (target: Locator, text: string): Promise<void> => {
      await to(target)
      await page.keyboard.type(text)
    }
    await page.goto('/ru/promoter')
    await types(page.getByLabel(ru.sign.login), promoter.login)
    await types(page.getByLabel(ru.sign.password), promoter.password)
    await page.keyboard.press('Enter')
    await expect(policyholderField(page, ru, ru.sell.iin)).toBeVisible()
    await isSound(page)

    await types(policyholderField(page, ru, ru.sell.iin), buyer.iin)
    await types(policyholderField(page, ru, ru.sell.phone), buyer.phone.slice(1))
    await press(button(page, ru.sell.addDriver))
    const driver = row(page, ru.sell.driver(1)).getByLabel(ru.sell.iin)
    await expect(driver).toBeFocused()
    await page.keyboard.type(second.iin)
    await types(row(page, ru.sell.car(1)).getByLabel(ru.sell.plate), car.plate)
    await types(row(page, ru.sell.car(1)).getByLabel(ru.sell.techPassport), car.techPassport)
    await expect(billButton(page)).toBeVisible()
    // Who types keeps the field.
    await expect(row(page, ru.sell.car(1)).getByLabel(ru.sell.techPassport)).toBeFocused()
    await isSound(page)
    const sold = await pays(page, ru, buyer, press)
    await isSound(page)

    await page.goto(`/ru/promoter/search?globalId=${sold}`)
    await press(page.getByRole('link', { name: ru.search.reissue }))
    await expect(
      page.getByRole('heading', { level: 1, name: ru.sell.headings.reissue }),
    ).toBeVisible()
    await expect(driver).toHaveValue(second.iin)
    const replaced = await pays(page, ru, buyer, press)

    await page.goto(`/ru/promoter/search?globalId=${replaced}`)
    await press(button(page, ru.search.terminate))
    await to(page.getByLabel(ru.end.reasons.sold))
    await page.keyboard.press('Space')
    await press(button(page, ru.end.calculate))
    await isSound(page)
    await press(
      page.locator('dialog[open]').getByRole('button', { name: ru.end.confirm, exact: true }),
    )
    await expect(page.getByText(ru.end.told)).toBeVisible()

    if (!expiring) {
      await page.goto('/ru/promoter/sales')
      expiring = await findsExpiring(page, ru)
    }
    await page.goto('/ru/promoter/ogpo')
    await to(page.getByText(ru.sell.load))
    await page.keyboard.press('Enter')
    await types(page.getByLabel(ru.sell.globalId, { exact: true }), expiring)
    await press(button(page, ru.sell.prolong))
    await expect(
      page.getByRole('heading', { level: 1, name: ru.sell.headings.prolong }),
    ).toBeVisible()
    const payer = await newHuman()
    await types(page.getByLabel(ru.sell.paymentPhone), payer.phone.slice(1))
    const prolonged = await pays(page, ru, payer, press)

    await page.goto(`/ru/promoter/search?globalId=${prolonged}`)
    await press(button(page, ru.search.cancelPolicy))
    await press(button(page, ru.end.cancelYes))
    await expect(page.getByText(ru.end.told)).toBeVisible()
  })
})
