import type { Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import { claimSlots } from '#domain/claims/papers.ts'
import { noConnection } from '#texts/connection.ts'
import { fieldText } from '#texts/fields.ts'
import cardWords from '#web/cabinet/cards/texts.ts'
import claimWords from '#web/claims/texts.ts'
import dialogWords from '#web/dialogs/texts.ts'
import policyWords from '#web/policies/texts.ts'
import { sheetOf } from '../sheets.ts'
import { inDatabase } from './database.ts'
import { languagesOf } from './languages.ts'
import { buys } from './policies.ts'
import {
  billButton,
  button,
  fillCar,
  fillPeople,
  issued,
  opens,
  row,
  sends,
  street,
  wordsOf,
} from './promoter-screens.ts'
import { bill, newCar, newHuman } from './sandbox.ts'
import { expect, isSound, moving, opensContact, phone, test, wide } from './screens.ts'
import { isSignedIn } from './signed-in.ts'
import { spec } from './spec.ts'

/** Small things the specification says, each in both languages, on a phone and on a wide screen. */
test.use({ ...moving, geolocation: street, permissions: ['geolocation'] })

const dialog = (page: Page) => page.locator('dialog[open]')
const everywhere = (journey: string) =>
  languagesOf(journey).flatMap((locale) =>
    [phone, wide].map(
      (viewport) => [locale, viewport, `in ${locale} at ${viewport.width}`] as const,
    ),
  )

for (const [locale, viewport, where] of everywhere('an unknown path'))
  test(`an unknown path without its query, a mended field and a short phone, ${where}`, async ({
    page,
  }) => {
    spec(
      '2.5.404-page-page-not',
      '5.contact-form-highlighted-fields',
      '5.contact-form-phone-required',
      '5.forgot-password-17-characters',
    )
    await page.setViewportSize(viewport)
    await page.goto(`${prefixOf(locale)}/nowhere?iin=850315399904`)
    await expect(page.getByText(`Page not found: ${prefixOf(locale)}/nowhere`)).toBeVisible()
    await expect(page.getByText('850315399904')).toHaveCount(0)

    const t = dialogWords[locale]
    await opensContact(page, locale)
    await dialog(page).getByRole('button', { name: t.contact.send }).click()
    const listed = dialog(page).getByRole('alert').getByRole('link')
    await expect(listed).toHaveCount(4)
    await dialog(page).getByLabel(t.contact.name).fill('Айгүл')
    await expect(listed).toHaveCount(3)
    await expect(dialog(page).getByLabel(t.contact.name)).toBeFocused()
    await dialog(page).getByLabel(t.contact.phone).pressSequentially('701000000')
    await expect(listed).toHaveCount(2)
    await dialog(page).getByRole('button', { name: t.contact.send }).click()
    await expect(listed).toHaveText([
      t.contact.wrong.phone,
      t.contact.wrong.email,
      t.contact.wrong.text,
    ])

    // One digit is missing: nothing is sent.
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${prefixOf(locale)}/#sign-in`)
    await dialog(page).getByText(t.logIn.byPassword).click()
    await dialog(page).getByRole('button', { name: t.logIn.forgot }).click()
    const field = dialog(page).getByLabel(t.forgot.phone)
    await field.pressSequentially('701000000')
    await expect(field).toHaveValue('+7 (701) 000 00 0')
    await dialog(page).getByRole('button', { name: t.forgot.submit }).click()
    await expect(field).toHaveAccessibleDescription(t.forgot.checkPhone)
    expect(asked.filter((path) => path.endsWith('forgotPassword'))).toEqual([])
  })

test('a page that is left again before its transition is drawn ends without an uncaught error', async ({
  page,
}) => {
  const uncaught: string[] = []
  page.on('pageerror', ({ message }) => uncaught.push(message))
  for (const from of ['/', '/founders', '/ru', '/ru/docs', '/']) {
    await page.goto(from)
    await page.evaluate(() => {
      setTimeout(() => location.assign('/managers'), 5)
      setTimeout(() => location.assign('/documents'), 35)
    })
    // On a quick machine the first of the two has come; whether it was drawn is not asked.
    await expect.poll(() => page.url()).toMatch(/\/(managers|documents)$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  // What the browser drops before our script is there stays its own.
  expect(uncaught.filter((message) => !message.includes('opt-in disabled'))).toEqual([])
})

/** A finger that goes down by so many pixels, beginning on the title of the open dialog. */
async function swipes(page: Page, pixels: number): Promise<void> {
  const at = await dialog(page).getByRole('heading', { level: 2 }).boundingBox()
  if (!at) throw new Error('no title')
  const [x, y] = [Math.round(at.x + 20), Math.round(at.y + at.height / 2)]
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map((point) => ({ x, ...point })),
    })
  await touch('touchStart', { y })
  for (const part of [0.4, 0.7, 1]) await touch('touchMove', { y: y + Math.round(pixels * part) })
  await touch('touchEnd')
  await cdp.detach()
}

const pdf = sheetOf()

/** The fields of forms with files that the page sends from its next address on. */
async function sentForms(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const forms: Record<string, unknown>[] = []
    Object.assign(window, { forms })
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData)
        forms.push(Object.fromEntries([...body].filter(([, value]) => typeof value === 'string')))
      return send.call(this, body)
    }
  })
  return () => page.evaluate(() => (window as unknown as { forms: unknown }).forms)
}

test.describe('with a finger', () => {
  test.use({ hasTouch: true })

  for (const [locale, viewport, where] of everywhere('a sheet swiped away'))
    test(`a sheet closes by a swipe from anywhere, the only card warns of what there is, and a claim names the sum insured, ${where}`, async ({
      page,
    }) => {
      spec(
        '2.3.bottom-sheet-swipe-down',
        '4.1.cards-deleting-only-card',
        '7.2.cabinet-claim-senddocs',
        '9.swipe-down-close-bottom',
      )
      const who = await newHuman()
      const policy = await buys(who, await newCar())
      await isSignedIn(page, who)
      await page.setViewportSize(viewport)
      await page.goto(`${prefixOf(locale)}/account`)
      const opener = button(page, policyWords[locale].papers).first()
      await opener.click()
      await expect(dialog(page).getByRole('link').first()).toBeVisible()
      await swipes(page, 50)
      await expect(dialog(page)).toBeVisible()
      // What is scrolled is scrolled back first.
      await dialog(page).evaluate((sheet) => {
        sheet.style.maxHeight = '160px'
        sheet.scrollTop = 40
      })
      await swipes(page, 120)
      await expect(dialog(page)).toBeVisible()
      await dialog(page).evaluate((sheet) => {
        sheet.style.maxHeight = ''
        sheet.scrollTop = 0
      })
      await swipes(page, 80)
      await expect(dialog(page)).toHaveCount(0)
      await expect(opener).toBeFocused()

      const t = cardWords[locale]
      const card = { id: 'a', card_hash: '4400-00XX-XXXX-0001', active: '1', valid_to: '2029-08' }
      await page.route('**/api/cabinet/card/getCards', (route) =>
        route.fulfill({ json: { success: true, cards: [card] } }),
      )
      const warns = async (words: string) => {
        await page.goto(`${prefixOf(locale)}/account?tab=cards`)
        await button(page, t.manage).click()
        await button(page, t.removeThis('0001')).click()
        await expect(dialog(page).getByText(words, { exact: true })).toBeVisible()
        await isSound(page)
      }
      await warns(t.only)
      await page.route('**/api/cabinet/policy/fetchUserPolicies', (route) => route.abort())
      await warns(t.onlySubscribed)
      await page.unroute('**/api/cabinet/policy/fetchUserPolicies')

      // A claim is about a policy that has begun.
      const begun = 'update policies set start_date = start_date - 10 where global_id = $1'
      expect(await inDatabase(begun, [policy.globalId])).toBe(1)
      const claims = claimWords[locale]
      const sent = await sentForms(page)
      await page.goto(`${prefixOf(locale)}/account?tab=claims`)
      await button(page, claims.ownPapers).click()
      await page.getByRole('radio', { name: claims.cases['owner-and-third-party'].label }).check()
      await button(page, claims.continue).click()
      await page.getByRole('radio', { name: claims.statuses.injured }).check()
      await page.getByLabel(claims.damageLabel).fill('Бампер')
      for (const slot of claimSlots)
        await page
          .locator(`input[name="${slot}"]`)
          .setInputFiles({ name: `${slot}.pdf`, mimeType: 'application/pdf', buffer: pdf })
      await button(page, claims.send).click()
      await expect(dialog(page).getByText(claims.received('').trim())).toBeVisible()
      expect(await sent()).toEqual([
        expect.objectContaining({
          policy_number: policy.globalId,
          policy_type: 'ogpo',
          insured_amount: expect.stringMatching(/^\d{7,}$/),
        }),
      ])
    })
})

for (const [locale, viewport, where] of everywhere('a place of a sale'))
  test(`a promoter’s sale names when its place was measured, and is followed without a stream, ${where}`, async ({
    page,
    context,
  }) => {
    spec(
      '3.4.cars-list-number-techpassport',
      '7.3.policy-checkorderpaid',
      '7.3.promoter-policy-ogpo-calculate',
    )
    const w = wordsOf(locale)
    const [buyer, car] = [await newHuman(), await newCar()]
    await page.setViewportSize(viewport)
    await opens(page, w)
    await fillPeople(page, w, buyer)
    const calculated = page.waitForRequest('**/api/promoter/policy/ogpo/calculate')
    await fillCar(page, w, car)
    const passport = row(page, w.sell.car(1)).getByLabel(w.sell.techPassport)
    await passport.press('Backspace')
    await expect(passport).toHaveAccessibleDescription(fieldText('tech_passport', locale))
    await passport.pressSequentially(car.techPassport.slice(-1))
    await expect(passport).toHaveAccessibleDescription('')

    const { operation } = (await calculated).postDataJSON()
    expect(operation).toMatchObject({ ...street, dateTime: expect.stringMatching(/^\d{4}-.+Z$/) })
    // The server has judged it: not too old by its own clock.
    await expect(billButton(page)).toBeVisible()

    for (const stream of ['orderEvents', 'orderProgress'])
      await page.route(`**/api/policy/ogpo/${stream}`, (route) => route.fulfill({ status: 503 }))
    await sends(page, w)
    await expect(page.getByRole('heading', { name: w.result.headings.awaiting })).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText(w.frame.offline, { exact: true })).toHaveCount(1)
    await expect(page.getByText(/Нет связи|[Бб]айланыс[ы]? жоқ/)).toHaveCount(1)
    await context.setOffline(false)
    await bill(buyer.phone, 'pay')
    await issued(page, w)
  })

for (const [locale, viewport, where] of everywhere('a portal without a connection'))
  test(`a portal without a connection says so once on every screen, and goes on by itself, ${where}`, async ({
    page,
    context,
  }) => {
    const w = wordsOf(locale)
    await page.setViewportSize(viewport)
    await opens(page, w)
    const goesTo = (name: 'promoter-search' | 'promoter-sales') =>
      page.getByRole('link', { name: w.frame.pages[name], exact: true }).click()
    const told = page.getByText(noConnection[locale].title)
    const drawn = () =>
      page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    await goesTo('promoter-sales')
    await expect(page.getByRole('heading', { name: w.sales.expiring })).toBeVisible()
    await goesTo('promoter-search')
    await expect(page.getByLabel(w.search.by)).toBeVisible()

    await context.setOffline(true)
    const unanswered = page.waitForEvent('requestfailed')
    await page.getByLabel(w.search.by).fill('000000000000')
    await button(page, w.search.search).click()
    await unanswered
    await drawn()
    await expect(told).toHaveCount(1)

    const lists = page.waitForEvent('requestfailed', (call) => call.url().includes('xpiring'))
    await goesTo('promoter-sales')
    await lists
    await drawn()
    await expect(told).toHaveCount(1)

    const answered = page.waitForResponse((reply) => reply.url().includes('xpiring') && reply.ok())
    await context.setOffline(false)
    await answered
    await expect(told).toHaveCount(0)
  })
