import type { Page } from '@playwright/test'
import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import applicationWords from '#web/cabinet/applications/texts.ts'
import cardWords from '#web/cabinet/cards/texts.ts'
import dataWords from '#web/cabinet/data/texts.ts'
import passwordWords from '#web/cabinet/password/texts.ts'
import shellWords from '#web/cabinet/texts.ts'
import claimWords from '#web/claims/texts.ts'
import dialogWords from '#web/dialogs/texts.ts'
import paperWords from '#web/policies/papers/texts.ts'
import { needWords } from '#web/policies/tab-texts.ts'
import policyWords from '#web/policies/texts.ts'
import loadedWords from '#web/ui/loaded-texts.ts'
import { expect } from './screens.ts'

/** The demonstration client. */
export const client = { iin: '850315399904', password: 'demo-2026' }

/** The words of the cabinet's tabs. */
export const wordsOf = (locale: Locale) => ({
  home: pathOf('index', locale),
  account: pathOf('account', locale),
  dialogs: dialogWords[locale],
  shell: shellWords[locale],
  loaded: loadedWords[locale],
  policies: policyWords[locale],
  needs: needWords[locale],
  applications: applicationWords[locale],
  claims: claimWords[locale],
  cards: cardWords[locale],
  papers: paperWords[locale],
  data: dataWords[locale],
  password: passwordWords[locale],
})
export type Words = ReturnType<typeof wordsOf>

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const dialog = (page: Page) => page.locator('dialog[open]')

/** Signs in where the dialog asks for it. */
export async function signIn(page: Page, w: Words, password = client.password): Promise<void> {
  await expect(dialog(page).getByRole('heading', { name: w.dialogs.logIn.title })).toBeVisible()
  await page.getByText(w.dialogs.logIn.byPassword).click()
  await page.getByLabel(w.dialogs.logIn.iin, { exact: true }).fill(client.iin)
  await page.getByLabel(w.dialogs.logIn.password, { exact: true }).fill(password)
  await button(page, w.dialogs.logIn.submit).click()
}

/** What the menu has at once, or one tap behind «More» on a phone. */
export async function chooses(
  page: Page,
  w: Words,
  role: 'link' | 'button',
  name: string,
): Promise<void> {
  const menu = page.getByRole('navigation', { name: w.shell.menu })
  const item = menu.getByRole(role, { name, exact: true })
  const more = menu.getByRole('button', { name: w.shell.more, exact: true })
  await expect(menu).toBeVisible()
  if (!(await item.isVisible())) await more.click()
  await item.click()
}

/** Opens a tab by its link and waits for its first words. */
export async function opens(
  page: Page,
  w: Words,
  tab: keyof Words['shell']['tabs'],
): Promise<void> {
  await chooses(page, w, 'link', w.shell.tabs[tab])
  await expect(
    page.getByRole('heading', { level: 2, name: w.shell.tabs[tab], exact: true }),
  ).toBeVisible()
  await expect(page.getByText(w.loaded.loading)).toHaveCount(0)
}
