import type { Page } from '@playwright/test'
import { type PageName, pathOf } from '#contract/pages.ts'
import { defaultLocale as locale } from '#domain/locale.ts'
import { tabAddress, tabNames } from '#web/cabinet/tabs.ts'
import { entriesOf } from '#web/content/entries.ts'
import { client } from './cabinet-screens.ts'
import { comes, fits, opens as opensDesk, screens } from './desk-screens.ts'
import { buys } from './policies.ts'
import { covered } from './pressable.ts'
import { deadOpeners, rewritten } from './pressed.ts'
import {
  billButton,
  button,
  fillCar,
  fillPeople,
  opens as opensPortal,
  wordsOf as portalWordsOf,
  street,
} from './promoter-screens.ts'
import { newCar, newHuman } from './sandbox.ts'
import { addCar, begins, edits, expect, payButton, test, wordsOf } from './screens.ts'
import { isSignedIn } from './signed-in.ts'

/** The narrowest and a usual wide one; what stands between them and beyond, `npm run test:full`. */
const widths = process.env.FULL_TESTS === 'on' ? [360, 768, 1280, 1440, 1920] : [360, 1280]

/**
 * Nothing takes a press from what shows it, at any of the widths; what opens and closes does; no
 * field changes what is being composed in it.
 */
async function isPressable(page: Page, place = page.url()): Promise<void> {
  // The page's own one, and the portal's while a screen's file comes.
  await expect(page.locator('.preloader')).toHaveCount(0)
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 768 ? 740 : 900 })
    const seen = { place, width, covered: await covered(page) }
    expect.soft(seen).toEqual({ place, width, covered: [] })
  }
  // What opens and what is typed into is the same at each.
  await page.setViewportSize({ width: 360, height: 740 })
  const pressed = { place, dead: await deadOpeners(page), rewritten: await rewritten(page) }
  expect.soft(pressed).toEqual({ place, dead: [], rewritten: [] })
  await page.setViewportSize({ width: 1920, height: 900 })
}

/** Addresses that show everything to everybody, as their rows in the table of pages say. */
const open = (name: PageName) => pathOf(name, locale, entriesOf(name)[0])

/** What the page begins with, where it stands closer than a finger's breadth to the head above. */
const touchesHead = (page: Page) =>
  page.evaluate(() => {
    const head = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    return [...document.querySelectorAll('main h1')]
      .filter((title) => title.checkVisibility() && title.closest('header') === null)
      .filter((title) => Math.abs(title.getBoundingClientRect().top - head) < 12)
      .map((title) => title.textContent)
  })

/** Somebody who has just bought, and what they have. */
type Bought = { globalId: string; key: string; unpaid: string }
type Place = {
  as: 'anybody' | 'client' | 'buyer' | 'staff' | 'administrator' | 'accountant' | 'promoter'
  at: readonly string[] | ((bought: Bought) => readonly string[])
}
const anybody = (name: PageName, ...more: string[]): Place => ({
  as: 'anybody',
  at: [open(name), ...more],
})
const desk = (as: 'staff' | 'administrator' | 'accountant' | 'promoter', path: string): Place => ({
  as,
  at: screens[as].filter((at) => at.split('?')[0] === path),
})
const home = '/egov/policy/qorgan-home'
const freedom = '/internal/freedom/partner/ogpo'

/** Every page, as whoever it is for; null has no address or walks below. */
const places: Record<PageName, Place | null> = {
  index: anybody('index', '/#sign-in'),
  'ogpo-calculator': anybody('ogpo-calculator'),
  'ogpo-calculator-login': anybody('ogpo-calculator-login'),
  'ogpo-calculator-result': {
    as: 'buyer',
    at: ({ key, unpaid }) => [key, unpaid].map((of) => `/ogpo-calculator/result?order=${of}`),
  },
  'auto-insurance': anybody('auto-insurance'),
  'bonus-malus': anybody('bonus-malus'),
  contact: anybody('contact'),
  'call-back': anybody('call-back'),
  organisations: anybody('organisations'),
  docs: anybody('docs'),
  'types-of-activity': anybody('types-of-activity'),
  'types-of-activity-code': anybody('types-of-activity-code'),
  founders: anybody('founders'),
  'founders-code': anybody('founders-code'),
  managers: anybody('managers'),
  'managers-code': anybody('managers-code'),
  documents: anybody('documents'),
  'documents-code': anybody('documents-code'),
  'annual-reporting': anybody('annual-reporting'),
  'annual-reporting-code': anybody('annual-reporting-code'),
  check: anybody('check'),
  remind: anybody('remind'),
  // Its key comes by SMS; the same frame and buttons as the page above.
  'remind-one': { as: 'anybody', at: ['/remind/nothing', '/ru/remind/nothing'] },
  'policy-check': { as: 'buyer', at: ({ globalId }) => [`/check/${globalId}`] },
  account: { as: 'client', at: tabNames.map((name) => tabAddress('/account', name)) },
  claim: { as: 'buyer', at: ({ globalId }) => ['/account/claim', `/account?policy=${globalId}`] },
  'claim-new': anybody('claim-new'),
  'claim-check': anybody('claim-check'),
  adddrivers: { as: 'buyer', at: ({ globalId }) => [`/adddrivers/${globalId}`] },
  'staff-today': desk('staff', '/staff'),
  kyc: desk('staff', '/kyc'),
  'staff-users': desk('administrator', '/staff/users'),
  'staff-audit': desk('administrator', '/staff/audit'),
  'claim-report': desk('accountant', '/claim-report'),
  'orders-report': desk('accountant', '/orders-report'),
  'staff-reference': desk('staff', '/staff/reference'),
  'staff-claims': desk('staff', '/staff/claims'),
  'staff-clients': desk('staff', '/staff/clients'),
  'staff-orders': desk('staff', '/staff/orders'),
  'staff-status': desk('staff', '/staff/status'),
  promoter: anybody('promoter'),
  'promoter-ogpo': desk('promoter', '/promoter/ogpo'),
  'promoter-search': desk('promoter', '/promoter/search'),
  'promoter-sales': desk('promoter', '/promoter/sales'),
  'promoter-block': desk('promoter', '/promoter/block'),
  'not-me': anybody('not-me'),
  handoff: anybody('handoff', '/handoff?key=aaaaaaaaaaaaaaaaaaaaaa'),
  'egov-callback': anybody('egov-callback'),
  'egov-offerta': anybody('egov-offerta'),
  'egov-home': anybody('egov-home'),
  'egov-home-calculator': anybody('egov-home-calculator', `${home}/calculator?plan=1`),
  'egov-home-insurance': anybody('egov-home-insurance'),
  'egov-ogpo': anybody('egov-ogpo'),
  'egov-ogpo-calculator': anybody('egov-ogpo-calculator'),
  'egov-ogpo-insurance': anybody('egov-ogpo-insurance'),
  'partner-ogpo': anybody('not-found', freedom),
  'partner-ogpo-login': anybody('not-found', `${freedom}/login`),
  'partner-ogpo-result': anybody('not-found', `${freedom}/result`),
  'partner-ogpo-result-error': anybody('not-found', `${freedom}/result-error`),
  // Only in builds made for development.
  ui: null,
  'not-found': anybody('not-found', '/nowhere'),
}
const placesOf = (as: Place['as']) =>
  Object.values(places).flatMap((at) => (at?.as === as ? [at.at] : []))
const addressesOf = (as: Place['as'], bought: Bought = { globalId: '', key: '', unpaid: '' }) => [
  ...new Set(placesOf(as).flatMap((at) => (typeof at === 'function' ? at(bought) : at))),
]

// Two halves, so that neither is long.
for (const half of [0, 1])
  test(`nothing covers what a visitor may press, ${half + 1} of 2`, async ({ page }) => {
    for (const path of addressesOf('anybody').filter((_, at) => at % 2 === half)) {
      await page.goto(path)
      const begins = path.includes('#') ? 'dialog[open]' : 'h1, dialog[open]'
      await expect(page.locator(begins).filter({ visible: true }).first()).toBeVisible()
      await isPressable(page)
      expect.soft({ path, touches: await touchesHead(page) }).toEqual({ path, touches: [] })
    }
  })

test('nothing covers what a client may press in the cabinet', async ({ page }) => {
  await isSignedIn(page, { ...client, phone: '' } as never)
  for (const path of addressesOf('client')) {
    await page.goto(path)
    await expect(page.locator('h2').filter({ visible: true }).first()).toBeVisible()
    await isPressable(page)
  }
})

test('nothing covers what a buyer may press, from the review to the policy', async ({ page }) => {
  const [who, car] = [await newHuman(), await newCar()]
  const { globalId, key } = await buys(who, car)
  const { key: unpaid } = await buys(await newHuman(), await newCar(), { paid: false })
  await isSignedIn(page, who)
  for (const path of addressesOf('buyer', { globalId, key, unpaid })) {
    await page.goto(path)
    await expect(page.locator('h1').filter({ visible: true }).first()).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await isPressable(page)
  }
})

for (const role of ['staff', 'administrator', 'accountant', 'promoter'] as const)
  test(`nothing covers what the ${role} may press, scrolls sideways or is cut`, async ({
    page,
  }) => {
    const known: readonly string[] = screens[role]
    expect(addressesOf(role).toSorted()).toEqual([...known].toSorted())
    for (const path of await comes(page, role)) {
      await opensDesk(page, path)
      await fits(page, path)
      await isPressable(page)
    }
  })

test('nothing covers what a buyer may press in the review, its sheets and its payment', async ({
  page,
}) => {
  const w = wordsOf(locale)
  await begins(page, w, await newHuman())
  await isPressable(page, 'without a car')
  await addCar(page, w, await newCar())
  await expect(payButton(page)).toBeVisible()
  await isPressable(page, 'review')
  for (const of of ['drivers', 'cars', 'term', 'email'] as const) {
    const sheet = await edits(page, w, of)
    await isPressable(page, of)
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  }
})

test.describe('where the promoter is', () => {
  test.use({
    geolocation: street,
    permissions: ['geolocation', 'clipboard-read', 'clipboard-write'],
  })

  test('nothing covers what promoter and client may press in a sale that has its price', async ({
    page,
    browser,
  }) => {
    const w = portalWordsOf(locale)
    const who = await newHuman()
    await opensPortal(page, w)
    await fillPeople(page, w, who)
    await fillCar(page, w, await newCar())
    await expect(billButton(page)).toBeVisible()
    await isPressable(page, 'priced')
    await button(page, w.sell.handOff).click()
    const dialog = page.locator('dialog[open]')
    await expect(dialog.getByText(w.handOff.states.open)).toBeVisible()
    await isPressable(page, 'handed off')
    await dialog.getByRole('button', { name: w.handOff.copy, exact: true }).click()
    const url = await page.evaluate(() => navigator.clipboard.readText())
    const their = await (await browser.newContext()).newPage()
    await their.goto(url)
    await expect(their.getByRole('heading', { level: 1, name: w.client.heading })).toBeVisible()
    await isPressable(their, 'hand-off')
  })
})

test('a button under something else is found, and one that stands free is not', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/docs')
  expect(await covered(page)).toEqual([])
  await page.evaluate(() => {
    const bar = document.createElement('div')
    bar.className = 'over'
    bar.style.cssText = 'position:fixed;inset:0 0 auto 0;height:60px;z-index:99'
    document.body.append(bar)
  })
  expect((await covered(page)).join()).toContain('<div class="over">')
})

test('what only a script could scroll to is found, as is what opens nothing or rewrites a word', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/docs')
  await page.evaluate(() => {
    const made = (tag: string, text = '', css = '') => {
      const one = document.createElement(tag)
      one.textContent = text
      one.style.cssText = css
      return one
    }
    const cut = made('div', '', 'overflow: hidden; height: 40px')
    cut.append(made('p', '.', 'height: 90px'), made('button', 'deep'))
    const dead = made('button', 'dead')
    dead.setAttribute('aria-expanded', 'false')
    const field = document.createElement('input')
    field.id = 'eager'
    document.querySelector('main')?.append(cut, dead, field)
    field.addEventListener('input', () => {
      field.value = field.value.toUpperCase()
    })
  })
  expect((await covered(page)).join()).toContain('deep')
  expect(await deadOpeners(page)).toEqual(['dead: nothing opens'])
  expect(await rewritten(page)).toEqual(['eager: «1Ф1ф» became «1Ф1Ф»'])
})
