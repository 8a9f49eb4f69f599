import type { Page } from '@playwright/test'
import { pathOf, prefixOf } from '#contract/pages.ts'
import { type Statement, statements } from '#domain/claims/notice.ts'
import type { Locale } from '#domain/locale.ts'
import { statementWords } from '#texts/accident-notice.ts'
import { zoneWords } from '#texts/claim-paper.ts'
import loginWords from '#web/claims/harmed/who-texts.ts'
import noticeWords from '#web/claims/notice/texts.ts'
import damageWords from '#web/claims/way/damage-texts.ts'
import whatWords from '#web/claims/way/incident-kind-texts.ts'
import whereWords from '#web/claims/way/incident-place-texts.ts'
import paperWords from '#web/claims/way/papers-texts.ts'
import photographWords from '#web/claims/way/photographs-texts.ts'
import verdictWords from '#web/claims/way/verdict-texts.ts'
import caseWords, { noticeWords as deskWords } from '#web/desks/claims/case-texts.ts'
import { pngOf } from '../claim-way.ts'
import { inDatabase, rowsOf } from './database.ts'
import { languagesOf } from './languages.ts'
import { buys } from './policies.ts'
import { type Car, type Human, messages, newCar, newHuman } from './sandbox.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { comesAs, isSignedIn } from './signed-in.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function insured(): Promise<{ who: Human; car: Car }> {
  const [who, car] = [await newHuman(), await newCar()]
  await buys(who, car)
  await inDatabase('update policies set start_date = start_date - 30 where policyholder_iin = $1', [
    who.iin,
  ])
  return { who, car }
}

/** What happened and where, up to the offer to settle it without the police. */
async function tells(page: Page, locale: Locale, other: Car): Promise<void> {
  const where = whereWords[locale]
  await page.goto(pathOf('claim', locale))
  const event = new RegExp(`^${whatWords[locale].events['hit-me'].label}`)
  await page.getByRole('button', { name: event }).click()
  await expect(heading(page, where.title)).toBeVisible()
  await page.getByRole('radio', { name: where.today }).check({ force: true })
  await page.getByLabel(where.time).fill('00:00')
  await page.getByLabel(where.place, { exact: true }).fill('Алматы, Абай даңғылы, 99')
  await page.getByLabel(where.plate, { exact: true }).fill(other.plate)
  await page.getByRole('button', { name: noticeWords[locale].inviteGo }).click()
}

/** One driver's own side; `no` is what they do not confirm. */
async function fills(
  page: Page,
  locale: Locale,
  of: { plate?: string; zone: 'front_bumper' | 'rear_bumper'; no?: Statement },
): Promise<void> {
  const t = noticeWords[locale]
  await expect(heading(page, t.fillTitle)).toBeVisible()
  if (of.plate) await page.getByLabel(t.plate, { exact: true }).fill(of.plate)
  await page.getByRole('checkbox', { name: zoneWords[of.zone][locale] }).click()
  for (const statement of statements)
    if (statement !== of.no)
      await page.getByRole('checkbox', { name: statementWords[statement][locale] }).check()
  await isSound(page)
  await page.getByRole('button', { name: t.save }).click()
  await expect(heading(page, t.title)).toBeVisible()
}

/** The code of the SMS that comes after `before`: the same phone has had others. */
async function nextCode(before: string | undefined, phoneNumber: string): Promise<string> {
  let code = ''
  await expect(async () => {
    const newest = await newestCode(phoneNumber)
    expect(newest?.id).not.toBe(before)
    code = /\b\d{4}\b/.exec(newest?.text ?? '')?.[0] ?? ''
    expect(code).not.toBe('')
  }).toPass()
  return code
}
const newestCode = async (phoneNumber: string) =>
  (await messages(phoneNumber)).find(({ from, text }) => from !== '1414' && / код/i.test(text))

async function signs(page: Page, locale: Locale, who: Human): Promise<void> {
  const t = noticeWords[locale]
  const before = (await newestCode(who.phone))?.id
  await page.getByRole('button', { name: t.sign, exact: true }).click()
  await page.getByLabel(t.code).pressSequentially(await nextCode(before, who.phone))
}

/** Photographs, damage, the account, the signed applications: answers the claim's number. */
async function sends(page: Page, locale: Locale, who: Human): Promise<string> {
  const photographs = photographWords[locale]
  // What both have signed is there, asked for no more, and nobody takes it away.
  await expect(page.getByText(photographs.notice)).toBeVisible()
  await expect(page.locator('input[name="photograph-event_document"]')).toHaveCount(0)
  await expect(page.getByRole('button', { name: photographs.drop })).toHaveCount(0)
  await page
    .locator('input[name="photograph-overview"]')
    .setInputFiles({ name: 'IMG_1.png', mimeType: 'image/png', buffer: pngOf() })
  await page.getByRole('button', { name: photographs.go, exact: true }).click()
  await page.getByRole('checkbox', { name: zoneWords.rear_bumper[locale] }).click()
  await page.getByRole('button', { name: damageWords[locale].go }).click()
  const papers = paperWords[locale]
  await expect(heading(page, papers.title)).toBeVisible()
  await expect(page.getByText(noticeWords[locale].inviteSigned)).toBeVisible()
  await page.getByLabel(papers.iban, { exact: true }).fill('KZ86125KZT5004100100')
  const before = (await newestCode(who.phone))?.id
  await page.getByRole('button', { name: papers.sign }).click()
  await page.getByLabel(papers.code).pressSequentially(await nextCode(before, who.phone))
  // The notice is the document of the event: nothing is missing.
  await expect(heading(page, verdictWords[locale].enough)).toBeVisible()
  return new URL(page.url()).searchParams.get('claim') ?? ''
}

/** What the QR code on the first phone leads to: the part of the address that no log has. */
async function shownLink(page: Page): Promise<string> {
  const draft = new URL(page.url()).searchParams.get('draft')
  const session = (await page.context().cookies()).find(({ name }) => name === 'laravel_auth.token')
  const answer = await page.request.post('/api/claim/notice/read', {
    headers: { authorization: decodeURIComponent(session?.value ?? '') },
    data: { draft },
  })
  return new URL((await answer.json()).data.link.url).hash
}

/**
 * The first driver takes off whoever joined, who is told; by the new link they come back, and have
 * proved themselves in this tab already.
 */
async function isTakenOff(page: Page, other: Page, locale: Locale): Promise<void> {
  const t = noticeWords[locale]
  await expect(heading(other, t.fillTitle)).toBeVisible()
  await page.getByRole('button', { name: t.release }).click()
  await expect(other.getByText(t.takenOff)).toBeVisible()
  await expect(page.getByRole('img', { name: t.qr })).toBeVisible()
  await other.goto(pathOf('claim-check', locale) + (await shownLink(page)))
  await other.reload()
}

/** A clerk sees both signatures, takes the claim, accepts it and says that it is paid. */
async function decides(page: Page, locale: Locale, claim: string): Promise<void> {
  const w = caseWords[locale]
  await comesAs(page, 'staff')
  await page.goto(`${prefixOf(locale)}/staff/claims?claim=${claim}`)
  await expect(page.getByRole('heading', { level: 2, name: deskWords[locale].title })).toBeVisible()
  await isSound(page)
  await page.getByRole('button', { name: w.take }).click()
  await page.getByLabel(w.toPay).fill('274000')
  await page.getByLabel(w.reason, { exact: true }).fill('Бағалау есебі / Отчёт об оценке')
  await page.getByRole('button', { name: new RegExp(`^${w.approve} 274\\s000`) }).click()
  const goes = page.getByRole('region', { name: w.goes })
  await goes.getByRole('button', { name: w.approve, exact: true }).click()
  await page.getByRole('button', { name: w.complete }).click()
  await goes.getByRole('button', { name: w.complete }).click()
  await expect
    .poll(async () => (await rowsOf('select state from claims where id = $1', [claim]))[0]?.state, {
      // It may be taken back for some seconds before.
      timeout: 30_000,
    })
    .toBe('completed')
}

for (const locale of languagesOf('an accident on two phones'))
  test(`two strangers settle an accident on two phones without the police, up to the money (${locale})`, async ({
    browser,
    page,
  }) => {
    test.slow()
    const t = noticeWords[locale]
    const login = loginWords[locale]
    const [first, second] = [await insured(), await insured()]
    await page.setViewportSize(phone)
    await isSignedIn(page, first.who)
    await tells(page, locale, second.car)
    await fills(page, locale, { zone: 'rear_bumper' })
    await expect(page.getByRole('img', { name: t.qr })).toBeVisible()
    await isSound(page)

    // The other phone: no account, the link from the QR code, IIN and phone proved.
    const another = await browser.newContext({ viewport: phone })
    const other = await another.newPage()
    await other.goto(pathOf('claim-check', locale) + (await shownLink(page)))
    await expect(heading(other, t.whoTitle)).toBeVisible()
    await isSound(other)
    await other.getByLabel(login.iin).fill(second.who.iin)
    await other.getByLabel(login.phone).fill(second.who.phone.slice(1))
    const before = (await newestCode(second.who.phone))?.id
    await other.getByRole('button', { name: login.send }).click()
    const code = await nextCode(before, second.who.phone)
    await other.locator('input[name="code"]').pressSequentially(code)

    await isTakenOff(page, other, locale)

    // They dispute first: told why and what to do now, on both phones; then they agree.
    await fills(other, locale, { plate: second.car.plate, zone: 'front_bumper', no: 'agreed' })
    await expect(other.getByText(t.impossible)).toBeVisible()
    await expect(page.getByText(t.impossible)).toBeVisible()
    await isSound(other)
    await other.getByRole('button', { name: t.edit, exact: true }).click()
    await other.getByRole('checkbox', { name: statementWords.agreed[locale] }).check()
    await other.getByRole('button', { name: t.save }).click()
    // Whoever would admit fault is told so, and nobody else.
    await expect(other.getByText(t.admit)).toBeVisible()
    await expect(page.getByText(t.admit)).toBeHidden()
    for (const secret of [first.who.iin, first.who.phone])
      await expect(other.locator('main')).not.toContainText(secret)

    // One signs, the other changes a word: both sign anew.
    await signs(page, locale, first.who)
    await expect(page.getByText(t.waits)).toBeVisible()
    await other.getByRole('button', { name: t.edit, exact: true }).click()
    await other.getByLabel(t.words, { exact: true }).fill('Тежелмей қалдым')
    await other.getByRole('button', { name: t.save }).click()
    await expect(page.getByText('Тежелмей қалдым')).toBeVisible()
    await signs(page, locale, first.who)
    await isSound(page)
    await signs(other, locale, second.who)
    await expect(heading(other, t.done)).toBeVisible()
    await expect(heading(page, t.done)).toBeVisible()
    await expect(other.getByRole('button', { name: t.paper })).toBeVisible()
    await isSound(other)
    await another.close()

    await page.getByRole('button', { name: t.goOn }).click()
    await expect(heading(page, photographWords[locale].title)).toBeVisible()
    const claim = await sends(page, locale, first.who)
    const desk = await (await browser.newContext({ viewport: wide })).newPage()
    await decides(desk, locale, claim)
    await desk.context().close()
  })
