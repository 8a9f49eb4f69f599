import type { Page } from '@playwright/test'
import type { Locale } from '#domain/locale.ts'
import { formatPhone } from '#domain/phone.ts'
import shellWords from '#web/cabinet/texts.ts'
import dialogWords from '#web/dialogs/texts.ts'
import callbackWords from '#web/egov/texts.ts'
import doorWords from '#web/pages/egov-ogpo/texts.ts'
import { bill, codeSentTo, type Human, newCar, newHuman } from './sandbox.ts'
import {
  addCar,
  expect,
  hasPolicyDocuments,
  heading,
  isSound,
  moving,
  pays,
  phone,
  row,
  test,
  wide,
  wordsOf,
} from './screens.ts'
import { nothingMoved, watchesShifts } from './shifts.ts'
import { spec } from './spec.ts'

test.use(moving)

/**
 * The government sign-in as a person uses it: their page, the way back, the purchase without a
 * code.
 */
const idpWords = {
  kz: {
    title: 'Электрондық үкімет арқылы кіру',
    enter: 'Кіру',
    refuse: 'Бас тарту',
    noPhone: 'Телефон нөмірін бермей',
    iin: 'ЖСН',
  },
  ru: {
    title: 'Вход через электронное правительство',
    enter: 'Войти',
    refuse: 'Отказаться',
    noPhone: 'Не передавая номер телефона',
    iin: 'ИИН',
  },
}

async function entersAt(
  page: Page,
  locale: Locale,
  who: Human,
  withoutPhone = false,
): Promise<void> {
  const t = idpWords[locale]
  await expect(heading(page, t.title)).toBeVisible()
  if (withoutPhone) await page.getByRole('radio', { name: t.noPhone }).check()
  await page.getByLabel(t.iin, { exact: true }).fill(who.iin)
  await page.getByRole('button', { name: t.enter, exact: true }).click()
}

test.describe('government sign-in in Kazakh, on a phone', () => {
  test.use({ viewport: phone })

  test('a person enters once, buys without a code and holds the policy', async ({ page }) => {
    spec(
      '1.government-e-id-sign',
      '2.1.empty-egov',
      '2.2.egov-product-ogpo',
      '2.2.egov-product-ogpo-calculator',
      '2.2.egov-product-ogpo-insurance',
    )

    const w = wordsOf('kz')
    await watchesShifts(page)
    const [buyer, car] = [await newHuman(), await newCar()]
    await page.goto('/egov/policy/qorgan-ogpo')
    await isSound(page)
    await page.getByRole('link', { name: doorWords.kz.enter }).click()
    await entersAt(page, 'kz', buyer)
    await page.waitForURL('**/egov/policy/qorgan-ogpo/calculator')
    const policyholder = row(page, w, 'policyholder')
    await expect(policyholder.getByText(`${buyer.name} ${buyer.surname}`)).toBeVisible()
    await expect(policyholder.getByRole('button')).toHaveCount(0)
    await isSound(page)
    await nothingMoved(page)
    await addCar(page, w, car)
    await pays(page, w)
    await page.waitForURL('**/egov/policy/qorgan-ogpo/insurance?order=*')
    await isSound(page)
    await bill(buyer.phone, 'pay')
    await hasPolicyDocuments(page, w)
    await isSound(page)
  })
})

test.describe('government sign-in in Russian, on a wide screen', () => {
  test.use({ viewport: wide })

  test('who refuses is told what to do, who gives no phone proves one, and the form waits with the person in it', async ({
    page,
  }) => {
    spec('2.2.egov-documents-offerta', '2.2.egov-product-ogpo')

    const w = wordsOf('ru')
    const t = callbackWords.ru
    const buyer = await newHuman()
    await page.goto('/ru/egov/documents/offerta')
    await isSound(page)
    await page.goto('/ru/egov/policy/qorgan-ogpo')
    await page.getByRole('link', { name: doorWords.ru.enter }).click()
    await page.getByRole('button', { name: idpWords.ru.refuse }).click()
    await expect(heading(page, t.problems.denied.title)).toBeVisible()
    await expect(page.getByRole('link', { name: t.byCode })).toHaveAttribute(
      'href',
      '/ru/ogpo-calculator',
    )
    await isSound(page)
    await page.getByRole('link', { name: t.again }).click()
    await entersAt(page, 'ru', buyer, true)
    await expect(heading(page, t.problems.no_phone.title)).toBeVisible()
    await isSound(page)
    await page.getByLabel(t.phone).pressSequentially(buyer.phone.slice(1))
    await page.getByRole('button', { name: t.send }).click()
    // A number can be changed while its code is on the way; what was typed stands there.
    await page.getByRole('button', { name: t.otherPhone }).click()
    await expect(page.getByLabel(t.phone)).toHaveValue(
      formatPhone(buyer.phone).replaceAll('\u00a0', ' '),
    )
    await page.getByRole('button', { name: t.send }).click()
    await page.getByLabel(t.code).pressSequentially(await codeSentTo(buyer.phone))
    await page.waitForURL('**/ru/egov/policy/qorgan-ogpo/calculator')
    await expect(
      row(page, w, 'policyholder').getByText(`${buyer.name} ${buyer.surname}`),
    ).toBeVisible()
    await isSound(page)
  })

  test('the log-in dialog leads through it to the cabinet', async ({ page }) => {
    const visitor = await newHuman()
    await page.goto('/ru#sign-in')
    const dialog = page.locator('dialog[open]')
    await dialog.getByRole('link', { name: dialogWords.ru.logIn.egov }).click()
    await entersAt(page, 'ru', visitor)
    await page.waitForURL('**/ru/account')
    await expect(page.getByRole('navigation', { name: shellWords.ru.menu })).toBeVisible()
  })
})
