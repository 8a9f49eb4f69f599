import { refusalText } from '#texts/refusals.ts'
import { until } from '../http.ts'
import {
  billButton,
  button,
  fillCar,
  fillPeople,
  issued,
  opens,
  policyholderField,
  promoter,
  signIn,
  street,
  wordsOf,
} from './promoter-screens.ts'
import { answers, bill, fault, messages, newCar, newHuman, noFaults } from './sandbox.ts'
import { expect, isSound, test, wide } from './screens.ts'
import { spec } from './spec.ts'

/** The portal on days when an outside system is down, and when the portal is closed. */
const portal = wordsOf('ru')

test.describe.configure({ mode: 'serial' })
test.use({ viewport: wide, geolocation: street, permissions: ['geolocation'] })
test.afterEach(noFaults)

test('a client whom the register of persons does not give is typed in from the document, and the attempts to register are told', async ({
  page,
}) => {
  spec('7.3.ours-document-typed-hand')

  const [buyer, car] = [await newHuman(), await newCar()]
  await opens(page, portal)
  await fault('gkb', 'unavailable', { times: 1_000 })
  await fillPeople(page, portal, buyer)
  await fillCar(page, portal, car)
  const insurer = page.getByRole('region', { name: portal.sell.policyholder })
  await expect(insurer.getByText(refusalText(12002, 'ru', 'document'))).toBeVisible()
  await isSound(page)
  // Whose document is typed has agreed first.
  await page.getByRole('checkbox', { name: portal.sell.consentAll }).check()
  await insurer.getByRole('button', { name: portal.sell.consentAsk }).click()
  await expect(insurer.getByText(portal.sell.consent.awaiting)).toBeVisible()
  await answers(buyer.phone, '1')
  await expect(insurer.getByText(portal.sell.consent.approved)).toBeVisible()
  await insurer.getByRole('button', { name: portal.sell.byDocument }).click()
  const dialog = page.getByRole('dialog', { name: portal.document.documentTitle })
  await dialog.getByRole('button', { name: portal.document.save }).click()
  await expect(dialog.getByLabel(portal.document.documentNumber)).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await expect(dialog.getByLabel(portal.document.documentNumber)).toBeFocused()
  await isSound(page)
  await dialog.getByLabel(portal.document.documentNumber).fill('049123456')
  await dialog.getByLabel(portal.document.issueDate).fill('2021-09-15')
  await dialog.getByLabel(portal.document.validTo).fill('2031-09-15')
  await dialog.getByLabel(portal.document.surname).fill(buyer.surname)
  await dialog.getByLabel(portal.document.name, { exact: true }).fill(buyer.name)
  await dialog.getByRole('button', { name: portal.document.save }).click()
  await expect(dialog).toBeHidden()
  await expect(insurer.getByText(new RegExp(buyer.name))).toBeVisible()
  await expect(page.getByText(portal.sell.privilegeFailed)).toBeVisible()
  await expect(billButton(page)).toBeVisible()

  // Nothing is sold by what was typed before the register or staff have proved it; the register
  // comes back with another number.
  await billButton(page).click()
  await expect(page.getByText(refusalText(14093, 'ru')).first()).toBeVisible()
  await noFaults()
  await billButton(page).click()
  await expect(page.getByText(refusalText(14006, 'ru')).first()).toBeVisible()
  await button(page, portal.sell.recalculate).click()
  await expect(billButton(page)).toBeVisible()

  await fault('esbd', 'unavailable', { operation: 'SetPolicy', times: 1_000 })
  await billButton(page).click()
  await bill(buyer.phone, 'pay')
  await expect(page.getByRole('heading', { name: portal.result.headings.retrying })).toBeVisible()
  await expect(page.getByText(/^Попыток регистрации: [1-9]/)).toBeVisible()
  await isSound(page)
  await noFaults()
  await issued(page, portal)
})

test('while the unified database is slow the portal says that the price is still being calculated, and goes on to it by itself', async ({
  page,
}) => {
  const [buyer, car] = [await newHuman(), await newCar()]
  await opens(page, portal)
  await fillPeople(page, portal, buyer)
  await fault('esbd', 'slow', { times: 1_000, ms: 2_000 })
  await fillCar(page, portal, car)
  await expect(page.getByText(portal.sell.goesOn)).toBeVisible()
  await isSound(page)
  await expect(billButton(page)).toBeVisible()
  await expect(page.getByText(portal.sell.goesOn)).toBeHidden()
})

test('while issuance is stopped the screen says so with the text, and opens again with the switch', async ({
  page,
}) => {
  spec('2.2.promoter-block-issuance-page', '4.2.blocked-page-mode-dates')

  await opens(page, portal)
  await page.goto('/ru/promoter/block')
  await page.getByRole('switch', { name: portal.block.switch }).check()
  await page.getByLabel(portal.block.text).fill('Обновляем базу')
  // Without an end everybody would be stopped until somebody remembers.
  await button(page, portal.block.pause).click()
  await expect(page.getByText(portal.block.noEnd)).toBeVisible()
  await page.getByLabel(portal.block.to).fill('31.12.2030')
  await button(page, portal.block.pause).click()
  const sure = page.locator('dialog[open]')
  await expect(sure.getByText(portal.block.sure)).toBeVisible()
  await isSound(page)
  await sure.getByRole('button', { name: portal.block.sureYes }).click()
  await expect(page.getByText(portal.block.activeNow)).toBeVisible()
  await isSound(page)
  await page.goto('/ru/promoter/ogpo')
  await expect(page.getByRole('alert').getByText(portal.sell.blockedTitle)).toBeVisible()
  await expect(page.getByText('Обновляем базу')).toBeVisible()
  await expect(page.getByText('До 31 декабря 2030 г. включительно')).toBeVisible()
  await expect(page.getByText(/^Кто приостановил: \S+/)).toBeVisible()
  await expect(button(page, portal.sell.calculate)).toBeDisabled()
  await page.goto('/ru/promoter/block')
  await page.getByRole('switch', { name: portal.block.switch }).uncheck()
  await button(page, portal.block.save).click()
  await expect(page.getByText(portal.block.openNow)).toBeVisible()
})

test('a wrong password is said on both fields, and a temporary one leads to its change first', async ({
  page,
}) => {
  spec(
    '2.2.promoter',
    '2.3.promoter-forgot-password',
    '2.3.promoter-new-password-sent',
    '5.promoter-forgot-password-login',
    '8.2.promoter-forgot-password-any',
  )

  await signIn(page, portal, 'wrong-one')
  await expect(page.getByText(/^Неверный .+ пароль$/)).toHaveCount(2)
  await button(page, portal.sign.forgot).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByLabel(portal.sign.login).fill('9001')
  await button(page, portal.sign.forgotSubmit).click()
  await expect(dialog.getByText(portal.sign.checkData)).toBeVisible()
  await isSound(page)
  const passwords = async () =>
    (await messages('77010000017')).flatMap(
      ({ text }) => /парол\S*\s+(\S+)\n/.exec(text)?.[1] ?? [],
    )
  const before = (await passwords()).length
  await dialog.getByLabel(portal.sign.login).fill(promoter.login)
  await button(page, portal.sign.forgotSubmit).click()
  await expect(page.getByText(portal.sign.sentTitle)).toBeVisible()
  await dialog.getByRole('button', { name: portal.sign.sentAction, exact: true }).click()
  const [temporary = ''] = await until(passwords, (found) => found.length > before)
  await signIn(page, portal, temporary)
  await expect(page.getByRole('heading', { level: 1, name: portal.sign.changeTitle })).toBeVisible()
  await isSound(page)
  await page.getByLabel(portal.sign.next, { exact: true }).fill(promoter.password)
  await page.getByLabel(portal.sign.repeat).fill(promoter.password)
  await button(page, portal.sign.change).click()
  await expect(policyholderField(page, portal, portal.sell.iin)).toBeVisible()
})
