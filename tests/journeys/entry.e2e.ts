import homeWords from '#web/pages/index/texts.ts'
import carWords from '#web/purchase/calculator-car-texts.ts'
import reviewWords from '#web/purchase/review/review-texts.ts'
import roadWords from '#web/world/road-texts.ts'
import { codeOn, newHuman } from './sandbox.ts'
import { expect, handsOver, isSound, moving, phone, test, wide, wordsOf } from './screens.ts'

test.use(moving)

/** The beginning of a purchase: car, person, code. */

const kz = wordsOf('kz')
const ru = wordsOf('ru')
/** The review is the script that has its words: what is loaded later has no name of its own. */
const script = /\/assets\/[^/]+\.js$/
const isReview = (source: string): boolean => source.includes(reviewWords.kz.found)
/** `850315399904` as the field shows it. */
const inParts = (iin: string): string => iin.replace(/(...)(...)$/, ' $1 $2')

test.describe('in Kazakh, on a phone', () => {
  test.use({ viewport: phone })

  test('from the first page to the review it is three taps and five fields, and the focus is always there', async ({
    page,
  }) => {
    const who = await newHuman()
    const t = homeWords.kz
    let taps = 0
    const tap = async (name: string) => {
      taps += 1
      await page.getByRole('button', { name, exact: true }).click()
    }
    await page.goto('/')
    taps += 1
    await page.getByLabel(t.plate).click()
    await page.keyboard.type('846KNA02')
    await expect(page.getByLabel(t.passport)).toBeFocused()
    await page.keyboard.type('AF12345678')
    await tap(t.priced)

    const iin = page.getByLabel(kz.login.iin, { exact: true })
    await expect(iin).toBeFocused()
    const road = page.getByRole('progressbar', { name: roadWords.kz.way })
    await expect(road).toHaveAttribute('aria-valuetext', '2-қадам, барлығы 4')
    await expect(page.getByText('846KNA02').first()).toBeAttached()
    await expect(page.getByText('18 047 – 43 313 ₸')).toBeVisible()
    await isSound(page)
    await page.keyboard.type(who.iin)
    await expect(page.getByLabel(kz.login.phone)).toBeFocused()
    await page.keyboard.type(who.phone.slice(1))
    await tap(kz.login.send)

    const code = page.getByLabel(kz.login.code)
    await expect(code).toBeFocused()
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(code).toHaveAttribute('inputmode', 'numeric')
    await expect(road).toHaveAttribute('aria-valuetext', '3-қадам, барлығы 4')
    await expect(page.getByText(kz.login.consent[1] ?? '')).toBeInViewport()
    await isSound(page)
    await page.keyboard.type(await codeOn(who.phone))
    await expect(page.getByRole('heading', { level: 1, name: kz.buy.heading })).toBeVisible()
    expect(taps).toBe(3)
  })

  test('while the SMS is on its way, so is the review', async ({ page }) => {
    const who = await newHuman()
    await page.goto(kz.at('/ogpo-calculator/login'))
    await page.getByLabel(kz.login.iin, { exact: true }).pressSequentially(who.iin)
    await page.getByLabel(kz.login.phone).pressSequentially(who.phone.slice(1))
    const review = page.waitForResponse(
      async (answer) => script.test(answer.url()) && isReview(await answer.text()),
    )
    await page.getByRole('button', { name: kz.login.send }).click()
    expect((await review).ok()).toBe(true)
    await expect(page.getByLabel(kz.login.code)).toBeVisible()
    expect(page.url()).toMatch(/login$/)
  })

  test('a review that does not come beforehand takes nothing from whoever types the code', async ({
    page,
  }) => {
    const who = await newHuman()
    await page.goto(kz.at('/ogpo-calculator/login'))
    await page.getByLabel(kz.login.iin, { exact: true }).pressSequentially(who.iin)
    await page.getByLabel(kz.login.phone).pressSequentially(who.phone.slice(1))
    const broken = Promise.withResolvers<void>()
    let tries = 0
    await page.route(script, async (route) => {
      const answer = await route.fetch()
      // What is still loaded when the test is over answers nobody.
      const text = await answer.text().catch(() => null)
      if (text === null) return
      if (!isReview(text) || tries++ > 0) return route.fulfill({ response: answer }).catch(() => {})
      await route.abort()
      return broken.resolve()
    })
    await page.getByRole('button', { name: kz.login.send }).click()
    const code = page.getByLabel(kz.login.code)
    await code.pressSequentially('12')
    await broken.promise
    await expect(code).toHaveValue('12')
    await code.fill('')
    await code.pressSequentially(await codeOn(who.phone))
    await expect(page.getByRole('heading', { level: 1, name: kz.buy.heading })).toBeVisible()
  })

  test('whoever types on after a wrong code loses no digit', async ({ page }) => {
    const who = await newHuman()
    await page.goto(kz.at('/ogpo-calculator/login'))
    await page.getByLabel(kz.login.iin, { exact: true }).pressSequentially(who.iin)
    await page.getByLabel(kz.login.phone).pressSequentially(who.phone.slice(1))
    await page.getByRole('button', { name: kz.login.send }).click()
    const right = await codeOn(who.phone)
    const code = page.getByLabel(kz.login.code)
    await code.pressSequentially(right === '0000' ? '1111' : '0000')
    await expect(code).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.type(right)
    await expect(page.getByRole('heading', { level: 1, name: kz.buy.heading })).toBeVisible()
  })

  test('where the phone hands the code over, nothing is typed', async ({ page }) => {
    const who = await newHuman()
    const arrive = await handsOver(page)
    await page.goto('/ogpo-calculator/login')
    await page.getByLabel(kz.login.iin, { exact: true }).pressSequentially(who.iin)
    await page.keyboard.type(who.phone.slice(1))
    await page.keyboard.press('Enter')
    await expect(page.getByLabel(kz.login.code)).toBeFocused()
    await arrive(await codeOn(who.phone))
    await expect(page.getByRole('heading', { level: 1, name: kz.buy.heading })).toBeVisible()
  })

  test('without a line what was typed stays, and a code that was not judged is checked again', async ({
    page,
    context,
  }) => {
    const who = await newHuman()
    await page.goto('/ogpo-calculator/login')
    const iin = page.getByLabel(kz.login.iin, { exact: true })
    await iin.pressSequentially(who.iin)
    await page.keyboard.type(who.phone.slice(1))
    await context.setOffline(true)
    await page.getByRole('button', { name: kz.login.send }).click()
    await expect(page.getByText(kz.login.offline)).toBeVisible()
    await expect(iin).toHaveValue(inParts(who.iin))
    // The line is back: it is sent by itself.
    await context.setOffline(false)
    await expect(page.getByLabel(kz.login.code)).toBeFocused()

    const right = await codeOn(who.phone)
    await page.keyboard.type(right === '0000' ? '0001' : '0000')
    await expect(page.getByLabel(kz.login.code)).toHaveAccessibleDescription(/./)
    await expect(page.getByLabel(kz.login.code)).toHaveValue('')
    await expect(page.getByLabel(kz.login.code)).toBeFocused()
    await context.setOffline(true)
    await page.keyboard.type(right)
    await expect(page.getByText(kz.login.offline)).toBeVisible()
    await isSound(page)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: kz.buy.heading })).toBeVisible()
  })
})

test.describe('in Russian, on a wide screen', () => {
  test.use({ viewport: wide })

  test('on the land beside the sign-in an empty plate waits, or the one that was typed', async ({
    page,
  }) => {
    await page.goto(ru.at('/ogpo-calculator/login'))
    const land = page.getByRole('complementary')
    await expect(land.getByText('KZ', { exact: true })).toBeVisible()
    await page.goto('/ru')
    await page.getByLabel(homeWords.ru.plate).pressSequentially('846KNA02')
    await page.getByLabel(homeWords.ru.passport).pressSequentially('AF12345678')
    await page.getByRole('button', { name: homeWords.ru.priced, exact: true }).click()
    await expect(land.getByText('846 KNA', { exact: true })).toBeVisible()
  })

  test('the first stop mends a plate, says how many signs are missing, and keeps the car for whoever goes back', async ({
    page,
  }) => {
    const t = carWords.ru
    await page.goto('/ru/ogpo-calculator')
    const plate = page.getByLabel(t.plate)
    const passport = page.getByLabel(t.passport)
    await plate.pressSequentially('846 кн0 02')
    await passport.pressSequentially('AF1234567')
    await page.getByRole('button', { name: t.priced }).click()
    await expect(plate).toBeFocused()
    await expect(plate).toHaveAccessibleDescription(t.meant('846\u00a0KHO\u00a002'))
    await expect(passport).toHaveAccessibleDescription(new RegExp(t.missing(1)))
    await isSound(page)
    await page.getByRole('button', { name: t.correct('846\u00a0KHO\u00a002') }).click()
    await expect(plate).toHaveValue('846 KHO 02')
    await expect(plate).not.toHaveAttribute('aria-invalid')
    await expect(page.getByText(t.exact)).toContainText('18 047 – 43 313 ₸')
    await passport.press('End')
    await passport.pressSequentially('8')
    await page.getByRole('button', { name: t.priced }).click()

    await expect(page).toHaveURL(/\/ru\/ogpo-calculator\/login$/)
    // Whoever has such a plate is asked once: the register decides.
    await page.getByRole('link', { name: roadWords.ru.back }).click()
    await plate.fill('846KN002')
    await plate.blur()
    await expect(plate).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('button', { name: t.priced }).click()
    await expect(plate).toBeFocused()
    await page.getByRole('button', { name: t.priced }).click()
    await expect(page).toHaveURL(/\/ru\/ogpo-calculator\/login$/)
    await page.getByRole('link', { name: roadWords.ru.back }).click()
    await plate.fill('846KHO02')
    await page.getByRole('button', { name: t.priced }).click()
    await expect(page).toHaveURL(/\/ru\/ogpo-calculator\/login$/)
    await page.getByRole('link', { name: roadWords.ru.back }).click()
    await expect(plate).toHaveValue('846 KHO 02')
    await expect(passport).toHaveValue('AF 12345678')
    for (const [typed, stands, bar] of [
      ['417bd16', '417 BD 16', 'two'],
      ['a123bcd', 'A 123 BCD', 'none'],
      ['12ab02', '12 AB 02', 'none'],
    ] as const) {
      await plate.fill('')
      await plate.pressSequentially(typed)
      await expect(plate).toHaveValue(stands)
      await expect(plate).toHaveAttribute('data-bar', bar)
      await plate.blur()
      await expect(plate).not.toHaveAttribute('aria-invalid')
    }
  })

  test('a mistyped digit of an IIN is told from a missing one and from a company’s number', async ({
    page,
  }) => {
    await page.goto('/ru/ogpo-calculator/login')
    const iin = page.getByLabel(ru.login.iin, { exact: true })
    await expect(iin).toBeFocused()
    await page.keyboard.type('850315399905')
    await expect(iin).toBeFocused()
    await expect(iin).toHaveAccessibleDescription(new RegExp(ru.login.iinDigit))
    await isSound(page)
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Tab')
    await expect(iin).toHaveAccessibleDescription(new RegExp(ru.login.iinShort(1)))
    await iin.fill('180440099996')
    await expect(iin).toHaveAccessibleDescription(new RegExp(ru.login.bin))
    await iin.fill('')
    await iin.pressSequentially('850315399904')
    await expect(page.getByLabel(ru.login.phone)).toBeFocused()
    await expect(iin).not.toHaveAttribute('aria-invalid')
  })

  test('the number can be changed from the code, by the link and by «back», with what was typed', async ({
    page,
  }) => {
    const who = await newHuman()
    await page.goto('/ru/ogpo-calculator/login')
    await page.getByLabel(ru.login.iin, { exact: true }).pressSequentially(who.iin)
    await page.keyboard.type(who.phone.slice(1))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: ru.login.codeTitle })).toBeVisible()
    await page.getByRole('button', { name: ru.login.read }).click()
    await expect(page.locator('dialog[open]').getByRole('heading', { level: 2 })).toBeVisible()
    await isSound(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: roadWords.ru.back }).click()
    await expect(page.getByLabel(ru.login.iin, { exact: true })).toHaveValue(inParts(who.iin))
    await expect(page.getByLabel(ru.login.phone)).toHaveValue(/\+7 \(7\d\d\)/)
  })
})
