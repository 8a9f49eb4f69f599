import type { Page } from '@playwright/test'
import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import applicationWords from '#web/cabinet/applications/texts.ts'
import cardWords from '#web/cabinet/cards/texts.ts'
import dataWords from '#web/cabinet/data/texts.ts'
import shellWords from '#web/cabinet/texts.ts'
import claimWords from '#web/claims/texts.ts'
import dialogWords from '#web/dialogs/texts.ts'
import policyWords from '#web/policies/texts.ts'
import addWords from '#web/purchase/add-drivers/texts.ts'
import loadedWords from '#web/ui/loaded-texts.ts'
import { codeSentTo, type Human } from './sandbox.ts'
import { expect, isSound, wordsOf as saleWords } from './screens.ts'

/** Words and first steps of a client. */
export const wordsOf = (locale: Locale) => ({
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
export type Words = ReturnType<typeof wordsOf>
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const dialog = (page: Page) => page.locator('dialog[open]')
export const opens = async (page: Page, w: Words, tab: keyof Words['shell']['tabs']) => {
  await page.goto(`${w.account}?tab=${tab}`)
  await expect(
    page.getByRole('heading', { level: 2, name: w.shell.tabs[tab], exact: true }),
  ).toBeVisible()
  await expect(page.getByText(w.loaded.loading)).toHaveCount(0)
}
export async function signsInByCode(page: Page, w: Words, who: Human): Promise<void> {
  await page.goto(`${w.home}#sign-in`)
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
  await expect(
    page.getByText(/\d+/).filter({ hasText: w.dialogs.code.wait(0).replace(/0.*/, '').trim() }),
  ).toBeVisible()
  await page.getByLabel(w.dialogs.code.label).fill(code)
  await page.waitForURL(`**${w.account}`)
}
