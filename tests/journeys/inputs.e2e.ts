import type { BrowserContext, Locator, Page } from '@playwright/test'
import { pathOf } from '#contract/pages.ts'
import { locales } from '#domain/locale.ts'
import harmedWords from '#web/claims/harmed/texts.ts'
import dialogWords from '#web/dialogs/texts.ts'
import homeWords from '#web/pages/index/texts.ts'
import carWords from '#web/purchase/calculator-car-texts.ts'
import fieldWords from '#web/ui/later-field-texts.ts'
import pasteWords from '#web/ui/whole-paste-texts.ts'
import { holds } from './held-script.ts'
import {
  opens,
  policyholderField,
  row as portalRow,
  wordsOf as portalWordsOf,
} from './promoter-screens.ts'
import { codeOn, newHuman } from './sandbox.ts'
import { expect, opensContact, phone, test, wordsOf } from './screens.ts'

// Fields with a mask under real keys, pastes and compositions: what is whole stays whole, what is
// composed is read when it ends, what is pasted comes whole or not at all.

const kz = wordsOf('kz')
const said = fieldWords.kz
test.use({ viewport: phone })

/** What a clipboard hands over at once. */
async function paste(field: Locator, text: string): Promise<void> {
  const page = field.page()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await field.focus()
  await page.keyboard.press('ControlOrMeta+v')
}

/**
 * A word that a phone's keyboard shows letter by letter, underlined, before it is given over.
 * `halfway` happens in the middle of it.
 */
async function compose(
  field: Locator,
  text: string,
  halfway: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const page = field.page()
  await field.focus()
  const session = await page.context().newCDPSession(page)
  for (let length = 1; length <= text.length; length++) {
    await session.send('Input.imeSetComposition', {
      text: text.slice(0, length),
      selectionStart: length,
      selectionEnd: length,
    })
    if (length === text.length >> 1) await halfway()
    expect(await field.inputValue()).toBe(text.slice(0, length))
  }
  await session.send('Input.insertText', { text })
  await session.detach()
}

async function empty(field: Locator): Promise<void> {
  await field.focus()
  await field.page().keyboard.press('ControlOrMeta+a')
  await field.page().keyboard.press('Delete')
  await expect(field).toHaveValue('')
}

type Field = {
  field: Locator
  /** Typed, and what then stands there. */
  keys: string
  shown: string
  /** One key more, for which there is no room. */
  more: string
  /** Pasted from elsewhere: the whole value in other words. */
  around: string
}

/** Every way into one field. */
async function keeps({ field, keys, shown, more, around }: Field): Promise<void> {
  await field.pressSequentially(keys)
  await expect(field).toHaveValue(shown)
  // A whole plate hands the caret on: the key comes back to the field.
  await field.press(more)
  await expect(field).toHaveValue(shown)
  await empty(field)
  await compose(field, keys)
  await expect(field).toHaveValue(shown)
  await empty(field)
  await paste(field, around)
  await expect(field).toHaveValue(shown)
  // What is no value changes nothing of what stands there.
  await paste(field, '???')
  await expect(field).toHaveValue(shown)
}

/** The ways in which one phone became another. */
async function keepsPhone(page: Page, field: Locator): Promise<void> {
  await keeps({
    field,
    keys: '7711234567',
    shown: '+7 (771) 123 45 67',
    more: '8',
    around: 'тел. 8 771 123 45 67',
  })
  await field.page().keyboard.press('End')
  await field.page().keyboard.type('8')
  await expect(page.getByText(said.full)).toBeVisible()
  for (const [text, shown] of [
    ['+7 777 123 45 67 доб. 1', '+7 (777) 123 45 67'],
    ['8-777-123-45-67, 8-702-123-45-67', '+7 (777) 123 45 67'],
  ] as const) {
    await empty(field)
    await paste(field, text)
    await expect(field).toHaveValue(shown)
  }
  await expect(page.getByText(said.several)).toBeVisible()
  await empty(field)
  await paste(field, '+998 90 123 45 67')
  await expect(field).toHaveValue('')
  await expect(page.getByText(said.foreign)).toBeVisible()
}

test('the first page keeps a plate and a technical passport as they are typed', async ({
  page,
}) => {
  await page.goto('/')
  await keeps({
    field: page.getByLabel(homeWords.kz.plate),
    keys: '123abc02',
    shown: '123 ABC 02',
    more: '7',
    around: 'KZ 123 АВС 02',
  })
  await keeps({
    field: page.getByLabel(homeWords.kz.passport),
    keys: 'ab12345678',
    shown: 'AB 12345678',
    more: '9',
    around: 'ТҚК № АВ-12345678',
  })
})

/** Lets the script come that was held, and waits until the page has heard of it. */
async function letCome(page: Page, script: string, comes: () => void): Promise<void> {
  const there = page.waitForResponse((answer) => answer.url().includes(`/${script}-`))
  comes()
  await (await there).finished()
  await page.evaluate(() => new Promise((then) => setTimeout(then, 200)))
}

for (const [name, script, at, words] of [
  ['the first page', 'typed', '/', homeWords.kz],
  ['the first stop', 'ogpo-calculator', '/ogpo-calculator', carWords.kz],
] as const)
  test(`what is composed or typed while the script of ${name} comes loses no sign`, async ({
    page,
  }) => {
    for (const [label, text, shown] of [
      [words.plate, '123abc02', '123 ABC 02'],
      [words.passport, 'ab12345678', 'AB 12345678'],
    ] as const)
      for (const way of ['composed', 'typed'] as const) {
        const comes = await holds(page, script)
        await page.goto(at, { waitUntil: 'commit' })
        const field = page.getByLabel(label)
        if (way === 'composed') await compose(field, text, () => letCome(page, script, comes))
        else {
          // All but the last two signs before the script, then these.
          await field.focus()
          await page.keyboard.type(text.slice(0, -2))
          await letCome(page, script, comes)
          await page.keyboard.type(text.slice(-2))
        }
        // What came whole before the mask is shaped when the field is left.
        await field.blur()
        await expect(field).toHaveValue(shown)
        await page.unroute(`**/assets/${script}-*.js`)
        await page.goto('about:blank')
      }
  })

test('who types at once on a slow phone loses no sign of the first page', async ({ page }) => {
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  for (const text of ['123abc02', '417bd16', 'a123bcd']) {
    await page.goto('/', { waitUntil: 'commit' })
    const plate = page.getByLabel(homeWords.kz.plate)
    await plate.focus()
    await page.keyboard.type(text)
    // By what was typed next, or by leaving the field.
    await page.getByLabel(homeWords.kz.passport).focus()
    await expect(plate).toHaveValue((text.toUpperCase().match(/[A-Z]+|\d+/g) ?? []).join(' '))
  }
})

test('the first stop of the purchase keeps them too', async ({ page }) => {
  // With its masks: what is typed before them is the subject of another test.
  await page.goto('/ogpo-calculator', { waitUntil: 'networkidle' })
  await keeps({
    field: page.getByLabel(carWords.kz.plate),
    keys: '123abc02',
    shown: '123 ABC 02',
    more: '7',
    around: 'KZ 123 АВС 02',
  })
  await keeps({
    field: page.getByLabel(carWords.kz.passport),
    keys: 'ab12345678',
    shown: 'AB 12345678',
    more: '9',
    around: '№ АВ-12345678',
  })
})

test('the sign-in of a purchase keeps IIN, phone and code', async ({ page }) => {
  const who = await newHuman()
  await page.goto('/ogpo-calculator/login')
  const iin = page.getByLabel(kz.login.iin, { exact: true })
  await keeps({
    field: iin,
    keys: who.iin,
    shown: who.iin.replace(/(.{6})(.{3})(.{3})/, '$1 $2 $3'),
    more: '1',
    around: `ЖСН ${who.iin.slice(0, 6)} ${who.iin.slice(6)}`,
  })
  const number = page.getByLabel(kz.login.phone)
  await keepsPhone(page, number)
  await empty(number)
  await number.pressSequentially(who.phone.slice(1))
  await page.getByRole('button', { name: kz.login.send }).click()
  const code = page.getByLabel(kz.login.code)
  await expect(code).toBeVisible()
  // The whole SMS is pasted: the code is the number of four digits in it.
  await paste(code, `${await codeOn(who.phone)} – код`)
  await expect(page.getByRole('heading', { level: 1, name: kz.buy.heading })).toBeVisible()
})

test('the sheet of the portal keeps IIN, phone, plate and passport', async ({ page }) => {
  const w = portalWordsOf('kz')
  await opens(page, w)
  const who = await newHuman()
  await keeps({
    field: policyholderField(page, w, w.sell.iin),
    keys: who.iin,
    shown: who.iin,
    more: '1',
    around: `ЖСН: ${who.iin}`,
  })
  await keepsPhone(page, policyholderField(page, w, w.sell.phone))
  const car = portalRow(page, w.sell.car(1))
  await keeps({
    field: car.getByLabel(w.sell.plate),
    keys: '123abc02',
    shown: '123 ABC 02',
    more: '7',
    around: 'KZ 123 АВС 02',
  })
  await keeps({
    field: car.getByLabel(w.sell.techPassport),
    keys: 'ab12345678',
    shown: 'AB 12345678',
    more: '9',
    around: '№ АВ-12345678',
  })
})

test('a date is taken as it is written elsewhere', async ({ page }) => {
  const t = harmedWords.kz
  await page.goto('/claim')
  await page.getByRole('radio', { name: t.other }).check({ force: true })
  const day = page.getByLabel(t.day, { exact: true })
  await keeps({
    field: day,
    keys: '01022026',
    shown: '01.02.2026',
    more: '1',
    around: '2026-02-01',
  })
  for (const text of ['1.2.2026', '1/2/2026', '20260201', '01.02.2026 г.']) {
    await empty(day)
    await paste(day, text)
    await expect(day).toHaveValue('01.02.2026')
  }
})

/** Pages that only a script answers: one of each layout, and one that waits for its data. */
const scripted = ['ogpo-calculator-login', 'promoter', 'account', 'egov-ogpo-insurance'] as const

/** After a while: what is needed, over everything, and the ways that work without it. */
async function tells(context: BrowserContext): Promise<void> {
  for (const locale of locales)
    await Promise.all(
      scripted.map(async (name) => {
        const page = await context.newPage()
        await page.goto(pathOf(name, locale))
        const told = page.locator('.late')
        await expect(told).toBeVisible()
        await expect(told).toContainText('JavaScript')
        for (const to of [
          pathOf('auto-insurance', locale),
          'tel:1414',
          pathOf('call-back', locale),
        ])
          await expect(told.locator(`a[href="${to}"]`)).toBeVisible()
        await told.locator('a').first().click({ trial: true })
        await page.close()
      }),
    )
}

test.describe('a browser without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('is told what is needed and what works without it', async ({ context }) => {
    await tells(context)
  })
})

test('a browser that is too old is told what is needed and what works without it', async ({
  context,
}) => {
  await context.route('**/*.js', (route) => route.abort())
  await tells(context)
})

test('a browser that can do all of it is told nothing', async ({ page }) => {
  for (const name of scripted) {
    await page.goto(pathOf(name, 'kz'))
    await expect(page.locator('.late')).toHaveCount(0)
  }
})

test('a paste that a field has no room for changes nothing, and the field says how much it takes', async ({
  page,
}) => {
  await page.goto('/')
  await opensContact(page, 'kz')
  const dialog = page.getByRole('dialog')
  const t = dialogWords.kz.contact
  for (const { name, most } of [
    { name: t.name, most: 100 },
    { name: t.text, most: 4_000 },
  ]) {
    const field = dialog.getByLabel(name)
    await field.fill('Айгүл')
    await paste(field, 'а'.repeat(most))
    await expect(field).toHaveValue('Айгүл')
    const answer = pasteWords.kz.noRoom(most, most)
    expect(await field.evaluate((one: HTMLInputElement) => one.validationMessage)).toBe(answer)
    // What has room is taken whole, and the answer is gone.
    await paste(field, 'а'.repeat(most - 5))
    await expect(field).toHaveValue(`Айгүл${'а'.repeat(most - 5)}`)
    expect(await field.evaluate((one: HTMLInputElement) => one.validationMessage)).toBe('')
    // What is selected makes room.
    await field.press('ControlOrMeta+a')
    await paste(field, 'б'.repeat(most))
    await expect(field).toHaveValue('б'.repeat(most))
  }
})
