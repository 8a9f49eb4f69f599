import type { Page } from '@playwright/test'
import { driver } from '#contract/ogpo.ts'
import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { fieldText } from '#texts/fields.ts'
import applicationWords from '#web/cabinet/applications/texts.ts'
import cardWords from '#web/cabinet/cards/texts.ts'
import dataWords from '#web/cabinet/data/texts.ts'
import shellWords from '#web/cabinet/texts.ts'
import { slots } from '#web/claims/form.ts'
import claimWords from '#web/claims/texts.ts'
import dialogWords from '#web/dialogs/texts.ts'
import policyWords from '#web/policies/texts.ts'
import addWords from '#web/purchase/add-drivers/texts.ts'
import loadedWords from '#web/ui/loaded-texts.ts'
import { inDatabase } from './database.ts'
import { buys } from './policies.ts'
import {
  answers,
  bill,
  type Car,
  codeSentTo,
  type Human,
  movesTo,
  newCar,
  newHuman,
} from './sandbox.ts'
import {
  action,
  expect,
  heading,
  isSound,
  pays,
  phone,
  wordsOf as saleWords,
  test,
  wide,
} from './screens.ts'
import { isSignedIn } from './signed-in.ts'
import { spec } from './spec.ts'

/**
 * What a client does with what they have bought, from the sign-in by SMS to the request to be
 * forgotten.
 */
const wordsOf = (locale: Locale) => ({
  locale,
  home: pathOf('index', locale),
  account: pathOf('account', locale),
  sale: saleWords(locale),
  dialogs: dialogWords[locale],
  shell: shellWords[locale],
  loaded: loadedWords[locale],
  policies: policyWords[locale],
  applications: applicationWords[locale],
  claims: claimWords[locale],
  cards: cardWords[locale],
  data: dataWords[locale],
  add: addWords[locale],
})
type Words = ReturnType<typeof wordsOf>
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.locator('dialog[open]')
const opens = async (page: Page, w: Words, tab: keyof Words['shell']['tabs']) => {
  await page.goto(`${w.account}?tab=${tab}`)
  await expect(
    page.getByRole('heading', { level: 2, name: w.shell.tabs[tab], exact: true }),
  ).toBeVisible()
  await expect(page.getByText(w.loaded.loading)).toHaveCount(0)
}
async function signsInByCode(page: Page, w: Words, who: Human): Promise<void> {
  const begins = async () => {
    await page.goto(`${w.home}#sign-in`)
    await button(page, w.dialogs.logIn.byCode).click()
  }
  await begins()
  await page.getByLabel(w.dialogs.logIn.phone).fill('701')
  await button(page, w.dialogs.logIn.sendCode).click()
  await expect(page.getByLabel(w.dialogs.logIn.phone)).toHaveAccessibleDescription(
    w.dialogs.forgot.checkPhone,
  )
  await page.getByLabel(w.dialogs.logIn.phone).fill(who.phone.slice(1))
  await button(page, w.dialogs.logIn.sendCode).click()
  const pin = page.getByLabel(w.dialogs.code.label)
  const code = await codeSentTo(who.phone)
  // A wrong one shakes, says so, and is gone after a second.
  await pin.fill(code === '0000' ? '1111' : '0000')
  await expect(page.locator('[data-wrong]')).toBeVisible()
  await expect(page.getByText(w.dialogs.code.wrong)).toBeVisible()
  await expect(pin).toHaveValue('')
  await expect(page.locator('[data-wrong]')).toHaveCount(0)
  await isSound(page)
  // The countdown goes on over a reload, and the code that was sent still counts.
  await page.reload()
  await begins()
  await expect(
    page.getByText(/\d+/).filter({ hasText: w.dialogs.code.wait(0).replace(/0.*/, '').trim() }),
  ).toBeVisible()
  await page.getByLabel(w.dialogs.code.label).fill(code)
  await page.waitForURL(`**${w.account}`)
}

async function seesPolicy(page: Page, w: Words, car: Car, globalId: string): Promise<void> {
  await page.getByRole('link', { name: new RegExp(globalId) }).click()
  const card = page.getByRole('article').filter({ hasText: globalId })
  for (const text of [car.plate, w.policies.states.pending])
    await expect(card.getByText(text, { exact: true })).toBeVisible()
  for (const label of [
    w.policies.premium,
    w.policies.total,
    w.policies.period,
    w.policies.verified,
    w.policies.drivers,
  ])
    await expect(
      page.getByText(label, { exact: true }).locator('xpath=following-sibling::dd'),
    ).not.toBeEmpty()
}

/** Dragged down by more than 50 px, the sheet of the documents closes; by less it stays. */
async function dragsSheet(page: Page, w: Words): Promise<void> {
  await button(page, w.policies.papers).first().click()
  const handle = dialog(page).locator('[data-handle]')
  const drag = async (pixels: number) => {
    // Standing still, after its opening and after whatever it has loaded.
    await handle.hover()
    const at = await handle.boundingBox()
    if (!at) throw new Error('no handle')
    // Whole pixels, so that the pointer's way is exactly as long as asked.
    const [x, y] = [Math.round(at.x + at.width / 2), Math.round(at.y + at.height / 2)]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + pixels, { steps: 4 })
    await page.mouse.up()
  }
  await expect(dialog(page).getByRole('link').first()).toBeVisible()
  await drag(50)
  await expect(dialog(page)).toBeVisible()
  await drag(51)
  await expect(dialog(page)).toHaveCount(0)
  // What opened it has the focus again, for whoever goes on with the keyboard.
  await expect(button(page, w.policies.papers).first()).toBeFocused()
}

async function addsDriver(
  page: Page,
  w: Words,
  of: { who: Human; second: Human; car: Car },
): Promise<void> {
  await page.getByText(w.policies.others).first().click()
  await page.getByRole('link', { name: w.policies.addDrivers }).click()
  await expect(heading(page, w.add.heading)).toBeVisible()
  await expect(page.getByText(w.add.law)).toBeVisible()
  await action(page).click()
  const row = page.getByRole('group', { name: w.sale.buy.driverTitle(2) })
  for (const label of [w.sale.buy.iin, w.sale.buy.licence, w.sale.buy.phoneOfDriver])
    await expect(row.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
      new RegExp(fieldText('required', w.locale)),
    )
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(3)
  await isSound(page)
  await row.getByLabel(w.sale.buy.iin, { exact: true }).pressSequentially(of.second.iin)
  await row
    .getByLabel(w.sale.buy.licence, { exact: true })
    .fill(of.second.driverLicence?.number ?? '')
  await row.getByLabel(w.sale.buy.phoneOfDriver).pressSequentially(of.second.phone.slice(1))
  await row.getByRole('button', { name: w.sale.buy.consentAsk }).click()
  await expect(row.getByText(w.sale.buy.consentAwaitingText)).toBeVisible()
  // With the consent the registers are asked anew, and answer late: the price waits for them.
  const registers = Promise.withResolvers<void>()
  await page.route(`**${driver.path}`, async (route) => {
    await registers.promise
    await route.continue()
  })
  await answers(of.second.phone, '1')
  await expect(row.getByText(w.sale.buy.consentApproved, { exact: true })).toBeVisible()
  await expect(row.getByText(w.sale.buy.lookDriver)).toBeVisible()
  await action(page).click()
  registers.resolve()
  // The licence is of this year and does not tell the experience: the driver does.
  await expect(
    page.getByRole('alert').getByRole('link', { name: fieldText('experience', w.locale) }),
  ).toBeVisible()
  await isSound(page)
  await row.getByRole('radio', { name: w.sale.buy.experienceUnder }).check()
  // The price comes by itself; what is charged or given back is seen before anything is paid.
  for (const line of [w.sale.buy.total, w.sale.buy.remaining, w.sale.buy.surcharge])
    await expect(page.getByText(line, { exact: true }).filter({ visible: true })).toBeVisible()
  await isSound(page)
  await pays(page, w.sale)
  await page.waitForURL('**/ogpo-calculator/result?order=*')

  await opens(page, w, 'applications')
  await expect(
    page.getByRole('heading', { level: 3 }).filter({ hasText: of.car.plate }),
  ).toBeVisible()
  await expect(page.getByText(w.applications.kinds.reissue)).toBeVisible()
  await page.getByRole('link', { name: w.applications.open.pay }).click()
  await bill(of.who.phone, 'pay')
  await expect(heading(page, w.sale.result.headings.issued)).toBeVisible({ timeout: 40_000 })
}

/** Eight policies of earlier years, as rows: six are shown at first. */
async function loadsMore(page: Page, w: Words, { iin }: Human): Promise<void> {
  const copy = (table: string, more: string) =>
    `select (jsonb_populate_record(null::${table}, to_jsonb(t) || ${more})).* from ${table} t`
  await inDatabase(
    `with one as (select o.id, o.calculation_id from orders o join policies p on p.order_id = o.id where o.buyer_iin = $1 limit 1),
      n as (select generate_series(1, 8) as n, gen_random_uuid() as q),
      quotes_made as (insert into quotes ${copy('quotes', `jsonb_build_object('id', n.q, 'application_id', gen_random_uuid(), 'draft_number', t.draft_number || '-' || n.n)`)}, one, n where t.id = one.calculation_id returning id),
      orders_made as (insert into orders ${copy('orders', `jsonb_build_object('id', t.id || '-' || n.n, 'calculation_id', n.q, 'contract_id', '', 'number', t.number || '-' || n.n, 'progress_key', gen_random_uuid())`)}, one, n where t.id = one.id returning id)
    insert into policies ${copy('policies', `jsonb_build_object('id', gen_random_uuid(), 'order_id', t.order_id || '-' || n.n, 'contract_id', t.order_id || '-' || n.n, 'global_id', t.global_id || n.n, 'state', 'ended', 'end_date', '2025-01-01')`)}, one, n where t.order_id = one.id`,
    [iin],
  )
  await opens(page, w, 'policies')
  await page.getByText(w.policies.inactive(8), { exact: true }).click()
  const cards = page.locator('details').getByRole('article')
  await expect(page.getByText(w.policies.shown(6, 8))).toBeVisible()
  await expect(cards).toHaveCount(6)
  await button(page, w.policies.more).click()
  await expect(cards).toHaveCount(8)
  await expect(button(page, w.policies.more)).toHaveCount(0)
}

async function goesToAddCard(page: Page, w: Words): Promise<void> {
  await opens(page, w, 'cards')
  await page.clock.install()
  await button(page, w.cards.add).first().click()
  await expect(page.getByText(w.cards.redirect)).toBeVisible()
  await page.clock.fastForward(3_500)
  await page.waitForURL(
    (url) => url.port !== new URL(page.url()).port || /\/pay|\/card|\/bind/.test(url.pathname),
  )
  await page.clock.resume()
}

async function claims(page: Page, w: Words, { iin }: Human): Promise<void> {
  await opens(page, w, 'claims')
  await button(page, w.claims.ownPapers).click()
  await page
    .getByRole('radio', { name: new RegExp(`^${w.claims.cases['third-party'].label}`) })
    .check()
  await button(page, w.claims.continue).click()
  await page.getByRole('radio', { name: w.claims.statuses.injured }).check()
  await page.getByLabel(w.claims.damageLabel).fill('Фара')
  for (const slot of slots)
    await page
      .locator(`input[name="${slot}"]`)
      .setInputFiles({ name: `${slot}.png`, mimeType: 'image/png', buffer: onePixel })
  const send = button(page, w.claims.send)
  // The server's own words, else the default; what was chosen stays.
  const refusals = [
    {
      status: 200,
      json: { success: false, code: 14007, message: 'Полис другого вида' },
      said: 'Полис другого вида',
    },
    {
      status: 422,
      json: { success: false, errors: [{ path: 'damage_type', message: '' }], message: '' },
      said: w.claims.sendFailed,
    },
  ]
  for (const { status, json, said } of refusals) {
    await page.route('**/api/cabinet/claim/sendDocs', (route) => route.fulfill({ status, json }), {
      times: 1,
    })
    await send.click()
    await expect(page.getByText(said)).toBeVisible()
  }
  await send.click()
  await expect(dialog(page).getByText(w.claims.received('').trim())).toBeVisible()
  await button(page, w.claims.done).click()

  // Staff answer and show the report of the valuation.
  await inDatabase(
    `insert into claim_messages (claim_id, author, actor, body, at) select id, 'staff', 'staff:test', 'Бағалаушы ертең келеді', now() from claims where iin = $1`,
    [iin],
  )
  await inDatabase(
    `update files set kind = 'evaluation_report' where slot = 'damage_document' and claim_id in (select id from claims where iin = $1)`,
    [iin],
  )
  await inDatabase('update claims set visible_to_client = true where iin = $1', [iin])
  await opens(page, w, 'claims')
  await button(page, w.claims.more).first().click()
  await expect(page.getByText('Бағалаушы ертең келеді')).toBeVisible()
  const report = page.getByRole('button', {
    name: `${w.claims.openFile}: ${w.claims.slots.id_front}`,
  })
  const [file] = await Promise.all([page.waitForEvent('popup'), report.click()])
  await expect.poll(() => file.url()).toMatch(/\/files?\//)
  await file.close()
  await expect(page.getByRole('heading', { level: 4, name: w.claims.evaluation })).toBeVisible()
}

async function minds(page: Page, w: Words, who: Human): Promise<void> {
  const t = w.data
  await inDatabase(
    `insert into tokens (hash, kind, iin, role, created_at, used_at, expires_at, account_id, device, began_by)
     select sha256(gen_random_uuid()::text::bytea), 'user', iin, 'user', now(), now(), now() + interval '1 day', id, 'Firefox, Linux', 'code' from accounts where iin = $1`,
    [who.iin],
  )
  // What does not come takes nobody's right to a copy or to deletion.
  await page.route('**/api/cabinet/user/getMe', (route) =>
    route.fulfill({ status: 503, json: { success: false, message: '' } }),
  )
  await opens(page, w, 'data')
  for (const right of [t.export, t.delete]) await expect(button(page, right)).toBeVisible()
  await isSound(page)
  await page.unroute('**/api/cabinet/user/getMe')

  await opens(page, w, 'data')
  await isSound(page)
  await page.getByRole('switch', { name: t.reminders }).uncheck()
  await expect(page.getByText(t.remindersOff)).toBeVisible()
  await page.getByRole('switch', { name: t.reminders }).check()
  // Each message is one of its own, and goes by itself.
  await expect(page.getByText(t.remindersOn)).toBeVisible()
  await expect(page.getByText(t.remindersOff)).toBeVisible()
  await page.clock.fastForward(3_000)
  await page.clock.fastForward(800)
  await expect(page.getByText(t.remindersOff).or(page.getByText(t.remindersOn))).toHaveCount(0)

  // A new phone, proved by its code.
  const moved = await movesTo(who.iin, `7701${String(Date.now()).slice(-7)}`)
  await page.getByRole('button', { name: `${t.change}: ${t.phone}` }).click()
  await page.getByLabel(t.forms.phone.label).fill(moved.phone.slice(1))
  await button(page, t.sendCode).click()
  const code = await codeSentTo(moved.phone)
  await page.getByLabel(w.dialogs.code.label).fill(code === '0000' ? '1111' : '0000')
  await button(page, w.dialogs.code.confirm).click()
  await expect(page.getByLabel(w.dialogs.code.label)).toHaveAccessibleDescription(
    new RegExp(`^${w.dialogs.code.wrong}`),
  )
  await isSound(page)
  await page.getByLabel(w.dialogs.code.label).fill(code)
  await button(page, w.dialogs.code.confirm).click()
  await expect(page.getByText(t.forms.phone.done)).toBeVisible()

  await page
    .getByRole('button', { name: new RegExp(`^${t.receipt}`) })
    .first()
    .click()
  await expect(dialog(page).getByText(t.seller)).toBeVisible()
  await isSound(page)
  await dialog(page).getByRole('button', { name: t.close, exact: true }).click()
  await page
    .getByRole('button', { name: new RegExp(`^${t.terms}`) })
    .first()
    .click()
  await dialog(page)
    .getByRole('button', { name: `${t.read}: ${t.legal.terms}` })
    .click()
  await expect(page.getByText('2026-11-01').last()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await page
    .getByRole('button', { name: `${t.withdraw}: ${t.consentKinds.policyholder}` })
    .first()
    .click()
  await button(page, t.withdrawYes).click()
  await expect(page.getByText(t.withdrawnToast)).toBeVisible()

  const downloaded = page.waitForEvent('download')
  await button(page, t.export).click()
  expect((await downloaded).suggestedFilename()).toBe(t.exportFile)

  await page.getByRole('button', { name: t.endOf('Firefox, Linux') }).click()
  await expect(page.getByText(t.ended)).toBeVisible()
  await expect(page.getByText('Firefox, Linux')).toHaveCount(0)

  await button(page, t.delete).click()
  await isSound(page)
  await button(page, t.deleteYes).click()
  await expect(page.getByText(t.asked('').trim())).toBeVisible()

  await button(page, t.everywhere).click()
  await button(page, t.everywhereYes).click()
  await page.waitForURL(`**${w.home}`)
}

async function addsToPolicy(page: Page, locale: Locale): Promise<void> {
  const w = wordsOf(locale)
  const [who, second, car] = await Promise.all([
    newHuman(),
    newHuman({
      driverLicence: {
        number: 'AB765432',
        issueDate: '2026-01-10',
        validTo: '2036-01-10',
        experienceFrom: '2026-01-10',
      },
    }),
    newCar(),
  ])
  const { globalId } = await buys(who, car)
  await signsInByCode(page, w, who)
  await seesPolicy(page, w, car, globalId)
  await dragsSheet(page, w)
  await addsDriver(page, w, { who, second, car })
}

async function mindsAll(page: Page, locale: Locale): Promise<void> {
  const w = wordsOf(locale)
  const who = await newHuman()
  await buys(who, await newCar())
  await isSignedIn(page, who)
  await loadsMore(page, w, who)
  await claims(page, w, who)
  await goesToAddCard(page, w)
  await minds(page, w, who)
}

// What is still fading in has no contrast to judge yet.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const { where, locale, viewport } of [
  { where: 'on a phone in Kazakh', locale: 'kz', viewport: phone },
  { where: 'on a wide screen in Russian', locale: 'ru', viewport: wide },
] as const)
  test.describe(where, () => {
    test.use({ viewport })
    test('a client signs in by SMS and adds a driver to the policy', ({ page }) => {
      spec(
        '2.2.adddrivers-id',
        '2.3.send-sms-code-4',
        '2.3.bottom-sheet-swipe-down',
        '2.4.policy-card-car-model',
        '8.3.claim-send-failure-server',
        '8.3.pin-modal-error-animation',
      )
      return addsToPolicy(page, locale)
    })
    test('a client looks through what is over, reports a claim, and minds their own data', ({
      page,
    }) => {
      spec(
        '2.3.simple-otp-code',
        '3.3.claim-case-third-party',
        '3.4.notification-entries-id',
        '4.1.cards-redirect-message-3',
        '8.3.claim-send-failure-server',
      )
      return mindsAll(page, locale)
    })
  })
