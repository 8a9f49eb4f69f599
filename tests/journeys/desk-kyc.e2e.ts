import type { Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import auditWords from '#web/desks/audit/texts.ts'
import { type DeskName, desks } from '#web/desks/desks.ts'
import documentWords from '#web/desks/documents/texts.ts'
import kycWords from '#web/desks/kyc/texts.ts'
import signatureWords from '#web/desks/signatures/texts.ts'
import userWords, { payWords } from '#web/desks/users/texts.ts'
import dialogWords from '#web/dialogs/texts.ts'
import foldWords from '#web/ui/filter-fold-texts.ts'
import loadedWords from '#web/ui/loaded-texts.ts'
import { sheetOf } from '../sheets.ts'
import { inDatabase, rowsOf } from './database.ts'
import { counted } from './hand.ts'
import { languagesOf } from './languages.ts'
import { blockedHuman, messages, newHuman } from './sandbox.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'
import { spec } from './spec.ts'

/** The KYC desk and the administrator's desk, in both languages. */
const password = 'demo-2026'
const clerk = '880808399905'
const chief = '880808399915'

const wordsOf = (locale: Locale) => ({
  at: (path: string) => prefixOf(locale) + path,
  titleOf: (desk: DeskName) => desks[desk].title[locale],
  dialogs: dialogWords[locale],
  kyc: kycWords[locale],
  documents: documentWords[locale],
  signature: signatureWords[locale],
  users: userWords[locale],
  pay: payWords[locale],
  audit: auditWords[locale],
})
type Words = ReturnType<typeof wordsOf>
const dialog = (page: Page) => page.locator('dialog[open]')
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })

/** Asked for a desk signed out, a person signs in and is where they wanted to be. */
async function enters(page: Page, w: Words, path: string, iin: string): Promise<void> {
  await page.goto(w.at(path))
  await expect(dialog(page).getByRole('heading', { name: w.dialogs.logIn.title })).toBeVisible()
  await page.getByText(w.dialogs.logIn.byPassword).click()
  await page.getByLabel(w.dialogs.logIn.iin, { exact: true }).fill(iin)
  await page.getByLabel(w.dialogs.logIn.password, { exact: true }).fill(password)
  await button(page, w.dialogs.logIn.submit).click()
}

for (const locale of languagesOf('a person on a list'))
  test(`${locale}: two of the staff let a person on a list, with a document, and block them again`, async ({
    browser,
    page,
  }) => {
    spec('1.kyc-page', '2.2.kyc')

    const w = wordsOf(locale)
    const [human, next] = [await blockedHuman(), await blockedHuman()]
    await page.setViewportSize({ kz: phone, ru: wide }[locale])
    await enters(page, w, '/kyc', clerk)
    await expect(page.getByRole('heading', { level: 1, name: w.titleOf('kyc') })).toBeVisible()
    // On a phone only a list that is too old takes room.
    await expect(page.getByRole('list', { name: w.kyc.lists.caption })).toBeVisible({
      visible: { kz: false, ru: true }[locale],
    })

    // Anybody by their IIN; it stays out of the address.
    await button(page, w.kyc.search.title).click()
    await dialog(page).getByLabel(w.kyc.search.iin).fill('111')
    await dialog(page).getByRole('button', { name: w.kyc.search.find }).click()
    await expect(dialog(page).getByText(w.kyc.search.wrong)).toBeVisible()
    await dialog(page).getByLabel(w.kyc.search.iin).fill(next.iin)
    await dialog(page).getByRole('button', { name: w.kyc.search.find }).click()
    await expect(page.getByRole('heading', { level: 2, name: next.surname })).toBeVisible()
    await expect(page.getByText(w.kyc.by.iin).last()).toBeVisible()
    expect(page.url()).not.toContain(next.iin)
    await isSound(page)
    await page.keyboard.press('Escape')

    const [found] = await rowsOf('select id from kyc_cases where iin = $1', [human.iin])
    const row = page.locator(`a[data-key="${found?.id}"]`)
    await row.click()
    // By their IIN two decide: nothing differs, so nobody may say that it is another person.
    const reason = page.getByLabel(w.kyc.two.reason)
    const why = 'Письмо АФМ проверено'
    const ground = page.getByLabel(w.kyc.two.ground, { exact: true })
    await expect(page.getByText(w.kyc.two.title)).toBeVisible()
    await expect(ground.getByRole('option', { name: w.kyc.two.grounds.not_same })).toHaveCount(0)
    const asks = page.getByRole('button', { name: new RegExp(w.kyc.two.ask) })
    await asks.click()
    await expect(reason).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText(w.kyc.two.wrong.document)).toBeVisible()
    await isSound(page)
    // What a person needs of presses, over the two; what is typed is counted apart.
    const hand = counted(page)
    await page.locator('input[name="document"]').setInputFiles({
      name: 'letter.pdf',
      mimeType: 'application/pdf',
      buffer: sheetOf(1, 'a letter'),
    })
    const opens = page.getByRole('button', { name: `${w.documents.open}: letter.pdf` })
    await expect(opens).toBeVisible()
    await hand.chooses(ground, 'excluded')
    await page.getByLabel(w.kyc.two.number).fill('ХТ-12')
    await page.getByLabel(w.kyc.two.date).pressSequentially('01.10.2026')
    await reason.fill(why)

    // Changed while it was looked at: what was asked about the old one is refused, the text stays.
    await inDatabase('update kyc_cases set changed_at = now() where iin = $1', [human.iin])
    const asItIs = page.waitForResponse((answer) => answer.url().endsWith('/api/kyc/status'))
    await asks.click()
    await expect(page.getByRole('alert')).toBeVisible()
    await (await asItIs).finished()
    await expect(reason).toHaveValue(why)
    await hand.on(asks)
    await expect(page.getByText(w.kyc.two.asked, { exact: true })).toBeVisible()
    await expect(button(page, w.signature.withdraw)).toBeVisible()
    expect(await human.mayBuy()).toBe(false)
    await isSound(page)

    // Another one reads what it rests on, and signs.
    const other = await browser.newContext({ viewport: page.viewportSize() })
    const second = await other.newPage()
    await comesAs(second, 'administrator')
    await second.goto(w.at(`/kyc?case=${found?.id}`))
    const signing = second.getByRole('region', { name: w.kyc.two.signing })
    for (const text of [w.kyc.two.grounds.excluded, 'ХТ-12', why])
      await expect(signing.getByText(text).first()).toBeVisible()
    // On a phone what they may do is in sight beside the comparison.
    await second.setViewportSize(phone)
    const unblocks = signing.getByRole('button', { name: w.kyc.decision.unblock })
    await expect(unblocks).toBeInViewport({ ratio: 1 })
    await second.setViewportSize(page.viewportSize() ?? wide)
    await isSound(second)
    // It opens beside the desk, which stays.
    const letter = second.waitForEvent('popup')
    const theirs = counted(second)
    await theirs.on(signing.getByRole('button', { name: `${w.documents.open}: letter.pdf` }))
    expect((await letter).url()).not.toContain('/kyc')
    await theirs.on(signing.getByRole('button', { name: w.kyc.decision.unblock }))
    // And one for the file, which a test chooses without a press.
    expect(hand.presses() + theirs.presses() + 1).toBeLessThanOrEqual(6)
    // It waits its seconds: taken back by a key the block stands, and it is signed once more.
    const held = w.signature.held
    await expect(signing.getByRole('button', { name: held.takeBack })).toBeVisible()
    await second.keyboard.press('KeyZ')
    await expect(second.getByText(held.takenBack)).toBeVisible()
    expect(await human.mayBuy()).toBe(false)
    await signing.getByRole('button', { name: w.kyc.decision.unblock }).click()
    await expect(signing.getByRole('button', { name: held.takeBack })).toBeVisible()
    await isSound(second)
    await expect.poll(() => human.mayBuy()).toBe(true)

    // Whoever finds it wrong blocks again.
    await second.goto(w.at(`/kyc?view=decided&case=${found?.id}`))
    await expect(second.getByText(w.kyc.person.freed, { exact: true }).first()).toBeVisible()
    await second.getByLabel(w.kyc.again.reason).fill('Письмо о другом человеке')
    await second.getByRole('button', { name: new RegExp(w.kyc.again.block) }).click()
    await expect(second.getByText(w.kyc.again.done)).toBeVisible()
    expect(await human.mayBuy()).toBe(false)
    await other.close()

    await page.goto(w.at(`/kyc?view=blocked&case=${found?.id}`))
    await expect(page.getByText(why).first()).toBeVisible()

    // A file that breaks off is not taken.
    await page.goto(w.at('/kyc?view=lists'))
    await button(page, w.kyc.lists.upload).click()
    await dialog(page)
      .locator('input[name="file"]')
      .setInputFiles({
        name: 'list.xml',
        mimeType: 'application/xml',
        buffer: Buffer.from('<xml><persons>'),
      })
    // No default says whose names it replaces.
    const upload = dialog(page).getByRole('button', { name: w.kyc.uploadDialog.submit })
    const list = dialog(page).getByLabel(w.kyc.uploadDialog.list, { exact: true })
    await upload.click()
    await expect(list).toHaveAttribute('aria-invalid', 'true')
    await list.selectOption({ index: 1 })
    await upload.click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
  })

for (const locale of languagesOf('a promoter is added and blocked'))
  test(`${locale}: an administrator adds a promoter, blocks them, and finds both in the log whose seals fit`, async ({
    page,
  }) => {
    spec('2.2.staff-users', '2.2.staff-audit')

    const w = wordsOf(locale)
    const human = await newHuman()
    // Of the invented people many end in the same digits.
    const name = `Гүлнәр${human.iin.replaceAll(/\d/g, (digit) => 'абвгдежзик'[Number(digit)] ?? '')}`
    await page.setViewportSize({ kz: wide, ru: phone }[locale])
    await enters(page, w, '/staff/users', chief)
    await expect(
      page.getByRole('heading', { level: 1, name: w.titleOf('staff-users') }),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: /Сейітова/ })).toBeVisible()

    await button(page, w.users.add).click()
    await dialog(page).getByLabel(w.users.create.role, { exact: true }).selectOption('promoter')
    await dialog(page).getByLabel(w.users.create.iin, { exact: true }).fill(human.iin)
    await dialog(page).getByLabel(w.users.create.surname, { exact: true }).fill('Әбдірахманова')
    await dialog(page).getByLabel(w.users.create.name, { exact: true }).fill(name)
    await dialog(page).getByLabel(w.users.create.phone).fill(human.phone.slice(1))
    await isSound(page)
    await dialog(page).getByRole('button', { name: w.users.create.submit }).click()
    await page.getByRole('link', { name: new RegExp(name) }).click()
    await expect
      .poll(async () => (await messages(human.phone)).map(({ text }) => text))
      .toContainEqual(expect.stringMatching(/[a-z2-9]{10}/))
    await isSound(page)
    // The one opened stands in the address, by an id that says nothing about the person; the row
    // waits behind.
    await page.reload()
    await expect(page.getByRole('heading', { level: 2, name: new RegExp(name) })).toBeVisible()
    expect(page.url()).not.toContain(human.iin)
    await page.goBack()
    await expect(page.getByRole('link', { name: new RegExp(name) })).toBeFocused()
    await page.goForward()

    // What is set for them is dated as people here write it, whatever the browser's language.
    await page.getByLabel(w.pay.from, { exact: true }).pressSequentially('01.02.2030')
    await page.getByLabel(w.pay.goal).fill('5')
    await button(page, w.pay.save).click()
    await expect(page.getByRole('table', { name: w.pay.title })).toContainText('01.02.2030')

    await button(page, w.users.actions.block).click()
    await dialog(page).getByLabel(w.users.block.reason).fill(w.users.block.title)
    await dialog(page).getByRole('button', { name: w.users.block.submit }).click()
    await expect(button(page, w.users.actions.unblock)).toBeVisible()

    await page.getByRole('link', { name: w.users.audit, exact: true }).last().click()
    await expect(page.getByText(w.audit.actions['user.blocked'] ?? '')).toBeVisible()
    await expect(page.getByText(w.audit.actions['user.created'] ?? '')).toBeVisible()
    await button(page, w.audit.verify.action).click()
    await expect(
      page.getByText(w.audit.verify.unsealed(0).split(':')[0] ?? '', { exact: false }),
    ).toBeVisible()
    await isSound(page)
  })

for (const locale of languagesOf('rest of a long list'))
  test(`${locale}: the rest of a long list comes by the keyboard, each row once, also after the connection was gone`, async ({
    page,
    context,
  }) => {
    spec('2.2.long-lists-desks-page')

    const w = wordsOf(locale)
    // Last in the alphabet: the lists of the other tests begin as they were.
    const surname = `Яхияев${locale}`
    await inDatabase(
      `insert into accounts (realm, role, iin, surname, name, created_at)
       select 'promoter', 'promoter', ($2::bigint + n)::text, $1, 'Әлихан ' || n, now() from generate_series(1, 105) as n on conflict do nothing`,
      [surname, { kz: 300_000_000_000, ru: 310_000_000_000 }[locale]],
    )
    await page.setViewportSize({ kz: phone, ru: wide }[locale])
    await enters(page, w, '/staff/users?role=promoter', chief)
    await page.getByLabel(w.users.text, { exact: true }).fill(surname)
    await button(page, w.users.find).click()
    await expect(page.getByText(w.users.shown(100, 105), { exact: true })).toBeVisible()
    await context.setOffline(true)
    await button(page, w.users.more).press('Enter')
    await expect(page.getByText(loadedWords[locale].failedMore)).toBeVisible()
    await expect(button(page, w.users.more)).toBeFocused()
    await context.setOffline(false)
    // The browser may say that the connection is back after the rest was asked for.
    await page.route(
      /\/api\/staff\/users(\?|$)/,
      async (route) => {
        await page.evaluate(() => dispatchEvent(new Event('online')))
        await route.continue()
      },
      { times: 1 },
    )
    await button(page, w.users.more).press('Enter')
    await expect(page.getByText(w.users.shown(105, 105), { exact: true })).toBeFocused()
    const names = await page.getByRole('link', { name: new RegExp(surname) }).allTextContents()
    expect([names.length, new Set(names).size]).toEqual([105, 105])
    await isSound(page)
    // Back from one of them, the list is as far as it was read.
    await page
      .getByRole('link', { name: new RegExp(surname) })
      .nth(103)
      .click()
    await page.goBack()
    const late = page.getByRole('link', { name: new RegExp(surname) }).nth(103)
    await expect(late).toBeFocused()
    // Also after the one opened was changed: the list is read anew, and no shorter.
    await late.click()
    await button(page, w.users.actions.block).click()
    await dialog(page).getByLabel(w.users.block.reason).fill(w.users.block.title)
    await dialog(page).getByRole('button', { name: w.users.block.submit }).click()
    await expect(button(page, w.users.actions.unblock)).toBeFocused()
    await button(page, w.users.back).click()
    await expect(page.getByText(w.users.shown(105, 105), { exact: true })).toBeVisible()
    await expect(late).toBeFocused()
    await expect(
      page.locator('tbody tr').nth(103).getByText(w.users.blocked, { exact: true }),
    ).toBeVisible()
    // The browser's back takes the filter along; on a phone it stands behind a button.
    if ((page.viewportSize()?.width ?? 0) < 600)
      await button(page, new RegExp(foldWords.kz.filters)).click()
    await page.getByLabel(w.users.role, { exact: true }).selectOption('staff')
    await expect(page.getByText(w.users.empty)).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel(w.users.role, { exact: true })).toHaveValue('promoter')
    expect(decodeURI(page.url())).not.toContain(surname)
  })
