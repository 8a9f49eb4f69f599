import { refusalText } from '#texts/refusals.ts'
import deskWords from '#web/desks/orders/texts.ts'
import statusWords from '#web/desks/status/texts.ts'
import troubleWords from '#web/desks/status/trouble-texts.ts'
import { inDatabase, positionRequired, rowsOf } from './database.ts'
import {
  billButton,
  button,
  fillCar,
  fillPeople,
  issued,
  opens,
  policyholderField,
  wordsOf as portalWords,
  promoter,
  signIn,
  street,
} from './promoter-screens.ts'
import { answers, bill, fault, invoices, messages, newCar, newHuman, noFaults } from './sandbox.ts'
import {
  agrees,
  begins,
  expect,
  fillShortest,
  hasPolicyDocuments,
  heading,
  isSound,
  payButton,
  pays,
  phone,
  test,
  toPay,
  unfolds,
  wide,
  wordsOf,
} from './screens.ts'
import { comesAs } from './signed-in.ts'
import { spec } from './spec.ts'

/**
 * Days when an outside system is down, or the portal closed. They are for everybody, so these tests
 * run one after another when the others are over.
 */
const kz = wordsOf('kz')
const ru = wordsOf('ru')

test.describe.configure({ mode: 'serial' })
test.use({ viewport: phone })
test.afterEach(async () => {
  await noFaults()
  await positionRequired(false)
})

test('a person whose register is down types their document and gets a price', async ({ page }) => {
  spec('8.3.document-data-retrieval-failed')

  const [buyer, car] = [await newHuman(), await newCar()]
  await begins(page, kz, buyer)
  await fault('gkb', 'unavailable', { times: 1_000 })
  await page.reload()
  await fillShortest(page, kz, car)
  await page.getByRole('button', { name: kz.buy.byDocument }).click()
  const dialog = page.getByRole('dialog', { name: kz.buy.documentTitle })
  await isSound(page)
  await dialog.getByLabel(kz.buy.documentNumber).fill('049123456')
  await dialog.getByLabel(kz.buy.issueDate).fill('2021-09-15')
  await dialog.getByLabel(kz.buy.validTo).fill('2031-09-15')
  await dialog.getByLabel(kz.buy.surname).fill(buyer.surname)
  await dialog.getByLabel(kz.buy.name, { exact: true }).fill(buyer.name)
  await dialog.getByRole('button', { name: kz.buy.save }).click()
  await expect(dialog).toBeHidden()
  await expect(payButton(page)).toBeVisible()
})

test('where sales ask for the position, a refused or a near one blocks with its words and another place calculates', async ({
  page,
  context,
}) => {
  spec('2.3.geolocation-calculator')

  const [buyer, car] = [await newHuman(), await newCar()]
  await positionRequired(true)
  // A slow device: the browser tells that a dialog was closed when it may be open again.
  await page.addInitScript(() =>
    addEventListener(
      'close',
      (event) => {
        if (!event.isTrusted) return
        event.stopImmediatePropagation()
        setTimeout(() => {
          event.target?.dispatchEvent(new Event('close'))
          document.title = 'told'
        }, 1_000)
      },
      true,
    ),
  )
  await begins(page, ru, buyer)
  await fillShortest(page, ru, car)
  // The browser asks nothing by itself: the page says why first.
  await page.getByRole('button', { name: ru.review.does.where }).click()
  const dialog = page.getByRole('dialog', { name: ru.buy.positionTitle })
  await expect(dialog.getByText('Пользователь запретил доступ к местоположению.')).toBeVisible()
  await isSound(page)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 43.2389, longitude: 76.8897, accuracy: 10 })
  await dialog.getByRole('button', { name: ru.buy.retry }).click()
  await expect(page).toHaveTitle('told')
  await expect(dialog.getByText(refusalText(12009, 'ru'))).toBeVisible()
  await context.setGeolocation({ latitude: 43.26, longitude: 76.95, accuracy: 10 })
  await dialog.getByRole('button', { name: ru.buy.retry }).click()
  await expect(dialog).toBeHidden()
  await expect(payButton(page)).toBeVisible()
})

test('while the unified database is down a paid order says that attempts go on, and is issued when it is back', async ({
  page,
}) => {
  spec('4.1.issuance-attempts-ongoing')

  const [buyer, car] = [await newHuman(), await newCar()]
  await begins(page, ru, buyer)
  await fillShortest(page, ru, car)
  await fault('esbd', 'unavailable', { operation: 'SetPolicy', times: 1_000 })
  await pays(page, ru)
  await bill(buyer.phone, 'pay')
  await expect(heading(page, ru.result.headings.retrying)).toBeVisible()
  await isSound(page)
  await noFaults()
  await hasPolicyDocuments(page, ru)
})

test('a bill that the bank did not answer about is explained, found by staff and paid; another one is explained where the order stands', async ({
  page,
}) => {
  const t = deskWords.kz
  const [buyer, car] = [await newHuman(), await newCar()]
  await begins(page, kz, buyer)
  await fillShortest(page, kz, car)
  await fault('bank', 'reset', { operation: 'remote/create' })
  await pays(page, kz)
  await expect(page.getByRole('link', { name: kz.buy.billUnclear })).toBeVisible()
  await isSound(page)
  const [order] = await rowsOf('select id from orders where buyer_iin = $1', [buyer.iin])
  const desk = await page.context().newPage()
  await comesAs(desk, 'staff')
  await desk.goto(`/staff/orders?order=${order?.['id']}`)
  await expect(desk.getByRole('heading', { name: t.unclearBills })).toBeVisible()
  await isSound(desk)
  await desk.getByRole('button', { name: t.foundBill }).click()
  const dialog = desk.locator('dialog[open]')
  await dialog
    .getByLabel(t.billId, { exact: true })
    .fill((await invoices(buyer.phone))[0]?.id ?? '')
  await dialog.getByLabel(t.reason, { exact: true }).fill('Банк қосымшасынан табылды')
  await isSound(desk)
  await dialog.getByRole('button', { name: t.foundBill }).click()
  await expect(desk.getByRole('heading', { name: t.unclearBills })).toBeHidden()
  await desk.close()
  await agrees(await toPay(page, kz), kz).click()
  await expect(heading(page, kz.result.headings.awaiting)).toBeVisible()
  await unfolds(page, kz.result.otherWay)
  await page.getByLabel(kz.result.billWay).fill('')
  await page.getByLabel(kz.result.billWay).pressSequentially('7010001122')
  await fault('bank', 'reset', { operation: 'remote/create' })
  await page.getByRole('button', { name: kz.result.billSend }).click()
  await expect(heading(page, kz.result.headings.billUnclear)).toBeVisible()
  await unfolds(page, kz.result.whatHappens)
  await expect(page.getByText(kz.result.events.billUnclear)).toBeVisible()
  await isSound(page)
})

test('what staff have to settle with the unified database fits the page of systems', async ({
  page,
}) => {
  await inDatabase(
    `insert into esbd_findings (key, kind, about, ours, theirs, rows, basis, note, times, found_at, last_at)
     values ('price:journey', 'price', gen_random_uuid()::text, 36094, 36194, '[]', $1, 'SYSTEM_DELIMITER_ID 1', 3, now(), now()),
       ('rescinding:journey', 'rescinding', 'QG000000001', null, null, '[]', null, $2, 1, now(), now())`,
    [
      JSON.stringify({
        ...{ insurerSystemId: 1, start: '2026-11-21', end: '2027-11-20', seasonal: true },
        vehicles: [
          { type: 'PASSENGER', region: 'ABAI', settlement: 'OTHER', yearOver7: true },
          { type: 'TRUCK', region: 'ALMATY_CITY', settlement: 'CITY', yearOver7: false },
        ],
        drivers: [{ classCode: null, ageExperienceId: 1, privilege: true }],
      }),
      'esbd SetPolicyRescindingReason: ECONNRESET',
    ],
  )
  await comesAs(page, 'staff')
  for (const [path, t, trouble] of [
    ['/staff/status', statusWords.kz, troubleWords.kz],
    ['/ru/staff/status', statusWords.ru, troubleWords.ru],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: t.differences })).toBeVisible()
    const card = page.locator('section').filter({ hasText: t.differences }).last()
    await expect(card).toContainText(t.noOrder)
    await expect(card).toContainText(trouble.reasons['ECONNRESET'] ?? '')
    // Codes of the tariff and of the operator's fields are for the log.
    await expect(card).not.toContainText(/PASSENGER|TRUCK|ABAI|ECONNRESET|SYSTEM_DELIMITER_ID/)
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await isSound(page)
    }
  }
  await inDatabase("delete from esbd_findings where key like '%:journey'")
})

test('while the unified database is slow the page says that the price is still being calculated, and goes on to it by itself', async ({
  page,
}) => {
  const [buyer, car] = [await newHuman(), await newCar()]
  await begins(page, ru, buyer)
  await fault('esbd', 'slow', { times: 1_000, ms: 2_000 })
  await fillShortest(page, ru, car)
  await expect(page.getByText(ru.buy.goesOn)).toBeVisible({ timeout: 30_000 })
  await isSound(page)
  await expect(payButton(page)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(ru.buy.goesOn)).toBeHidden()
  await pays(page, ru)
  await bill(buyer.phone, 'pay')
  await expect(heading(page, ru.result.headings.issued)).toBeVisible({ timeout: 90_000 })
})

test.describe('in the portal', () => {
  test.use({ viewport: wide, geolocation: street, permissions: ['geolocation'] })
  const portal = portalWords('ru')

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
    await expect(insurer.getByText(refusalText(12002, 'ru', 'document'))).toBeVisible({
      timeout: 30_000,
    })
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
    await expect(insurer.getByText(new RegExp(buyer.name))).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(portal.sell.privilegeFailed)).toBeVisible({ timeout: 30_000 })
    await button(page, portal.sell.calculate).click()
    await expect(billButton(page)).toBeVisible({ timeout: 30_000 })

    // Nothing is sold by what was typed before the register or staff have proved it; the register
    // comes back with another number.
    await page.getByLabel(portal.sell.accepted).check()
    await billButton(page).click()
    await expect(page.getByText(refusalText(14093, 'ru')).first()).toBeVisible({ timeout: 30_000 })
    await noFaults()
    await billButton(page).click()
    await expect(page.getByText(refusalText(14006, 'ru')).first()).toBeVisible({ timeout: 30_000 })
    await button(page, portal.sell.recalculate).click()
    await expect(billButton(page)).toBeVisible({ timeout: 30_000 })

    await fault('esbd', 'unavailable', { operation: 'SetPolicy', times: 1_000 })
    await page.getByLabel(portal.sell.accepted).check()
    await billButton(page).click()
    await bill(buyer.phone, 'pay')
    await expect(page.getByRole('heading', { name: portal.result.headings.retrying })).toBeVisible({
      timeout: 30_000,
    })
    await expect(page.getByText(/^Попытка регистрации: [1-9]/)).toBeVisible({ timeout: 30_000 })
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
    await fillCar(page, portal, car)
    await fault('esbd', 'slow', { times: 1_000, ms: 2_000 })
    await button(page, portal.sell.calculate).click()
    await expect(page.getByText(portal.sell.goesOn)).toBeVisible({ timeout: 30_000 })
    await isSound(page)
    await expect(billButton(page)).toBeVisible({ timeout: 60_000 })
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
    await button(page, portal.block.save).click()
    await expect(page.getByText(portal.block.activeNow)).toBeVisible()
    await isSound(page)
    await page.goto('/ru/promoter/ogpo')
    await expect(page.getByRole('alert').getByText(portal.sell.blockedTitle)).toBeVisible()
    await expect(page.getByText('Обновляем базу')).toBeVisible()
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
    const before = (await messages('77010000017')).length
    await dialog.getByLabel(portal.sign.login).fill(promoter.login)
    await button(page, portal.sign.forgotSubmit).click()
    await expect(page.getByText(portal.sign.sentTitle)).toBeVisible()
    await dialog.getByRole('button', { name: portal.sign.sentAction, exact: true }).click()
    await expect.poll(async () => (await messages('77010000017')).length).toBeGreaterThan(before)
    const sms = (await messages('77010000017'))[0]?.text ?? ''
    const temporary = /парол\S*\s+(\S+)\.\s/.exec(sms)?.[1] ?? ''
    await signIn(page, portal, temporary)
    await expect(
      page.getByRole('heading', { level: 1, name: portal.sign.changeTitle }),
    ).toBeVisible()
    await isSound(page)
    await page.getByLabel(portal.sign.next, { exact: true }).fill(promoter.password)
    await page.getByLabel(portal.sign.repeat).fill(promoter.password)
    await button(page, portal.sign.change).click()
    await expect(policyholderField(page, portal, portal.sell.iin)).toBeVisible()
  })
})
