import shellWords from '#web/cabinet/texts.ts'
import dialogWords from '#web/dialogs/texts.ts'
import policyWords from '#web/policies/texts.ts'
import carWords from '#web/purchase/calculator-car-texts.ts'
import calculatorWords from '#web/purchase/calculator-texts.ts'
import { until } from '../http.ts'
import { inDatabase } from './database.ts'
import { buys } from './policies.ts'
import { messages, newCar, newHuman } from './sandbox.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { isSignedIn } from './signed-in.ts'
import { spec } from './spec.ts'

/** Signing in when it does not go well, and what hangs on who is signed in. */
test('a forgotten password: a new one is sent, its time runs out, and the sign-in says so', async ({
  page,
}) => {
  spec(
    '2.3.new-password-sent',
    '4.1.forgot-password-success-opens',
    '5.login-wrong-password-beside',
    '5.forgot-password-17-characters',
    '8.2.403-closes-login-modal',
  )

  const t = dialogWords.ru
  const who = await newHuman()
  await buys(who, await newCar())
  await page.setViewportSize(phone)
  await page.goto('/ru#sign-in')
  const dialog = page.locator('dialog[open]')
  await dialog.getByText(t.logIn.byPassword).click()
  await dialog.getByRole('button', { name: t.logIn.submit, exact: true }).click()
  await expect(dialog.getByLabel(t.logIn.iin, { exact: true })).toHaveAccessibleDescription(
    t.logIn.checkIin,
  )
  await expect(dialog.getByLabel(t.logIn.password)).toHaveAccessibleDescription(
    t.logIn.wrongPassword,
  )
  await dialog.getByRole('button', { name: t.logIn.forgot }).click()
  // Sixteen characters of the mask are one too few.
  await dialog.getByLabel(t.forgot.phone).pressSequentially(who.phone.slice(1, -1))
  await dialog.getByRole('button', { name: t.forgot.submit }).click()
  await expect(dialog.getByLabel(t.forgot.phone)).toHaveAccessibleDescription(t.forgot.checkPhone)
  await dialog.getByLabel(t.forgot.phone).press('End')
  await dialog.getByLabel(t.forgot.phone).pressSequentially(who.phone.slice(-1))
  await dialog.getByRole('button', { name: t.forgot.submit }).click()
  await expect(dialog.getByRole('heading', { name: t.sent.title })).toBeVisible()
  await isSound(page)
  await dialog.getByRole('button', { name: t.sent.action }).click()

  const password = await until(
    async () =>
      (await messages(who.phone)).flatMap(
        ({ text }) => / ([a-z2-9]{10})\n/.exec(text)?.[1] ?? [],
      )[0],
    (found) => found !== undefined,
  )
  await inDatabase(
    "update accounts set temporary_until = now() - interval '2 days' where iin = $1",
    [who.iin],
  )
  await dialog.getByLabel(t.logIn.iin, { exact: true }).fill(who.iin)
  await dialog.getByLabel(t.logIn.password).fill(password ?? '')
  await dialog.getByRole('button', { name: t.logIn.submit, exact: true }).click()
  // The sign-in has closed and its fields are gone; a new password can be asked for.
  await expect(dialog.getByRole('heading', { name: t.logIn.expiredTitle })).toBeVisible()
  await expect(page.getByLabel(t.logIn.iin, { exact: true })).toHaveCount(0)
  await isSound(page)
  await dialog.getByRole('button', { name: t.logIn.expiredAction }).click()
  await expect(dialog.getByRole('heading', { name: t.forgot.title })).toBeVisible()
})

test('a session that ran out: the sign-in says so and leads back to where one was', async ({
  page,
}) => {
  spec('6.session-ran-out-sign')

  const t = dialogWords.ru
  const staff = { iin: '880808399905', password: 'demo-2026' }
  await page.goto('/ru/staff/claims')
  const dialog = page.locator('dialog[open]')
  await expect(dialog.getByRole('heading', { name: t.logIn.title })).toBeVisible()
  await expect(dialog.getByText(t.logIn.ended)).toHaveCount(0)
  // What the server says of a token nobody knows any more.
  await page.context().addCookies([
    {
      name: 'laravel_auth.token',
      value: encodeURIComponent('Bearer gone'),
      url: new URL(page.url()).origin,
    },
  ])
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/ru/staff/clients')
  await expect(dialog.getByText(t.logIn.ended)).toBeVisible()
  await isSound(page)
  await dialog.getByLabel(t.logIn.iin, { exact: true }).fill(staff.iin)
  await dialog.getByLabel(t.logIn.password).fill(staff.password)
  await dialog.getByRole('button', { name: t.logIn.submit, exact: true }).click()
  await page.waitForURL('**/ru/staff/clients')
})

test('five wrong passwords: the sixth try is too many, and the password is cleared', async ({
  page,
}) => {
  spec('8.2.429-clears-password')

  const t = dialogWords.kz
  const who = await newHuman()
  await page.setViewportSize(phone)
  await page.goto('/#sign-in')
  const dialog = page.locator('dialog[open]')
  await dialog.getByText(t.logIn.byPassword).click()
  await dialog.getByLabel(t.logIn.iin, { exact: true }).fill(who.iin)
  for (let attempts = 0; attempts < 5; attempts += 1) {
    await dialog.getByLabel(t.logIn.password).fill(`wrong-${attempts}`)
    const answer = page.waitForResponse('**/api/cabinet/auth/login')
    await dialog.getByRole('button', { name: t.logIn.submit, exact: true }).click()
    expect((await answer).status()).toBe(401)
  }
  await dialog.getByLabel(t.logIn.password).fill('wrong-6')
  await dialog.getByRole('button', { name: t.logIn.submit, exact: true }).click()
  await expect(
    dialog.getByText(
      / (?:секундтан|минуттан) кейін қайталаңыз|Повторите через \d+ (?:секунд|минут)/,
    ),
  ).toBeVisible()
  await expect(dialog.getByLabel(t.logIn.password)).toHaveValue('')
  await expect(dialog.getByLabel(t.logIn.iin, { exact: true })).toHaveValue(who.iin)
  await isSound(page)
})

test('a policy is cancelled on the day of its issue; what a role may see follows the role', async ({
  page,
}) => {
  spec('2.3.generic-confirm', '6.permission-rule-hides-element')

  const [t, shell] = [policyWords.ru, shellWords.ru]
  const who = await newHuman()
  await buys(who, await newCar())
  await isSignedIn(page, who)
  await page.setViewportSize(wide)
  await page.goto('/ru/account')
  const desk = page.getByRole('link', { name: shell.desk })
  await page.getByRole('article').getByRole('link').last().click()
  await page.getByText(t.others).click()
  await page.getByRole('button', { name: t.cancel }).click()
  await isSound(page)
  await page.getByRole('button', { name: t.cancelYes }).click()
  await expect(page.getByText(t.cancelled)).toBeVisible()
  await expect(page.getByText(t.states.cancelled, { exact: true })).toBeVisible()

  await expect(desk).toHaveCount(0)
  const looksAgain = () =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  for (const [role, shown] of [
    ['accountant', 1],
    ['user', 0],
  ] as const) {
    await inDatabase('update accounts set role = $1 where iin = $2', [role, who.iin])
    await looksAgain()
    await expect(desk).toHaveCount(shown)
  }
})

test('what is typed and the first press before the page has its program are not lost, at a sixth of the speed', async ({
  page,
  context,
}) => {
  await page.setViewportSize(phone)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  // The program is on its way while the person types.
  let typed = () => {}
  const untilTyped = new Promise<void>((resolve) => {
    typed = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    // What marks the page before its first paint holds nothing up.
    if (!route.request().url().includes('/before-')) await untilTyped
    await route.continue()
  })
  const asked: unknown[] = []
  page.on(
    'request',
    (request) => request.url().endsWith('/ogpo/estimate') && asked.push(request.postDataJSON()),
  )
  await page.goto('/ogpo-calculator', { waitUntil: 'commit' })
  const plate = page.getByLabel(carWords.kz.plate)
  await plate.pressSequentially('123ABC02')
  typed()
  await page.getByText(calculatorWords.kz.heading).click()
  const year = page.locator('input[name=year]')
  const region = page.locator('select[name=region]')
  await year.fill('2009')
  await region.selectOption('ASTANA')
  await page.locator('select[name=class]').selectOption('9')
  expect((await plate.inputValue()).replaceAll(' ', '')).toBe('123ABC02')
  await expect
    .poll(() =>
      year.evaluate((field) => Object.keys(field).some((key) => key.startsWith('__react'))),
    )
    .toBe(true)
  await expect(year).toHaveValue('2009')
  await expect(region).toHaveValue('ASTANA')
  // The price is that of what was typed.
  await expect
    .poll(() => asked.at(-1))
    .toMatchObject({
      region: 'ASTANA',
      vehicleAgeYears: 17,
      bonusMalus: { kind: 'CLASS', class: '9' },
    })
})
