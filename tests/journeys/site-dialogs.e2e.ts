import { brand } from '#brand'
import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import dialogWords from '#web/dialogs/texts.ts'
import layoutWords from '#web/layouts/texts.ts'
import { until } from '../http.ts'
import { holds } from './held-script.ts'
import { mails } from './sandbox.ts'
import { expect, isSound, moving, test } from './screens.ts'
import { spec } from './spec.ts'

test.use(moving)

test.describe('the contact form', () => {
  const write = async (page: import('@playwright/test').Page, locale: Locale) => {
    await page.goto(pathOf('index', locale))
    const opener = page
      .getByRole('contentinfo')
      .getByRole('link', { name: layoutWords[locale].write })
    await opener.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    return { opener, dialog, t: dialogWords[locale] }
  }

  test('is sent to the office', async ({ page }) => {
    spec('1.visitors-contact-form', '5.contact-form-highlighted-fields')

    const { opener, dialog, t } = await write(page, 'kz')
    const name = `Айгүл ${crypto.randomUUID().slice(0, 8)}`
    await isSound(page)
    await dialog.getByRole('button', { name: t.contact.send }).click()
    await expect(dialog.getByRole('alert')).toBeFocused()
    await expect(dialog.getByRole('alert').getByRole('link')).toHaveCount(4)
    await expect(dialog.locator('[aria-invalid]')).toHaveCount(4)
    await isSound(page)
    await dialog.getByRole('link', { name: t.contact.wrong.name }).click()
    await page.keyboard.type(name)
    await expect(dialog.getByLabel(t.contact.name)).not.toHaveAttribute('aria-invalid')
    await dialog.getByLabel(t.contact.phone).fill('8 701 000 00 01')
    await expect(dialog.getByLabel(t.contact.phone)).toHaveValue('+7 (701) 000 00 01')
    await dialog.getByLabel(t.contact.email).fill('aigul@example.kz')
    await dialog.getByLabel(t.contact.text).fill('Сәлеметсіз бе!')
    await dialog.getByRole('button', { name: t.contact.send }).click()
    await expect(dialog.getByText(t.contact.sent)).toBeVisible()
    await isSound(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
    await until(
      () => mails(brand.email),
      (list) => list.some(({ subject }) => subject.includes(name)),
    )
  })

  test('is sent by nobody but its sender, however late the script of the page below comes', async ({
    page,
  }) => {
    const letPage = await holds(page, 'typed')
    const sent: string[] = []
    page.on('request', (one) => one.method() === 'POST' && sent.push(one.url()))
    const { dialog, t } = await write(page, 'ru')
    const button = dialog.getByRole('button', { name: t.contact.send })
    await button.click()
    await expect(dialog.getByRole('alert').getByRole('link')).toHaveCount(4)
    await dialog.getByLabel(t.contact.name).fill('Ольга')
    await dialog.getByLabel(t.contact.phone).fill('7010000001')
    await dialog.getByLabel(t.contact.email).fill('olga@example.kz')
    await dialog.getByLabel(t.contact.text).fill('Здравствуйте!')
    letPage()
    // Whoever waited for it goes on before this.
    await page.evaluate(() => import(document.body.dataset.own ?? ''))
    await expect(button).toBeEnabled()
    expect(sent).toEqual([])
    await button.click()
    await expect(dialog.getByText(t.contact.sent)).toBeVisible()
    expect(sent).toHaveLength(1)
  })

  test('loses nothing when sending fails', async ({ page }) => {
    spec('2.3.contact-us', '8.3.contact-form-failure-button')

    const { dialog, t } = await write(page, 'ru')
    await page.route('**/api/feedbackForm', (route) => route.abort())
    await dialog.getByLabel(t.contact.name).fill('Ольга')
    await dialog.getByLabel(t.contact.phone).fill('7010000001')
    await dialog.getByLabel(t.contact.email).fill('olga@example.kz')
    await dialog.getByLabel(t.contact.text).fill('Здравствуйте!')
    const button = dialog.getByRole('button', { name: t.contact.send })
    await button.click()
    await expect(dialog.getByRole('status').filter({ hasText: t.contact.notSent })).toHaveCount(1)
    await expect(button).not.toHaveAttribute('aria-busy')
    await expect(dialog.getByLabel(t.contact.text)).toHaveValue('Здравствуйте!')
    await page.unroute('**/api/feedbackForm')
    await button.click()
    await expect(dialog.getByText(t.contact.sent)).toBeVisible()
  })

  test('a part of the page that is gone reloads it once, then the link does what it can', async ({
    page,
  }) => {
    spec('8.1.chunk-load-failure-reloads')

    const mark = () => page.evaluate(() => document.body.setAttribute('data-mark', ''))
    await page.goto('/')
    await page.route('**/assets/dialogs-*.js', (route) => route.fulfill({ status: 404 }))
    const opener = page.getByRole('contentinfo').getByRole('link', { name: layoutWords.kz.write })
    await mark()
    await opener.click()
    await expect(page.locator('body[data-mark]')).toHaveCount(0)
    // Not again within ten seconds: the opener is a link to the page with the same form.
    await page.waitForLoadState('load')
    await opener.click()
    await expect(page).toHaveURL(/\/contact#write$/)
    await expect(page.getByRole('main').getByLabel(dialogWords.kz.contact.text)).toBeVisible()
  })
})

test('a sign-in asked for by a guard opens over the first page', async ({ page }) => {
  spec('5.login-check-iin')

  await page.goto('/ru#sign-in')
  await expect(page.getByRole('dialog', { name: dialogWords.ru.logIn.title })).toBeVisible()
  await page.getByText(dialogWords.ru.logIn.byPassword).click()
  await isSound(page)
  await page.getByRole('button', { name: dialogWords.ru.logIn.submit, exact: true }).click()
  await expect(page.getByText(dialogWords.ru.logIn.checkIin)).toBeVisible()
  await page.getByRole('button', { name: dialogWords.ru.logIn.forgot }).click()
  await expect(page.getByRole('dialog', { name: dialogWords.ru.forgot.title })).toBeVisible()
  await page.getByLabel(dialogWords.ru.forgot.phone).fill('701')
  await page.getByRole('button', { name: dialogWords.ru.forgot.submit }).click()
  await expect(page.getByText(dialogWords.ru.forgot.checkPhone)).toBeVisible()
})

test('a wrong password marks both fields, the right one opens the cabinet', async ({
  page,
  context,
}) => {
  spec(
    '2.3.log',
    '3.1.cookie-laravel_auth-token-as',
    '4.1.login-success-closes-modal',
    '8.2.401-server-message-wrong',
  )

  const t = dialogWords.kz
  await page.goto('/#sign-in')
  const dialog = page.getByRole('dialog')
  const iin = dialog.getByLabel(t.logIn.iin, { exact: true })
  // A code is what most people need: its phone comes first, the password behind one line.
  await expect(dialog.getByLabel(t.logIn.phone)).toBeFocused()
  await expect(iin).toBeHidden()
  await dialog.getByText(t.logIn.byPassword).click()
  // The client of the demonstration (README).
  await iin.fill('850315399904')
  await dialog.getByLabel(t.logIn.password).fill('wrong-password')
  await dialog.getByRole('button', { name: t.logIn.submit, exact: true }).click()
  await expect(dialog.getByText(t.logIn.wrong)).toHaveCount(2)
  await isSound(page)
  await dialog.getByLabel(t.logIn.password).fill('demo-2026')
  await expect(dialog.getByText(t.logIn.wrong)).toHaveCount(0)
  await dialog.getByRole('button', { name: t.logIn.submit, exact: true }).click()
  await expect(page).toHaveURL(/\/account$/)
  const token = (await context.cookies()).find(({ name }) => name === 'laravel_auth.token')
  expect(decodeURIComponent(token?.value ?? '')).toMatch(/^Bearer .{20,}/)
  expect(token?.sameSite).toBe('Lax')
})

test('a phone nobody has is marked when a password is asked for', async ({ page }) => {
  spec('2.3.forgot-password')

  const t = dialogWords.ru
  await page.goto('/ru#sign-in')
  await page.getByText(t.logIn.byPassword).click()
  await page.getByRole('button', { name: t.logIn.forgot }).click()
  await page.getByLabel(t.forgot.phone).fill('700 999 88 77')
  await page.getByRole('button', { name: t.forgot.submit }).click()
  await expect(page.getByText(t.forgot.checkPhone)).toBeVisible()
})
