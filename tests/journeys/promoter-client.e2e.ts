import type { Locator, Page } from '@playwright/test'
import { encode } from 'uqr'
import { refusalText } from '#texts/refusals.ts'
import { inDatabase, rowsOf } from './database.ts'
import { viewsOf } from './languages.ts'
import { buys } from './policies.ts'
import {
  billButton,
  button,
  fillCar,
  fillPeople,
  issued,
  opens,
  policyholderField,
  row,
  sends,
  street,
  type Words,
  wordsOf,
} from './promoter-screens.ts'
import {
  answers,
  bill,
  codeOn,
  codeSentTo,
  type Human,
  invoices,
  newCar,
  newHuman,
  noWallet,
} from './sandbox.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { spec } from './spec.ts'

/**
 * What the promoter and the client do together: the second phone, the consents, the documents, the
 * payer's phone.
 */
test.use({ geolocation: street, permissions: ['geolocation', 'clipboard-read', 'clipboard-write'] })

const kz = wordsOf('kz')
const ru = wordsOf('ru')
/** A register or the insurer's side may take its time on a slow machine. */

/** A price for one client and one car, as the promoter gets it. */
async function prices(page: Page, w: Words, buyer: Human): Promise<void> {
  await opens(page, w)
  await fillPeople(page, w, buyer)
  await fillCar(page, w, await newCar())
  await expect(billButton(page)).toBeVisible()
}

/** The address behind the QR code: what the button copies and what is drawn are the same. */
async function addressOf(dialog: Locator, w: Words): Promise<string> {
  await dialog.getByRole('button', { name: w.handOff.copy, exact: true }).click()
  await expect(dialog.getByRole('button', { name: w.handOff.copied, exact: true })).toBeVisible()
  const url = await dialog.page().evaluate(() => navigator.clipboard.readText())
  const { data } = encode(url, { ecc: 'M', border: 2 })
  const drawn = data
    .flatMap((line, y) => line.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  expect(
    await dialog.getByRole('img', { name: w.handOff.qr }).locator('path').getAttribute('d'),
  ).toBe(drawn)
  return url
}

/** On the second phone: the data, the three texts, the own code, the bill. */
async function agreesAndPays(their: Page, w: Words, buyer: Human): Promise<void> {
  await expect(their.getByRole('heading', { level: 1, name: w.client.heading })).toBeVisible()
  await expect(their.getByText(w.client.insurancePremium)).toBeVisible()
  await isSound(their)
  await button(their, w.client.getCode).click()
  await expect(their.getByText(w.client.needAccept)).toHaveCount(3)
  for (const label of [
    w.client.acceptTerms,
    w.client.acceptPersonalData,
    w.client.acceptCommission,
  ])
    await their.getByRole('checkbox', { name: label }).check()
  await button(their, w.client.getCode).click()
  const code = their.getByLabel(w.client.code)
  await expect(code).toBeVisible()
  await isSound(their)
  await code.pressSequentially(await codeOn(buyer.phone))
}

const cases = [
  { w: kz, language: 'Kazakh', sizes: { promoter: phone, client: phone } },
  { w: ru, language: 'Russian', sizes: { promoter: wide, client: phone } },
]
for (const { w, language, sizes } of viewsOf('by the QR code', cases))
  test(`by the QR code the client reviews, agrees and pays on a second phone, and the promoter follows the same order, in ${language}`, async ({
    page,
    browser,
  }) => {
    spec('7.3.ours-hand-off-second')

    const buyer = await newHuman()
    await page.setViewportSize(sizes.promoter)
    await prices(page, w, buyer)
    await button(page, w.sell.handOff).click()
    const dialog = page.locator('dialog[open]')
    await expect(dialog.getByText(w.handOff.states.open)).toBeVisible()
    await isSound(page)
    const url = await addressOf(dialog, w)

    const client = await browser.newContext({ viewport: sizes.client, hasTouch: true })
    const their = await client.newPage()
    await their.goto(url)
    await expect(dialog.getByText(w.handOff.states.seen)).toBeVisible()
    await agreesAndPays(their, w, buyer)
    await expect(their.getByText(w.client.confirmed)).toBeVisible()
    await expect(dialog.getByText(w.handOff.states.consented)).toBeVisible()
    await isSound(their)
    await their.getByRole('button', { name: /₸/ }).click()

    await expect(their.getByRole('heading', { name: w.ways.mobile_bank.asked })).toBeVisible()
    await expect(page.getByRole('heading', { name: w.result.headings.awaiting })).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await bill(buyer.phone, 'pay')
    await issued(their, w)
    await issued(page, w)
    expect(await invoices(buyer.phone)).toHaveLength(1)

    // The code is used up: whoever opens it again sees the order, not the form.
    await their.goto(url)
    await issued(their, w)
    await client.close()
  })

for (const { w, language, sizes } of viewsOf('what the client types', cases))
  test(`what the client types on their own phone comes to the sheet, live and on return, and is looked over before it is used, in ${language}`, async ({
    page,
    browser,
  }) => {
    spec('7.3.ours-hand-off-second')

    const [buyer, car] = [await newHuman(), await newCar()]
    await page.setViewportSize(sizes.promoter)
    await opens(page, w)
    await page.evaluate(() => navigator.clipboard.writeText('-'))
    await button(page, w.message.open).click()
    const dialog = page.getByRole('dialog', { name: w.message.title })
    await dialog.getByRole('button', { name: w.message.onPhone, exact: true }).click()
    await expect(dialog.getByText(w.message.waiting)).toBeVisible()
    await isSound(page)
    await dialog.getByRole('button', { name: w.message.copy, exact: true }).click()
    await expect(dialog.getByRole('button', { name: w.message.copied, exact: true })).toBeVisible()
    const url = await page.evaluate(() => navigator.clipboard.readText())

    const client = await browser.newContext({ viewport: sizes.client, hasTouch: true })
    const their = await client.newPage()
    await their.goto(url)
    await expect(
      their.getByRole('heading', { level: 1, name: w.client.form.heading }),
    ).toBeVisible()
    await expect(dialog.getByText(w.message.typing)).toBeVisible()
    await their.getByLabel(w.client.form.iin, { exact: true }).pressSequentially('850315399905')
    const send = button(their, w.client.form.send)
    await send.tap()
    await isSound(their)
    const iin = their.getByLabel(w.client.form.iin, { exact: true })
    await expect(iin).toHaveAttribute('aria-invalid', 'true')
    await iin.fill('')
    await iin.pressSequentially(buyer.iin)
    await their
      .getByLabel(w.client.form.phone, { exact: true })
      .pressSequentially(buyer.phone.slice(1))
    await their.getByLabel(w.sell.plate, { exact: true }).pressSequentially(car.plate)
    await their.getByLabel(w.sell.techPassport).pressSequentially(car.techPassport)
    await send.tap()
    await expect(their.getByText(w.client.form.sent)).toBeVisible()
    await isSound(their)

    // Nothing is in the sheet before the promoter says so; it waits, also for a page opened anew.
    await expect(dialog.getByRole('checkbox', { name: car.plate })).toBeChecked()
    await page.reload()
    await expect(page.getByText(w.message.typed)).toBeVisible()
    await expect(policyholderField(page, w, w.sell.iin)).toHaveValue('')
    await isSound(page)
    await button(page, w.message.show).click()
    await expect(dialog.getByRole('checkbox', { name: buyer.iin })).toBeChecked()
    await isSound(page)
    await dialog.getByRole('button', { name: w.message.take(4), exact: true }).click()
    await expect(policyholderField(page, w, w.sell.iin)).toHaveValue(buyer.iin)
    await expect(billButton(page)).toBeVisible()
    await expect(page.getByText(w.message.typed)).toHaveCount(0)
    await client.close()
  })

for (const { w, language, sizes } of viewsOf('a sale handed on', cases))
  test(`an unfinished sale is handed to a colleague and leaves this promoter, in ${language}`, async ({
    page,
  }) => {
    const [buyer, colleague] = [await newHuman(), await newHuman()]
    const surname = `Әріптес${colleague.iin.slice(-4)}`
    await inDatabase(
      `insert into accounts (realm, role, iin, surname, name, created_at)
        values ('promoter', 'promoter', $1, $2, 'Дана', now())`,
      [colleague.iin, surname],
    )
    await page.setViewportSize(sizes.promoter)
    await opens(page, w)
    const saved = page.waitForResponse('**/api/promoter/draft/save')
    await fillPeople(page, w, buyer)
    await saved
    const [found] = await rowsOf(
      `select id from promoter_drafts where content::text like '%' || $1 || '%'`,
      [buyer.iin],
    )
    await page.goto(w.at('/promoter/sales'))
    const line = page.locator(`[id="${String(found?.['id'])}"]`)
    await line.getByRole('button', { name: w.draft.give }).click()
    const dialog = page.getByRole('dialog', { name: w.draft.title })
    const list = dialog.getByLabel(w.draft.colleague, { exact: true })
    await expect(list).toBeFocused()
    await isSound(page)
    const give = dialog.getByRole('button', { name: w.draft.give, exact: true })
    await expect(give).toBeEnabled()
    await give.click()
    await expect(list).toBeFocused()
    await list.selectOption({ label: `${surname} Дана` })
    await give.click()
    await expect(page.getByText(w.draft.given(`${surname} Дана`))).toBeVisible()
    await expect(line).toHaveCount(0)
    await isSound(page)
    // The sheet of this device begins anew as well.
    await page.goto(w.at('/promoter/ogpo'))
    await expect(policyholderField(page, w, w.sell.iin)).toHaveValue('')
  })

for (const { w, language, sizes } of viewsOf('another’s sale', cases))
  test(`another’s sale opens with the client’s code, wrong ones said so, and is reissued on the client’s own phone, in ${language}`, async ({
    page,
    browser,
  }) => {
    spec('7.3.ours-portal-asks-clients')

    const [buyer, car] = [await newHuman(), await newCar()]
    const { globalId } = await buys(buyer, car)
    await page.setViewportSize(sizes.promoter)
    await opens(page, w)
    await page.goto(w.at(`/promoter/search?globalId=${globalId}`))
    await page.getByRole('link', { name: w.search.reissue }).click()
    const dialog = page.locator('dialog[open]')
    const tail = `••\u00a0${buyer.phone.slice(-2)}`
    await expect(dialog.getByText(w.code.reissue(globalId))).toBeVisible()
    await expect(dialog.getByText(w.code.to(tail))).toBeVisible()
    await isSound(page)
    await dialog.getByRole('button', { name: w.code.send, exact: true }).click()
    await expect(dialog.getByText(w.code.sentTo(tail))).toBeVisible()
    await isSound(page)
    const code = await codeSentTo(buyer.phone)
    const pin = dialog.getByLabel(w.code.label)
    await pin.pressSequentially(code === '0000' ? '0001' : '0000')
    await expect(
      dialog.getByText(refusalText(14014, w.at('') === '/ru' ? 'ru' : 'kz')),
    ).toBeVisible()
    await expect(pin).toHaveValue('')
    await pin.pressSequentially(code)
    await expect(dialog).toHaveCount(0)
    await expect(policyholderField(page, w, w.sell.iin)).toHaveValue(buyer.iin)
    await expect(button(page, w.sell.reissueFree)).toBeVisible()
    await expect(button(page, w.sell.handOff)).toBeVisible()

    // The half an hour is over before the order: a new code, or the client on their own phone.
    await inDatabase('delete from client_proofs where global_id = $1', [globalId])
    await sends(page, w)
    await expect(dialog.getByText(w.code.reissue(globalId))).toBeVisible()
    await isSound(page)
    await dialog.getByRole('button', { name: w.code.handOff, exact: true }).click()
    const url = await addressOf(dialog, w)
    const client = await browser.newContext({ viewport: sizes.client, hasTouch: true })
    const their = await client.newPage()
    await their.goto(url)
    await agreesAndPays(their, w, buyer)
    await button(their, w.client.free).click()
    await issued(page, w)
    await client.close()
  })

test('consent is asked of each person by 1414: one refuses, is asked again and agrees, and only then there is a price', async ({
  page,
}) => {
  spec('7.3.ours-consent-1414-per')

  await page.setViewportSize(phone)
  const [buyer, second] = [await newHuman(), await newHuman()]
  await opens(page, ru)
  await page.locator('[aria-controls="term-fields"]').click()
  await page.getByRole('checkbox', { name: ru.sell.consentAll }).check()
  await fillPeople(page, ru, buyer)
  await button(page, ru.sell.addDriver).click()
  const driver = row(page, ru.sell.driver(1))
  await driver.getByLabel(ru.sell.iin).pressSequentially(second.iin)
  await fillCar(page, ru, await newCar())

  const insurer = page.getByRole('region', { name: ru.sell.policyholder })
  await insurer.getByRole('button', { name: ru.sell.consentAsk }).click()
  await expect(insurer.getByText(ru.sell.consent.awaiting)).toBeVisible()
  await answers(buyer.phone, '1')
  await expect(insurer.getByText(ru.sell.consent.approved)).toBeVisible()

  await expect(driver.getByRole('button', { name: ru.sell.consentAsk })).toBeDisabled()
  await driver.getByLabel(ru.sell.phoneOfDriver).pressSequentially(second.phone.slice(1))
  await driver.getByRole('button', { name: ru.sell.consentAsk }).click()
  await expect(driver.getByText(ru.sell.consent.awaiting)).toBeVisible()
  await answers(second.phone, '0')
  await expect(driver.getByText(ru.sell.consent.rejected, { exact: true })).toBeVisible()
  await isSound(page)
  await button(page, ru.sell.calculate).click()
  await expect(page.getByText(refusalText(14003, 'ru', 'rejected')).first()).toBeVisible()
  await expect(billButton(page)).toHaveCount(0)

  await driver.getByRole('button', { name: ru.sell.consentAgain }).click()
  await expect(driver.getByText(ru.sell.consent.awaiting)).toBeVisible()
  await answers(second.phone, '1')
  await expect(driver.getByText(ru.sell.consent.approved)).toBeVisible()
  await expect(billButton(page)).toBeVisible()
})

test('a phone without a wallet asks for another one', async ({ page }) => {
  spec('8.4.10301-payment-invoice-phone')

  const [buyer, payer] = [await newHuman(), await newHuman()]
  await noWallet(buyer.phone)
  await prices(page, ru, buyer)
  await sends(page, ru)
  const other = page.getByLabel(ru.order.otherPhone, { exact: true })
  await expect(other).toBeVisible()
  await other.pressSequentially(payer.phone.slice(1))
  await button(page, ru.order.otherPhoneSend).click()
  await expect(page.getByRole('heading', { name: ru.result.headings.awaiting })).toBeVisible()
  await bill(payer.phone, 'pay')
  await issued(page, ru)
})
