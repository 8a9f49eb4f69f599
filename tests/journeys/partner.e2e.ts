import partnerWords from '#web/partner/texts.ts'
import { bill, codeOn, newCar, newHuman, partnerHeard, partnerLink } from './sandbox.ts'
import {
  addCar,
  expect,
  hasPolicyDocuments,
  heading,
  isSound,
  moving,
  payButton,
  pays,
  phone,
  test,
  wide,
  wordsOf,
} from './screens.ts'
import { nothingMoved, standsStillAt, watchesShifts } from './shifts.ts'
import { spec } from './spec.ts'

test.use(moving)

/** The sale in a partner's theme, opened from the partner's application. */
const path = '/internal/freedom/partner/ogpo'
const wider = [768, 1440]

test.describe('a partner’s sale in Kazakh, on a phone', () => {
  test.use({ viewport: phone })

  test('a signed link opens it with the person filled in; the policy is there and the partner knows', async ({
    page,
  }) => {
    spec(
      '1.partner-ogpo-flow',
      '2.1.empty',
      '2.2.internal-freedom-partner-ogpo-login',
      '2.2.internal-freedom-partner-ogpo-result',
    )

    const w = wordsOf('kz')
    const [buyer, car] = [await newHuman(), await newCar()]
    await watchesShifts(page)
    await page.goto(
      await partnerLink({
        lang: 'kz',
        iin: buyer.iin,
        phone: buyer.phone,
        ref: buyer.iin.slice(0, 6),
      }),
    )
    await expect(page).toHaveURL(`${path}/login`)
    await expect(page.getByText('Freedom SuperApp', { exact: true })).toBeVisible()
    await expect(page.getByLabel(w.login.iin, { exact: true })).toHaveValue(
      buyer.iin.replace(/(...)(...)$/, ' $1 $2'),
    )
    await isSound(page)
    await page.getByRole('button', { name: w.login.send }).click()
    const code = page.getByLabel(w.login.code)
    await expect(code).toBeVisible()
    await code.pressSequentially(await codeOn(buyer.phone))
    await expect(page.getByRole('heading', { level: 1, name: w.buy.heading })).toBeVisible()
    await isSound(page)
    await addCar(page, w, car)
    const priced = () => expect(payButton(page)).toBeVisible()
    await priced()
    await nothingMoved(page)
    await standsStillAt(page, wider, priced)
    await pays(page, w)
    await page.waitForURL(`**${path}/result?order=*`)
    const waits = () => expect(heading(page, w.result.headings.awaiting)).toBeVisible()
    await waits()
    await isSound(page)
    await nothingMoved(page)
    await standsStillAt(page, wider, waits)
    await bill(buyer.phone, 'pay')
    await hasPolicyDocuments(page, w)
    await isSound(page)
    await nothingMoved(page)
    await standsStillAt(page, wider, () =>
      expect(heading(page, w.result.headings.issued)).toBeVisible(),
    )
    await expect(
      page.getByRole('link', { name: partnerWords.kz.back('Freedom SuperApp') }),
    ).toBeVisible()
    await expect.poll(() => partnerHeard(buyer.iin.slice(0, 6))).toContain('issued')
  })
})

test.describe('a partner’s sale in Russian, on a wide screen', () => {
  test.use({ viewport: wide, colorScheme: 'dark' })

  test('a link opens once; from the form the price is there in the partner’s dress', async ({
    page,
  }) => {
    spec('2.2.internal-freedom-partner-ogpo', '2.2.internal-freedom-partner-ogpo-result-error')

    const w = wordsOf('ru')
    const [buyer, car] = [await newHuman(), await newCar()]
    const link = await partnerLink({ lang: 'ru', iin: buyer.iin, phone: buyer.phone })
    await page.goto(link)
    await page.getByRole('button', { name: w.login.send }).click()
    await page.getByLabel(w.login.code).pressSequentially(await codeOn(buyer.phone))
    await expect(page.getByRole('heading', { level: 1, name: w.buy.heading })).toBeVisible()
    await addCar(page, w, car)
    await expect(payButton(page)).toBeVisible()
    await isSound(page)

    await page.goto(link)
    await expect(heading(page, partnerWords.ru.problems.used.title)).toBeVisible()
    await isSound(page)
  })
})
