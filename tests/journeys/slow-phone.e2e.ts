import type { Page } from '@playwright/test'
import { pathOf } from '#contract/pages.ts'
import layoutWords from '#web/layouts/texts.ts'
import carWords from '#web/purchase/calculator-car-texts.ts'
import roadWords from '#web/world/road-texts.ts'
import { holds } from './held-script.ts'
import { bill, codeOn, newCar, newHuman, purchaseToken } from './sandbox.ts'
import {
  addCar,
  agrees,
  begins,
  expect,
  heading,
  moving,
  payButton,
  pays,
  phone,
  row,
  test,
  wide,
  wordsOf,
} from './screens.ts'
import { nothingMoved, toTheEnd, watchesShifts } from './shifts.ts'

test.use(moving)

const w = wordsOf('kz')
const t = carWords.kz
const w2 = wordsOf('ru')
const carHeading = (page: Page) => page.getByRole('heading', { level: 1, name: t.heading })

/** Four times slower than this machine, behind a slow 4G. */
async function isSlow(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  })
}

test.use({ viewport: phone })

test('nothing typed before or while the scripts come is lost, and no screen from the plate to the pass moves by itself', async ({
  page,
}) => {
  const [who, car] = [await newHuman(), await newCar()]
  await isSlow(page)
  await watchesShifts(page)
  const letCar = await holds(page, 'ogpo-calculator')
  await page.goto(pathOf('ogpo-calculator', 'kz'), { waitUntil: 'commit' })
  const plate = page.getByLabel(t.plate)
  await plate.pressSequentially(car.plate.slice(0, 4))
  letCar()
  await plate.pressSequentially(car.plate.slice(4))
  const passport = page.getByLabel(t.passport)
  await passport.click()
  await passport.pressSequentially(car.techPassport)
  await expect(passport).toHaveValue(/^[A-Z]{2} \d{8}$/)
  expect((await plate.inputValue()).replaceAll(' ', '')).toBe(car.plate)
  await nothingMoved(page)

  await page.getByRole('button', { name: t.priced }).click()
  const iin = page.getByLabel(w.login.iin, { exact: true })
  await iin.click()
  await iin.pressSequentially(who.iin)
  const number = page.getByLabel(w.login.phone)
  await number.click()
  await number.pressSequentially(who.phone.slice(1))
  await expect(number).toHaveValue(/^\+7 \(\d{3}\) \d{3} \d\d \d\d$/)
  expect((await iin.inputValue()).replaceAll(' ', '')).toBe(who.iin)
  await nothingMoved(page)
  await page.getByRole('button', { name: w.login.send }).click()
  await page.getByLabel(w.login.code).pressSequentially(await codeOn(who.phone))

  await expect(row(page, w, 'cars').getByText(car.plate, { exact: true })).toBeVisible()
  await expect(payButton(page)).toBeVisible()
  await nothingMoved(page)
  await payButton(page).click()
  await agrees(page.getByRole('dialog', { name: w.review.payTitle }), w).click()
  await expect(heading(page, w.result.headings.awaiting)).toBeVisible()
  // The way goes on above it: back, the plate, the call.
  await expect(page.getByRole('progressbar', { name: roadWords.kz.way })).toBeVisible()
  await expect(
    page.getByRole('banner').getByRole('link', { name: layoutWords.kz.logIn }),
  ).toBeHidden()
  await bill(who.phone, 'pay')
  await expect(heading(page, w.result.headings.issued)).toBeVisible()
  await expect(page.getByRole('link', { name: w.result.check })).toBeVisible()
  await expect(page.getByText(w.result.smsSent)).toBeVisible()
  await nothingMoved(page)
  await page.reload()
  await expect(page.getByText(w.result.smsSent)).toBeVisible()
  await nothingMoved(page)
})

for (const [name, size] of [
  ['a phone', phone],
  ['a tablet', { width: 768, height: 1024 }],
  ['a wide screen', wide],
] as const)
  test.describe(`on ${name}`, () => {
    test.use({ viewport: size })

    for (const name of ['ogpo-calculator', 'claim-new'] as const)
      test(`${name}: what comes later moves nothing, at its beginning or at its end`, async ({
        page,
      }) => {
        await watchesShifts(page)
        await page.goto(pathOf(name, 'ru'))
        for (const _round of [1, 2]) {
          await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible()
          // The estimate with its price, and the claim's questions: all that comes.
          if (name === 'ogpo-calculator') {
            await page.getByText(w2.calculator.heading).click()
            await expect(page.locator('details details')).toBeVisible()
          }
          await toTheEnd(page)
          await expect(page.locator('[data-comes]')).toHaveCount(0)
          await nothingMoved(page)
          await page.reload()
        }
      })

    test('a page scrolled down does not move by itself when the bank has paid, nor when the pass is loaded anew or come back to', async ({
      page,
    }) => {
      const [who, car] = [await newHuman(), await newCar()]
      await isSlow(page)
      await watchesShifts(page)
      await begins(page, w, who)
      await addCar(page, w, car)
      await expect(payButton(page)).toBeVisible()
      await nothingMoved(page)
      await pays(page, w)
      await expect(heading(page, w.result.headings.awaiting)).toBeVisible()
      await toTheEnd(page)
      await bill(who.phone, 'pay')
      await expect(heading(page, w.result.headings.issued)).toBeVisible()
      await expect(page.getByText(w.result.smsSent)).toBeVisible()
      await expect(page.locator('[data-comes]')).toHaveCount(0)
      await nothingMoved(page)
      const comesBack = async (by: () => Promise<unknown>) => {
        await toTheEnd(page)
        await by()
        await expect(page.getByText(w.result.smsSent)).toBeVisible()
        await expect(page.locator('[data-comes]')).toHaveCount(0)
        await nothingMoved(page)
      }
      await comesBack(() => page.reload())
      await comesBack(async () => {
        await page.goto(pathOf('check', w.locale))
        await page.goBack()
      })
    })
  })

test('what is typed into masked fields before the script comes is known to the page', async ({
  page,
}) => {
  const who = await newHuman()
  await isSlow(page)
  const release = await holds(page, 'ogpo-calculator-login')
  await page.goto(pathOf('ogpo-calculator-login', 'kz'), { waitUntil: 'commit' })
  const iin = page.getByLabel(w.login.iin, { exact: true })
  await iin.pressSequentially(who.iin)
  const number = page.getByLabel(w.login.phone)
  await number.pressSequentially(who.phone.slice(1))
  release()
  // While somebody is in it, it may be in the middle of a composition: it is shaped as it is left.
  await number.blur()
  await expect(number).toHaveValue(/^\+7 \(\d{3}\) \d{3} \d\d \d\d$/)
  await page.getByRole('button', { name: w.login.send }).click()
  await expect(page.getByLabel(w.login.code)).toBeVisible()
})

test('whoever presses before the script has come keeps what was typed, and it stands in no address', async ({
  page,
}) => {
  const who = await newHuman()
  const release = await holds(page, 'ogpo-calculator-login')
  await page.goto(pathOf('ogpo-calculator-login', 'kz'), { waitUntil: 'commit' })
  await page.getByLabel(w.login.iin, { exact: true }).fill(who.iin)
  const number = page.getByLabel(w.login.phone)
  await number.fill(who.phone.slice(1))
  await page.getByRole('button', { name: w.login.send }).click()
  await number.press('Enter')
  expect(page.url()).toMatch(/login$/)
  release()
  // While somebody is in it, it may be in the middle of a composition: it is shaped as it is left.
  await number.blur()
  await expect(number).toHaveValue(/^\+7 \(\d{3}\) \d{3} \d\d \d\d$/)
  await page.getByRole('button', { name: w.login.send }).click()
  await expect(page.getByLabel(w.login.code)).toBeVisible()
})

for (const known of [true, false])
  test(`before the script has come, ${known ? 'whoever has proved who they are sees no first stop' : 'a stranger sees the first stop'}`, async ({
    page,
  }) => {
    const token = known ? await purchaseToken(await newHuman()) : null
    await page.addInitScript((given) => {
      if (given && window === window.top)
        sessionStorage.setItem(
          'qorgan.purchase.token',
          JSON.stringify({ token: given, expiresAt: Date.now() + 3_600_000 }),
        )
    }, token)
    const letGo = await holds(page, 'ogpo-calculator')
    await page.goto(pathOf('ogpo-calculator', 'kz'), { waitUntil: 'commit' })
    // The end of the page is there, so its beginning has been judged.
    await expect(page.locator('footer, #page').first()).toBeAttached()
    await expect(page.getByRole('main')).toBeVisible()
    if (known) await expect(carHeading(page)).toBeHidden()
    else await expect(carHeading(page)).toBeVisible()
    expect(await page.evaluate(() => 'buyer' in document.documentElement.dataset)).toBe(known)
    letGo()
    await expect(
      known ? page.getByRole('heading', { level: 1, name: w.buy.heading }) : carHeading(page),
    ).toBeVisible()
    await expect(page.locator('html')).not.toHaveAttribute('data-buyer')
  })
