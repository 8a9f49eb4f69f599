import type { Page } from '@playwright/test'
import { claimSlots } from '#domain/claims/papers.ts'
import type { Locale } from '#domain/locale.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import { button, dialog, onePixel, opens, type Words, wordsOf } from './client-screens.ts'
import { inDatabase } from './database.ts'
import { buys } from './policies.ts'
import { codeSentTo, type Human, movesTo, newCar, newHuman } from './sandbox.ts'
import { expect, isSound } from './screens.ts'
import { isSignedIn } from './signed-in.ts'

/** Eight policies of earlier years, as rows: six are shown at first. */
async function loadsMore(page: Page, w: Words, { iin }: Human): Promise<void> {
  const copy = (table: string, more: string) =>
    `select (jsonb_populate_record(null::${table}, to_jsonb(t) || ${more})).* from ${table} t`
  await inDatabase(
    `with one as (select o.id, o.calculation_id from orders o join policies p on p.order_id = o.id where o.buyer_iin = $1 limit 1),
      n as (select generate_series(1, 8) as n, gen_random_uuid() as q),
      quotes_made as (insert into quotes ${copy('quotes', `jsonb_build_object('id', n.q, 'application_id', gen_random_uuid(), 'draft_number', t.draft_number || '-' || n.n)`)}, one, n where t.id = one.calculation_id returning id),
      orders_made as (insert into orders ${copy('orders', `jsonb_build_object('id', t.id || '-' || n.n, 'calculation_id', n.q, 'contract_id', '', 'number', t.number || '-' || n.n, 'progress_key', gen_random_uuid(), 'short_key', null)`)}, one, n where t.id = one.id returning id)
    insert into policies ${copy('policies', `jsonb_build_object('id', gen_random_uuid(), 'order_id', t.order_id || '-' || n.n, 'contract_id', t.order_id || '-' || n.n, 'global_id', t.global_id || n.n, 'state', 'ended', 'start_date', '2024-01-02', 'end_date', '2025-01-01')`)}, one, n where t.order_id = one.id`,
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
  for (const slot of claimSlots)
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
  await expect(page.getByText(legalVersions.terms).last()).toBeVisible()
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

export async function mindsAll(page: Page, locale: Locale): Promise<void> {
  const w = wordsOf(locale)
  const who = await newHuman()
  await buys(who, await newCar())
  await isSignedIn(page, who)
  await loadsMore(page, w, who)
  await claims(page, w, who)
  await goesToAddCard(page, w)
  await minds(page, w, who)
}
