import type { Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import { addDays, almatyDay } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import deskWords from '#web/desks/desk-texts.ts'
import orderWords from '#web/desks/orders/desk-texts.ts'
import orderActWords, { giveBackWords } from '#web/desks/orders/texts.ts'
import keyWords from '#web/desks/shell/key-texts.ts'
import signatureWords from '#web/desks/signatures/texts.ts'
import statusWords from '#web/desks/status/texts.ts'
import todayWords from '#web/desks/today/texts.ts'
import { orderWords as reportWords } from '#web/reports/texts.ts'
import pickedWords from '#web/ui/picked-texts.ts'
import { until } from '../http.ts'
import { rowsOf } from './database.ts'
import { opens as opensScreen, screens } from './desk-screens.ts'
import { viewsOf } from './languages.ts'
import { rowsInSight } from './rows-in-sight.ts'
import { blockedHuman } from './sandbox.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'

const opened = (page: Page) => new URL(page.url()).searchParams.get('order')
const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('tr')?.dataset.key ?? null)

for (const [locale, scheme] of viewsOf('orders by the keyboard', [
  ['kz', 'light'],
  ['ru', 'dark'],
] as const))
  test(`orders by the keyboard: fifteen rows beside an open one, and back to the row, ${locale}`, async ({
    page,
  }) => {
    const t = orderWords[locale]
    await page.setViewportSize(wide)
    await page.emulateMedia({ colorScheme: scheme })
    await comesAs(page, 'staff')
    await page.goto(`${prefixOf(locale)}/staff/orders?view=newest`)
    await expect(page.getByRole('table', { name: t.list }).getByRole('row').nth(3)).toBeVisible()
    await isSound(page)

    // Two keys: to a row, and open beside the list.
    await page.keyboard.press('KeyJ')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
    const first = opened(page)
    expect(await rowsInSight(page, t.list)).toBeGreaterThanOrEqual(15)
    await isSound(page)

    // One key: the next one. Back by one key, to its row.
    await page.keyboard.press('KeyJ')
    await expect.poll(() => opened(page)).not.toBe(first)
    const second = opened(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => opened(page)).toBeNull()
    expect(await focusedRow(page)).toBe(second)

    // Sorted by the server: the oldest stands first, and the address says so.
    const rows = page.locator('tbody tr[data-key]')
    const newest = await rows.first().getAttribute('data-key')
    await page.getByRole('button', { name: t.columns.created }).click()
    await expect(page.getByRole('columnheader', { name: t.columns.created })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await expect.poll(() => rows.first().getAttribute('data-key')).not.toBe(newest)
    expect(new URL(page.url()).searchParams.get('sort')).toBe('oldest')
  })

test('an order opened by its number is marked in the list, and on a phone the way through it stands', async ({
  page,
}) => {
  const t = orderWords.kz
  await page.setViewportSize(wide)
  await comesAs(page, 'staff')
  await page.goto('/staff/orders?view=newest')
  const number = (await page.locator('a[data-row]').nth(1).textContent())?.trim() ?? ''
  await page.goto(`/staff/orders?view=newest&order=${number}`)
  const open = page.locator('tbody tr[data-key][aria-current="true"]')
  await expect(open.locator('a[data-row]')).toHaveText(number)

  await page.setViewportSize(phone)
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: number })).toBeVisible()
  await expect(page.getByRole('button', { name: t.before })).toBeVisible()
  await expect(page.getByRole('button', { name: t.after })).toBeVisible()
  // The filters of a list that is not in sight are not either.
  await expect(page.getByRole('form', { name: orderActWords.kz.findLabel })).toBeHidden()
  await isSound(page)
})

test('rows picked by the keyboard are copied with their heads, cells by tabs', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize(wide)
  await comesAs(page, 'staff')
  await page.goto('/staff/orders?view=newest')
  const rows = page.locator('tbody tr[data-key]')
  await expect(rows.nth(2)).toBeVisible()
  await page.locator('a[data-row]').first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.getByText(pickedWords.kz.picked.replace('{n}', '2'))).toBeVisible()
  await isSound(page)
  await page.keyboard.press('Control+KeyC')
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
  expect(copied).toHaveLength(3)
  expect(copied[0]?.split('\t')[0]).toBe(orderWords.kz.columns.order)
  for (const [at, line] of copied.slice(1).entries()) {
    const number = await page.locator('a[data-row]').nth(at).textContent()
    expect(line.split('\t')[0]).toBe(number?.trim())
  }
  // None again, and the open list stays.
  await page.keyboard.press('Escape')
  await expect(page.locator('tr[data-picked]')).toHaveCount(0)
  // A stretch by the mouse: from the row with Ctrl to the row with Shift.
  const cell = (row: number) => rows.nth(row).locator('td').last()
  await cell(0).click({ modifiers: ['Control'] })
  await cell(2).click({ modifiers: ['Shift'] })
  await expect(page.locator('tr[data-picked]')).toHaveCount(3)
  expect(opened(page)).toBeNull()
})

test('the frame: the rail folds by a key and stays folded, the keys are told and switched off', async ({
  page,
}) => {
  const t = deskWords.kz
  await page.setViewportSize(wide)
  await comesAs(page, 'staff')
  await page.goto('/staff')
  await expect(page.getByRole('table', { name: todayWords.kz.caption })).toBeVisible()
  await isSound(page)
  await page.keyboard.press('BracketLeft')
  await expect(page.getByRole('button', { name: t.unfold })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
  await page.reload()
  await expect(page.getByRole('button', { name: t.unfold })).toBeVisible()
  await page.keyboard.press('Shift+Slash')
  const dialog = page.getByRole('dialog', { name: keyWords.kz.title })
  await expect(dialog).toBeVisible()
  await isSound(page)
  await dialog.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('BracketLeft')
  await expect(page.getByRole('button', { name: t.unfold })).toBeVisible()
})

test('no desk scrolls sideways, at any width', async ({ page }) => {
  await blockedHuman()
  await comesAs(page, 'staff')
  for (const path of ['/staff', '/staff/orders?view=newest', '/staff/status', '/staff/claims']) {
    await page.setViewportSize({ width: phone.width, height: 900 })
    await page.goto(path)
    const shown = page.locator('#desk').locator('table, h2').filter({ visible: true })
    await expect(shown.first()).toBeVisible()
    // Whoever waits today may have any name.
    if (path === '/staff') await expect(page.locator('#desk tbody a').first()).toBeVisible()
    for (const width of [phone.width, 768, 1024, wide.width]) {
      await page.setViewportSize({ width, height: 900 })
      // The list is drawn anew when its answer comes.
      if (path === '/staff')
        await page.locator('#desk tbody td:nth-child(2)').evaluateAll((cells) => {
          for (const cell of cells)
            cell.textContent = 'Нұрмұхаммедова-Қожабергенова Гүлжауһар Әбдірахманқызы'
        })
      const wider = await page
        .locator('#desk, #desk section')
        .evaluateAll((places) => places.filter((at) => at.scrollWidth > at.clientWidth + 1).length)
      expect(`${path} at ${width}: ${wider}`).toBe(`${path} at ${width}: 0`)
    }
  }
})

test('no screen of the accountant scrolls sideways, at any width', async ({ page }) => {
  await comesAs(page, 'accountant')
  const over: string[] = []
  for (const path of screens.accountant) {
    await page.setViewportSize({ width: 1024, height: 900 })
    await opensScreen(page, path)
    for (const width of [1024, 768, phone.width]) {
      await page.setViewportSize({ width, height: 900 })
      const wider = await page
        .locator('html, #desk, #desk section')
        .evaluateAll((places) =>
          places
            .filter((at) => at.scrollWidth > at.clientWidth + 1)
            .map((at) => `${at.tagName} ${at.getAttribute('aria-label') ?? ''}`),
        )
      over.push(...wider.map((at) => `${path} at ${width}: ${at}`))
    }
  }
  expect(over).toEqual([])
})

test('what waits names a match by its likeness and opens its own case', async ({ page }) => {
  const { iin } = await blockedHuman()
  const [found] = await rowsOf('select id from kyc_cases where iin = $1', [iin])
  await page.setViewportSize(wide)
  await comesAs(page, 'staff')
  await page.goto('/staff')
  const link = page.locator(`a[data-row][href$="?case=${found?.id}"]`)
  await expect(link).toContainText(/\d+\s?%/)
  await link.click()
  await expect(page).toHaveURL(new RegExp(`/kyc\\?case=${found?.id}`))
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
})

test('fields, buttons and rows end at one edge, on a phone and at a desk', async ({ page }) => {
  await comesAs(page, 'administrator')
  for (const path of ['/staff/orders?view=newest', '/staff/users']) {
    await page.setViewportSize(phone)
    await page.goto(path)
    await expect(page.locator('tbody tr[data-key]').nth(2)).toBeVisible()
    for (const size of [phone, wide]) {
      await page.setViewportSize(size)
      // How far from the sheet's edge the bar ends, and the words of the last cell that is seen.
      const ends = await page.evaluate(async () => {
        await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
        const sheet = document.querySelector('tbody')?.getBoundingClientRect().right ?? 0
        const seen = [...document.querySelectorAll('#desk :is(input, button, summary)')].filter(
          (one) => one.checkVisibility() && !one.closest('table, nav, li'),
        )
        const bar = Math.max(...seen.map((one) => one.getBoundingClientRect().right))
        const row = document.querySelector('tbody tr[data-key]')
        const last = [...(row?.children ?? [])].findLast((cell) => cell.checkVisibility())
        const padding = last ? Number.parseFloat(getComputedStyle(last).paddingInlineEnd) : 0
        return { bar: sheet - bar, row: padding }
      })
      expect({ path, width: size.width, row: ends.row }).toEqual({
        path,
        width: size.width,
        row: 16,
      })
      expect(Math.round(ends.bar)).toBeGreaterThanOrEqual(16)
    }
  }
})

test('money back: one asks and sees what the second will sign, the second declines with a note', async ({
  page,
}) => {
  const [t, signs] = [giveBackWords.kz, signatureWords.kz]
  // A sale that was issued stands as if it was paid only; its next try is far away.
  // The demonstration sales of a new app come a moment after its first answer.
  const [order] = await until(
    () =>
      rowsOf(
        `update orders set state = 'paid', paid_at = now(), next_attempt_at = now() + interval '1 day'
         where id = (select order_id from payment_attempts join orders on orders.id = order_id
           where payment_attempts.state = 'paid' and orders.state = 'issued'
           order by orders.created_at desc limit 1) returning id`,
      ),
    (rows) => rows.length > 0,
    60_000,
  )
  const path = `/staff/orders?order=${String(order?.id)}`
  const panel = page.getByRole('region', { name: t.title })
  await page.setViewportSize(wide)
  await comesAs(page, 'staff')
  await page.goto(path)
  await page.getByRole('button', { name: orderActWords.kz.act.refund }).click()
  await page.getByRole('button', { name: t.reasons[1] ?? '', exact: true }).click()
  const facts = await panel.locator('dl').textContent()
  await isSound(page)
  await panel.getByRole('button', { name: t.send }).click()
  await expect(panel.getByText(signs.untilSigned)).toBeVisible()

  await comesAs(page, 'administrator')
  await page.setViewportSize(phone)
  await page.goto('/staff')
  await page.getByRole('link', { name: todayWords.kz.acts.sign_refund }).click()
  expect(await panel.locator('dl').textContent()).toBe(facts)
  await isSound(page)
  const refuse = panel.getByRole('button', { name: signs.refuse })
  // Under the thumb before one has read down to it.
  await expect(refuse).toBeInViewport({ ratio: 1 })
  await refuse.click()
  const note = panel.getByLabel(signs.note, { exact: true })
  await expect(note).toHaveAttribute('aria-invalid', 'true')
  await note.fill(t.reasons[2] ?? '')
  await refuse.click()
  await expect(panel.getByText(signs.refused, { exact: false }).first()).toBeVisible()
  await expect(panel.getByText(t.reasons[2] ?? '')).toBeVisible()
  await isSound(page)
  await rowsOf(`update orders set state = 'issued', next_attempt_at = null where id = $1`, [
    order?.id,
  ])
})

test('the status of the systems is seen at once on a wide screen, on a phone what is not well', async ({
  page,
}) => {
  const t = statusWords.kz
  await page.setViewportSize(wide)
  await comesAs(page, 'staff')
  await page.goto('/staff/status')
  await expect(page.getByRole('heading', { name: t.day })).toBeVisible()
  await isSound(page)
  // The verdict and the steps of a sale are on the first screen; the day of the systems follows.
  await expect(page.getByRole('region', { name: t.stepsTitle })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize(phone)
  await expect(page.getByRole('heading', { name: t.day })).toBeHidden()
  await expect(page.getByText(/сұрау болмаған жүйе: \d/).first()).toBeVisible()
  await isSound(page)
})

test('the accountant has rows in the first screen, their sums in sight', async ({ page }) => {
  const locale: Locale = 'kz'
  const { caption } = reportWords[locale]
  await comesAs(page, 'accountant')
  const today = almatyDay(new Date())
  // Two months: on the first day of one there may be a single order.
  const period = `from=${addDays(today, -60)}&to=${today}`
  for (const [size, least] of [
    [wide, 12],
    [{ width: 768, height: 1024 }, 12],
    [phone, 4],
  ] as const) {
    await page.setViewportSize(size)
    await page.goto(`/orders-report?${period}`)
    await expect(page.getByRole('table', { name: caption })).toBeVisible()
    expect(await rowsInSight(page, caption)).toBeGreaterThanOrEqual(least)
    await isSound(page)
  }
})
