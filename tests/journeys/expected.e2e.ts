import { brand } from '#brand'
import checkWords from '#web/check/texts.ts'
import contactWords from '#web/contact/texts.ts'
import staffWords from '#web/desks/clients/texts.ts'
import bonusMalusWords from '#web/pages/bonus-malus/texts.ts'
import callWords from '#web/pages/call-back/texts.ts'
import reachWords from '#web/pages/contact/texts.ts'
import organisationWords from '#web/pages/organisations/texts.ts'
import { buys } from './policies.ts'
import { newCar, newHuman } from './sandbox.ts'
import { expect, isSound, phone, test, wide, wordsOf } from './screens.ts'
import { comesAs, isSignedIn } from './signed-in.ts'

/** Phones of this file alone: how often one may ask is limited. */
const ownPhone = () => `7701${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`

test.describe('in Kazakh, on a phone', () => {
  test.use({ viewport: phone })

  test('a plate is checked by whoever stands before the car, and a number leads to the QR page', async ({
    page,
  }) => {
    const t = checkWords.kz
    const car = await newCar()
    const { globalId } = await buys(await newHuman(), car)
    await page.goto('/check')
    await isSound(page)
    const field = page.getByLabel(t.plate)
    const check = page.getByRole('button', { name: t.submit, exact: true })
    const anew = page.getByRole('link', { name: t.another })
    await check.click()
    await expect(page.getByText(t.wrongPlate)).toBeVisible()
    await isSound(page)
    await field.fill('999 zzz 02')
    await check.click()
    await expect(page.getByRole('heading', { name: t.none })).toBeVisible()
    await isSound(page)
    await anew.click()
    await field.fill(car.plate.toLowerCase().replace(/(\D+)/, ' $1 '))
    await check.click()
    const answer = page.getByRole('article')
    await expect(page.getByRole('heading', { name: t.states.not_yet.heading })).toBeVisible()
    await expect(answer.getByRole('heading', { name: globalId })).toBeVisible()
    await expect(answer.getByText(t.insurer, { exact: true })).toBeVisible()
    await expect(answer.getByText(t.states.not_yet.label)).toBeVisible()
    await isSound(page)
    await anew.click()
    await page.getByRole('link', { name: t.byNumber }).click()
    await page.getByLabel(t.number, { exact: true }).fill(globalId.toLowerCase())
    await page.getByRole('button', { name: t.numberSubmit }).click()
    await expect(page).toHaveURL(new RegExp(`/check/${globalId}$`))
    await expect(answer.getByRole('heading', { name: globalId })).toBeVisible()
    await isSound(page)
    await anew.click()
    await expect(field).toHaveValue('')
  })

  test('the ladder of classes stands in one row, and a guest is shown the way in', async ({
    page,
  }) => {
    const t = bonusMalusWords.kz
    for (const path of ['/bonus-malus', '/auto-insurance']) {
      await page.goto(path)
      const tops = await page
        .locator('[data-class]:not(tr)')
        .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().top))
      expect(tops).toHaveLength(17)
      expect(new Set(tops).size).toBe(1)
    }
    await page.goto('/bonus-malus')
    await page.getByRole('button', { name: t.ownAction }).click()
    await expect(page.getByText(t.guest)).toBeVisible()
    await expect(page.getByRole('link', { name: t.logIn })).toBeVisible()
    await isSound(page)
  })
})

test.describe('without a script', () => {
  test.use({ viewport: phone, javaScriptEnabled: false })

  test('an organisation sees its price at once and asks for the bill', async ({ page }) => {
    const t = organisationWords.kz
    await page.goto('/organisations')
    await page.getByLabel(t.bin).fill(`${brand.bin}1`)
    await page.getByRole('button', { name: t.submit }).click()
    await expect(page.getByRole('alert')).toContainText('БСН-ді тексеріңіз')
    await page.getByLabel(t.bin).fill(brand.bin)
    await page.getByLabel(t.region).selectOption('ALMATY_CITY')
    await page.getByLabel(t.count).first().fill('2')
    await page.getByRole('button', { name: t.submit }).click()
    const price = page.getByRole('region', { name: t.priceTitle })
    await expect(price.getByText('86 626 ₸').first()).toBeVisible()

    const bill = page.getByRole('region', { name: t.billTitle })
    await bill.getByRole('button', { name: t.bill }).click()
    await expect(page.getByRole('alert')).toContainText('Электрондық поштаны тексеріңіз')
    await bill.getByLabel(t.name).fill('«Саяхат» ЖШС')
    await bill.getByLabel(t.email).fill('office@example.kz')
    await bill.getByLabel(t.phone).fill(`+${ownPhone()}`)
    await bill.getByLabel(t.plates).fill('417 BD 16')
    await bill.getByRole('button', { name: t.bill }).click()
    await expect(page.getByText(t.sentText('office@example.kz'))).toBeVisible()
    await expect(page.getByText(contactWords.kz.number)).toContainText(/\d{4}/)
  })
})

test.describe('in Russian, on a wide screen', () => {
  test.use({ viewport: wide })

  test('who asks to be called is told a number and is seen at the desk with the time', async ({
    page,
  }) => {
    const t = callWords.ru
    await page.goto('/ru')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Контакты' }).click()
    await expect(page.getByRole('heading', { level: 1, name: reachWords.ru.heading })).toBeVisible()
    await isSound(page)
    await page.getByRole('main').getByRole('link', { name: 'Заказать звонок' }).click()
    await expect(page.getByLabel(t.phone)).toBeVisible()
    await isSound(page)
    await page.getByRole('button', { name: t.submit }).click()
    await expect(page.getByRole('alert')).toContainText('Проверьте номер телефона')
    await isSound(page)
    const own = ownPhone()
    await page.getByLabel(t.phone).fill(`8${own.slice(1)}`)
    await page.getByLabel(t.name).fill('Асель')
    await page.getByText(t.later).click()
    await page.getByRole('group', { name: t.time }).getByRole('radio').nth(2).check()
    await page.getByRole('button', { name: t.submit }).click()
    await expect(page.getByText(t.sent)).toBeVisible()
    await isSound(page)
    const number = /\d{4,}/.exec(
      await page.getByText(contactWords.ru.number).innerText(),
    )?.[0] as string

    await comesAs(page, 'staff')
    await page.goto('/ru/staff/clients?inbox=new')
    const request = page.getByRole('listitem').filter({ hasText: `№\u00a0${number}` })
    await expect(request).toContainText('Асель')
    await expect(request).toContainText(staffWords.ru.callBetween('').trim())
    await isSound(page)
  })

  test('a client sees the own class beside the table of all', async ({ page }) => {
    const t = bonusMalusWords.ru
    const human = await newHuman({ bonusMalus: { kind: 'CLASS', class: '9' } })
    await buys(human, await newCar())
    await isSignedIn(page, human)
    await page.goto('/ru/bonus-malus')
    await page.getByRole('button', { name: t.ownAction }).click()
    await expect(page.getByRole('status')).toContainText('Ваш класс – 9, коэффициент 0,70.')
    await expect(page.getByRole('row', { name: /^9 0,70/ })).toHaveAttribute('aria-current', 'true')
    await isSound(page)
  })

  test('a BIN at the login leads to the price of organisations', async ({ page }) => {
    const w = wordsOf('ru')
    await page.goto('/ru/ogpo-calculator/login')
    // The plate on the land is still to come: its example stands there, not an empty one.
    await expect(page.getByText('123 ABC', { exact: true })).toBeVisible()
    await page.getByLabel(w.login.iin, { exact: true }).pressSequentially(brand.bin)
    await page.getByRole('button', { name: w.login.send }).click()
    await page.getByRole('main').getByRole('link', { name: w.login.organisations }).click()
    await expect(page.getByLabel(organisationWords.ru.bin)).toHaveValue(brand.bin)
    await isSound(page)
    await page.goto(
      `/ru/organisations?bin=${brand.bin}&region=KOSTANAY&settlement=OTHER&type1=TRUCK&over1=1&count1=3`,
    )
    await expect(page.getByRole('region', { name: organisationWords.ru.priceTitle })).toBeVisible()
    await expect(
      page
        .getByRole('complementary', { name: organisationWords.ru.whenTitle })
        .getByText('224\u00a0268\u00a0₸'),
    ).toBeInViewport()
    await isSound(page)
  })
})
