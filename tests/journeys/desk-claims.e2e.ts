import type { Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import caseWords from '#web/desks/claims/case-texts.ts'
import claimWords from '#web/desks/claims/texts.ts'
import { frontWords } from '#web/desks/clients/texts.ts'
import deskWords from '#web/desks/desk-texts.ts'
import { type DeskName, desks } from '#web/desks/desks.ts'
import noteWords from '#web/desks/notes/texts.ts'
import contractWords from '#web/desks/orders/contract-texts.ts'
import orderDeskWords from '#web/desks/orders/texts.ts'
import searchWords from '#web/desks/search/texts.ts'
import saleWords from '#web/desks/shell/sale-texts.ts'
import statusWords from '#web/desks/status/texts.ts'
import dialogWords from '#web/dialogs/texts.ts'
import actWords from '#web/ui/act-texts.ts'
import orderWords from '#web/ui/order-words.ts'
import { sheetOf } from '../sheets.ts'
import { inDatabase, rowsOf } from './database.ts'
import { counted, type Hand } from './hand.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { spec } from './spec.ts'

/** The desks of the demonstration staff: a claim, its client, their order, the systems. */
const staff = { iin: '880808399905', password: 'demo-2026' }
const clientIin = '850315399904'
const pdf = sheetOf()

const wordsOf = (locale: Locale) => ({
  at: (path: string) => prefixOf(locale) + path,
  logIn: dialogWords[locale].logIn,
  /** As the rail names a desk, and the bar of a phone. */
  namesOf: (desk: DeskName) =>
    new RegExp(
      `^(${desks[desk].title[locale]}|${(desks[desk].short ?? desks[desk].title)[locale]})$`,
    ),
  desk: deskWords[locale],
  act: actWords[locale],
  case: caseWords[locale],
  claims: claimWords[locale],
  states: claimWords[locale].states,
  notes: noteWords[locale],
  front: frontWords[locale],
  search: searchWords[locale],
  orders: orderDeskWords[locale],
  contract: contractWords[locale],
  orderStates: orderWords[locale],
  status: statusWords[locale],
  sale: saleWords[locale],
})
type Words = ReturnType<typeof wordsOf>

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.locator('dialog[open]')
/** By the rail, on a phone by the bar or what stands behind «more». */
async function goes(page: Page, w: Words, to: DeskName): Promise<void> {
  const menu = page.getByRole('navigation', { name: w.desk.menu })
  const link = menu.getByRole('link', { name: w.namesOf(to) })
  const more = menu.getByRole('button', { name: w.desk.more, exact: true })
  await expect(link.or(more).first()).toBeVisible()
  if (!(await link.isVisible())) await more.click()
  await link.click()
}

async function signsIn(page: Page, w: Words): Promise<void> {
  await page.goto(w.at('/staff/claims'))
  await expect(dialog(page).getByRole('heading', { name: w.logIn.title })).toBeVisible()
  await page.getByText(w.logIn.byPassword).click()
  await page.getByLabel(w.logIn.iin, { exact: true }).fill(staff.iin)
  await page.getByLabel(w.logIn.password, { exact: true }).fill(staff.password)
  await button(page, w.logIn.submit).click()
  // The address asked for before the sign-in is where it leads.
  await page.waitForURL(`**${w.at('/staff/claims')}`)
}

/** The board leads to the claim; its list finds it by number too. */
async function opensClaim(page: Page, w: Words, hand: Hand): Promise<void> {
  const card = page.getByRole('link', { name: /QC00000001/ })
  await expect(card).toBeVisible()
  await isSound(page)
  await page.getByRole('link', { name: w.case.list, exact: true }).click()
  await page.getByLabel(w.claims.number).fill('QC00000001')
  await button(page, w.claims.find).click()
  await expect(page).toHaveURL(/number=QC00000001/)
  await expect(page.getByRole('link', { name: 'QC00000001' })).toBeVisible()
  await page.getByRole('link', { name: w.case.board, exact: true }).click()
  await hand.on(card)
}

/** Each paper opens in its place by a link of its own. */
async function looksAtPapers(page: Page, w: Words): Promise<void> {
  const viewer = page.getByRole('region', { name: w.case.viewer })
  const papers = page.getByRole('region', { name: w.case.papers }).getByRole('listitem')
  await expect(papers).toHaveCount(6)
  for (const paper of await papers.all()) {
    await paper.getByRole('button').click()
    await expect
      .poll(() =>
        viewer
          .getByRole('img')
          .first()
          .evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
      )
      .toBeGreaterThan(0)
  }
}

/** A bad paper from the board to the client's SMS, in five keys and clicks at most. */
async function asksAgain(page: Page, w: Words, hand: Hand): Promise<void> {
  const papers = page.getByRole('region', { name: w.case.papers })
  await hand.key('KeyD')
  await expect(papers.getByText(w.case.state.again, { exact: true })).toBeVisible()
  await hand.on(button(page, w.case.askAll(1)))
  await expect(page.getByText(w.case.askedAll(1))).toBeVisible()
  await expect(papers.getByText(w.case.state.asked, { exact: true })).toBeVisible()
  expect(hand.presses()).toBeLessThanOrEqual(5)
  // What fits is said by a key as well, and the next paper comes.
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: new RegExp(`^${w.case.fits}`) })).toBeEnabled()
  await page.keyboard.press('KeyY')
  await expect(papers.getByText(w.case.state.fits, { exact: true })).toBeVisible()
}

/** Six papers by the keyboard, each seen before it is said that it fits. */
async function judgesSix(page: Page, w: Words): Promise<void> {
  await inDatabase(`delete from paper_verdicts where claim_id = 'QC00000001'`)
  await inDatabase(`delete from claim_requests where claim_id = 'QC00000001'`)
  await page.reload()
  const papers = page.getByRole('region', { name: w.case.papers })
  const picture = page.getByRole('region', { name: w.case.viewer }).getByRole('img').first()
  const hand = counted(page)
  for (let fit = 1; fit <= 6; fit += 1) {
    await expect
      .poll(() => picture.evaluate((node) => node instanceof HTMLImageElement && node.naturalWidth))
      .toBeGreaterThan(0)
    await expect(page.getByRole('button', { name: new RegExp(`^${w.case.fits}`) })).toBeEnabled()
    await hand.key('KeyY')
    await expect(papers.getByText(w.case.state.fits, { exact: true })).toHaveCount(fit)
  }
  expect(hand.presses()).toBeLessThanOrEqual(12)
}

/** What one language begins the other goes on with: the claim is taken, then accepted. */
async function handlesClaim(
  page: Page,
  w: Words,
  move: 'under_consideration' | 'accepted',
): Promise<void> {
  const hand = counted(page)
  await opensClaim(page, w, hand)
  await expect(page.getByRole('heading', { level: 2, name: 'QC00000001' })).toBeVisible()
  if (move === 'under_consideration') {
    // Papers are judged once the claim was taken.
    await expect(page.getByText(w.case.takeFirst.trim())).toBeVisible()
    await hand.key('KeyD')
    await page.getByRole('button', { name: w.case.take }).click()
    await expect(page.getByText(w.states[move], { exact: true }).first()).toBeVisible()
    await asksAgain(page, w, hand)
  }
  await looksAtPapers(page, w)
  await isSound(page)

  if (move === 'accepted') {
    await inDatabase(`update claims set estimated_sum = 274000 where id = 'QC00000001'`)
    await judgesSix(page, w)
    // The sum stands there as it was estimated: the reason, what goes out, and once more.
    await expect(page.getByLabel(w.case.toPay)).toHaveValue(/^274\s?000$/)
    hand.begin()
    await hand.on(page.getByLabel(w.case.reason, { exact: true }))
    await page.keyboard.type('Бағалау есебі бойынша')
    await hand.on(page.getByRole('button', { name: new RegExp(`^${w.case.approve} 274\\s000`) }))
    // What goes out is read before it goes: nothing has happened yet.
    const goes = page.getByRole('region', { name: w.case.goes })
    for (const text of [/274\s000/, 'QC00000001', w.case.goesByText])
      await expect(goes.getByText(text).first()).toBeVisible()
    expect(await rowsOf(`select state from claims where id = 'QC00000001'`, [])).toEqual([
      { state: 'under_consideration' },
    ])
    await isSound(page)
    await hand.on(goes.getByRole('button', { name: w.case.approve, exact: true }))
    expect(hand.presses()).toBeLessThanOrEqual(3)
  }
  await expect(page.getByText(w.states[move], { exact: true }).first()).toBeVisible()

  await page
    .getByLabel(w.claims.message, { exact: true })
    .fill('Құжаттар қаралды / Документы просмотрены')
  await button(page, w.claims.send).click()
  await expect(page.getByText(w.claims.messageSent)).toBeVisible()

  await page
    .locator('input[name="report"]')
    .setInputFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer: pdf })
  await button(page, w.claims.reportUpload).click()
  await expect(page.getByText(w.claims.reportShown, { exact: true })).toBeVisible()
  await expect(page.locator(`iframe[title="${w.claims.report}"]`)).toHaveAttribute(
    'src',
    /\/files\//,
  )
}

async function findsClient(page: Page, w: Words): Promise<void> {
  await goes(page, w, 'staff-clients')
  // While messages wait the way of the count leads to them.
  await page.getByRole('main').getByRole('navigation').getByRole('link').first().click()
  await page.getByRole('region', { name: w.front.title }).getByRole('button').click()
  await page.getByRole('combobox', { name: w.desk.searchFor }).fill(clientIin)
  const found = page.getByRole('option').first()
  await expect(found).toContainText('8503••••9904')
  // What was searched for is personal data and never stands in the address.
  expect(page.url()).not.toContain(clientIin)
  await found.click()
  await expect(page.getByText('QGDEMO001').first()).toBeVisible()
  await page.getByLabel(w.notes.text, { exact: true }).fill('Қоңырау шалды / Звонил')
  await button(page, w.notes.save).click()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Қоңырау шалды' }).first(),
  ).toBeVisible()
  await isSound(page)
}

async function looksAtOrder(page: Page, w: Words): Promise<void> {
  await page.getByRole('link', { name: 'QGDEMO001' }).first().click()
  await expect(page.getByRole('heading', { level: 2, name: /^QGDEMO001/ })).toBeVisible()
  await expect(
    page.getByText(`${w.orders.kinds.order}: ${w.orderStates.order.issued}`),
  ).toBeVisible()
  await button(page, w.orders.act.notify).click()
  const again = dialog(page).getByRole('button', { name: w.orders.act.notify, exact: true })
  await again.click()
  // Nothing is done without a reason.
  await expect(dialog(page).getByText(w.act.failed)).toBeVisible()
  await dialog(page)
    .getByLabel(w.orders.reason)
    .fill('Клиент хат алмаған / Клиент не получил письмо')
  await isSound(page)
  await again.click()
  await expect(
    page.getByText(`${w.orders.kinds.staff}: ${w.orders.staffActs['order.rerun_notify']}`).first(),
  ).toBeVisible()
  // What opened it has the focus again; whoever goes on by the keyboard begins there.
  await expect(dialog(page)).toHaveCount(0)
  await expect(button(page, w.orders.act.notify)).toBeFocused()
}

/**
 * The order's contract as one page: its sums agree, and one kind of what happened is enough to look
 * at.
 */
async function looksAtContract(page: Page, w: Words): Promise<void> {
  const t = w.contract
  await page.getByRole('link', { name: w.orders.contract }).press('Enter')
  await expect(
    page.getByRole('heading', { level: 2, name: new RegExp(`^${t.title} QGDEMO001`) }),
  ).toBeVisible()
  await expect(page.getByText(t.sound, { exact: true })).toBeVisible()
  const sums = page.getByRole('table', { name: t.sums, exact: true })
  await expect(sums.getByRole('img', { name: t.agrees, exact: true })).toHaveCount(7)
  await expect(sums.getByRole('row').filter({ hasText: t.of.client })).toContainText(/0\s₸/)
  const events = page.getByRole('table', { name: t.timeline, exact: true })
  await expect(events.getByText(`${t.kinds.order}: ${w.orderStates.order.issued}`)).toBeVisible()
  await isSound(page)
  await page.getByLabel(t.kind, { exact: true }).selectOption('posting')
  await expect(events.getByRole('rowheader')).toHaveText(
    [t.postings.payment, t.postings.premium, t.postings.commission].map((what) => new RegExp(what)),
  )
  await page.getByRole('link', { name: t.backToOrder }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^QGDEMO001/ })).toBeVisible()
}

async function walks(
  page: Page,
  w: Words,
  move: 'under_consideration' | 'accepted',
): Promise<void> {
  await signsIn(page, w)
  await handlesClaim(page, w, move)
  await findsClient(page, w)
  await looksAtOrder(page, w)
  await looksAtContract(page, w)
  await goes(page, w, 'staff-orders')
  // What needs somebody depends on the journeys beside this one; no refund of theirs fails.
  await page.goto(w.at('/staff/orders?view=newest&state=refund_failed'))
  await expect(page.getByText(w.orders.empty)).toBeVisible()
  await isSound(page)
  await goes(page, w, 'staff-status')
  // How well all is tonight depends on the journeys beside this one; that it is said does not.
  const { badly, fails, no_tariff, lists_old, no_payment, paidWaits, queue_late, well, steps } =
    w.sale
  const verdicts = [
    ...Object.values(fails),
    ...Object.values(steps).flatMap((step) => [badly(step, true), badly(step, false)]),
    no_tariff(null),
    lists_old,
    no_payment,
    paidWaits,
    queue_late,
    well,
  ].map((text) => RegExp.escape(text))
  await expect
    .poll(() => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents())
    .toEqual(expect.arrayContaining([expect.stringMatching(verdicts.join('|'))]))
  await isSound(page)
  await button(page, w.desk.logOut).click()
  await dialog(page)
    .getByRole('button', {
      name: dialogWords[w.desk === deskWords.kz ? 'kz' : 'ru'].logOut.yes,
      exact: true,
    })
    .click()
  await page.waitForURL((url) => url.pathname === w.at('/').replace(/(?<=.)\/$/, ''))
}

// One claim, which goes on from the one language to the other.
test.describe.configure({ mode: 'serial' })
test.describe('staff on a phone in Kazakh', () => {
  test.use({ viewport: phone })
  test('staff handle a claim, find a client and look at an order', ({ page }) => {
    spec(
      '1.staff-handle-claims',
      '2.2.staff-claims',
      '2.2.staff-clients',
      '2.2.staff-orders',
      '2.2.staff-orders-contract-as',
    )
    return walks(page, wordsOf('kz'), 'under_consideration')
  })
})

test.describe('staff on a wide screen in Russian', () => {
  test.use({ viewport: wide, colorScheme: 'dark' })
  test('staff handle a claim, find a client and look at an order', ({ page }) => {
    spec(
      '1.staff-handle-claims',
      '2.2.staff-claims',
      '2.2.staff-clients',
      '2.2.staff-orders',
      '2.2.staff-orders-contract-as',
    )
    return walks(page, wordsOf('ru'), 'accepted')
  })
})
