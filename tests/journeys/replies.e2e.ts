import { pathOf } from '#contract/pages.ts'
import dataWords from '#web/cabinet/data/texts.ts'
import { tabAddress } from '#web/cabinet/tabs.ts'
import userWords from '#web/desks/users/texts.ts'
import loadedWords from '#web/ui/loaded-texts.ts'
import { buys } from './policies.ts'
import { newCar, newHuman } from './sandbox.ts'
import { expect, test } from './screens.ts'
import { comesAs, isSignedIn } from './signed-in.ts'

/** How every screen of cabinet, portal and desks reads and changes (web/http/replies.ts). */

const users = /\/api\/staff\/users(\?|$)/

test('a late answer to an earlier question never overwrites a later one', async ({ page }) => {
  const t = userWords.kz
  await comesAs(page, 'administrator')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let asked = 0
  await page.route(users, async (route) => {
    asked += 1
    if (asked > 1) return route.continue()
    // Read before the user was added, answered after it.
    const response = await route.fetch()
    await held
    await route.fulfill({ response }).catch(() => {})
  })
  await page.goto(pathOf('staff-users', 'kz'))
  await page.getByRole('button', { name: t.add }).click()
  const { iin, phone } = await newHuman()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t.create.role, { exact: true }).selectOption('promoter')
  await dialog.locator('[name="iin"]').fill(iin)
  await dialog.locator('[name="surname"]').fill('Ааққойлы')
  await dialog.locator('[name="name"]').fill('Сәуле')
  await dialog.locator('[name="phone"]').fill(phone)
  await dialog.getByRole('button', { name: t.create.submit }).click()
  await expect(page.getByText(t.create.done)).toBeVisible()
  const row = page.locator('tr', { hasText: 'Ааққойлы' }).first()
  await expect(row).toBeVisible()
  release()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(row).toBeVisible()
})

test('a screen without a connection says so, keeps its retry, and goes on when it is back', async ({
  page,
}) => {
  const t = loadedWords.ru
  await comesAs(page, 'administrator')
  let asked = 0
  await page.route(users, (route) => {
    asked += 1
    return route.abort()
  })
  await page.goto(pathOf('staff-users', 'ru'))
  const retry = page.getByRole('button', { name: t.retry })
  await expect(page.getByText(t.offline)).toBeVisible()
  await retry.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => asked).toBe(2)
  await expect(page.getByText(t.offline)).toBeVisible()
  await expect(retry).toBeFocused()
  await page.unroute(users)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText(t.offline)).toBeHidden()
  await expect(page.locator('tr[data-key]').first()).toBeVisible()
})

test('what is pressed twice is sent once, and what it changes is read anew', async ({ page }) => {
  const t = dataWords.kz
  const human = await newHuman()
  await buys(human, await newCar(), { paid: false })
  // Another device, then this one.
  await isSignedIn(page, human)
  await isSignedIn(page, human)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/cabinet/auth/endSession')) sent += 1
  })
  await page.goto(tabAddress(pathOf('account', 'kz'), 'data'))
  const ends = page.getByRole('button', { name: t.end })
  await expect(ends.first()).toBeVisible()
  const before = await ends.count()
  await ends.first().evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(page.getByText(t.ended)).toBeVisible()
  await expect(ends).toHaveCount(before - 1)
  expect(sent).toBe(1)
})
