import type { Page } from '@playwright/test'
import { prefixOf } from '#contract/pages.ts'
import { almatyDay, numericDay } from '#domain/calendar.ts'
import orderWords from '#web/desks/orders/desk-texts.ts'
import deskOrderWords from '#web/desks/orders/texts.ts'
import pickedWords from '#web/ui/picked-texts.ts'
import { inPage, isMovedByTheBrowser, MANY, scrollTo } from './many-rows.ts'
import { expect, isSound, phone, test, wide } from './screens.ts'
import { comesAs } from './signed-in.ts'

/** Tables with many rows: those that are out of sight leave the page (decision 270). */
const keyOf = (row: number) => `00000000-0000-4000-8000-${String(row).padStart(12, '0')}`
const numberOf = (row: number) => `QG${String(1_000 + row)}`

/** The orders of the server, each many times under another number; a second page where it is asked for. */
async function manyOrders(page: Page, { first = MANY, last = true } = {}): Promise<void> {
  await page.route('**/api/staff/orders', async (route) => {
    const { cursor, ...asked } = route.request().postDataJSON()
    const second = cursor !== undefined
    const answer = await route.fetch({ postData: asked })
    const body = await answer.json()
    const orders = Array.from({ length: second ? MANY : first }, (_, at) => {
      const row = second ? first + at : at
      const of = body.data.orders[row % body.data.orders.length]
      // Some names are too long for a phone: the rows stay of one height.
      const who = row % 4 === 1 ? 'Ғабдуллин-Қаратаев Тимурлан Б.' : of.who
      return { ...of, who, order_id: keyOf(row), number: numberOf(row), amount: 10_000 + row * 37 }
    })
    const next = second || last ? null : 'more'
    await route.fulfill({
      response: answer,
      json: { ...body, data: { ...body.data, orders, next } },
    })
  })
}

const row = (page: Page, at: number) => page.locator(`tr[data-key="${keyOf(at)}"]`)

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('tr')?.dataset.key ?? null)

/** What may not move while rows come and leave: the columns, and how far the list goes. */
const shape = (page: Page) =>
  page.locator('table').evaluate((table) => ({
    columns: [...table.querySelectorAll('thead th')].map(
      (head) => head.getBoundingClientRect().width,
    ),
    height: table.getBoundingClientRect().height,
  }))
const times = async (count: number, act: () => Promise<void>) => {
  for (let at = 0; at < count; at += 1) await act()
}

for (const [locale, size] of [
  ['kz', wide],
  ['ru', wide],
  ['kz', phone],
  ['ru', phone],
] as const)
  test(`hundreds of orders are walked, picked and copied, most of them out of the page, ${locale} at ${size.width}`, async ({
    page,
    context,
  }) => {
    const t = orderWords[locale]
    const told = (count: number) =>
      page.getByText(pickedWords[locale].picked.replace('{n}', String(count)))
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await page.setViewportSize(size)
    await comesAs(page, 'staff')
    await manyOrders(page)
    await page.goto(`${prefixOf(locale)}/staff/orders?view=newest`)
    await expect(row(page, 0)).toBeVisible()
    await expect.poll(() => inPage(page)).toBeLessThan(100)
    await expect(page.getByRole('table', { name: t.list })).toHaveAttribute(
      'aria-rowcount',
      String(MANY + 1),
    )
    const before = await shape(page)
    await isSound(page)
    await isMovedByTheBrowser(page, t.list)

    // Down through many borders, and up again: the row of the focus is in sight.
    await times(61, () => page.keyboard.press('KeyJ'))
    expect(await focused(page)).toBe(keyOf(60))
    await expect(row(page, 60)).toBeInViewport()
    await expect(row(page, 60)).toHaveAttribute('aria-rowindex', '62')
    await times(40, () => page.keyboard.press('ArrowUp'))
    expect(await focused(page)).toBe(keyOf(20))
    await expect(row(page, 20)).toBeInViewport()
    await page.keyboard.press('Space')

    // Away from the row of the focus: it keeps it, and the way goes on from there.
    await scrollTo(page, t.list, 1)
    await expect(row(page, MANY - 1)).toBeInViewport()
    expect(await focused(page)).toBe(keyOf(20))
    await expect(row(page, 100)).toHaveCount(0)
    await isSound(page)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe(keyOf(21))
    await page.keyboard.press('ArrowUp')
    await scrollTo(page, t.list, 1)
    await page.keyboard.press('Shift+ArrowDown')
    await expect(row(page, 21)).toBeInViewport()
    expect(await focused(page)).toBe(keyOf(21))
    await expect(told(2)).toBeVisible()

    // A stretch by Shift and a press: what is out of the page is picked too, and copied.
    await scrollTo(page, t.list, 1)
    await row(page, MANY - 1)
      .getByRole('cell')
      .last()
      .click({ modifiers: ['Shift'] })
    await expect(told(MANY - 21 + 1)).toBeVisible()
    await page.keyboard.press('Control+KeyC')
    const lines = (await copied()).split('\n')
    expect(lines).toHaveLength(1 + MANY - 20)
    expect(lines[0]?.split('\t')[0]).toBe(t.columns.order)
    for (const at of [20, 150, MANY - 1])
      expect(lines[at - 19]?.split('\t')[0]?.replaceAll(/\s/g, '')).toBe(numberOf(at))
    await scrollTo(page, t.list, 0.5)
    await expect(row(page, 205)).toBeInViewport()
    await expect(row(page, 205)).toHaveAttribute('data-picked')
    await expect.poll(() => inPage(page)).toBeLessThan(120)
    await row(page, 205).getByRole('link').focus()
    await page.keyboard.press('Escape')
    await expect(page.locator('tr[data-picked]')).toHaveCount(0)

    // All of them by one key.
    await page.keyboard.press('Shift+KeyC')
    await expect.poll(async () => (await copied()).split('\n').length).toBe(1 + MANY)
    // A pixel is the grid that a glyph is drawn to.
    const after = await shape(page)
    expect(after.height).toBe(before.height)
    for (const [at, column] of after.columns.entries())
      expect(Math.abs(column - (before.columns[at] ?? 0))).toBeLessThanOrEqual(1)
  })

test('an order opened in the middle of many stays in sight, and the focus comes back to it', async ({
  page,
}) => {
  const t = orderWords.kz
  await page.setViewportSize(wide)
  await comesAs(page, 'staff')
  await manyOrders(page)
  await page.goto('/staff/orders?view=newest')
  await expect(row(page, 0)).toBeVisible()
  await scrollTo(page, t.list, 0.5)
  await expect(row(page, 205)).toBeInViewport()
  const { width } = await shapeOf(page, 205)
  await row(page, 205).getByRole('link').click()
  await expect(row(page, 205)).toHaveAttribute('aria-current', 'true')
  await expect(row(page, 205)).toBeInViewport()
  expect((await shapeOf(page, 205)).width).toBeLessThan(width)
  // The next one opens, also where the list was scrolled away from it.
  await scrollTo(page, t.list, 0)
  await expect(row(page, 3)).toBeInViewport()
  await page.keyboard.press('KeyJ')
  await expect(row(page, 206)).toHaveAttribute('aria-current', 'true')
  await expect(row(page, 206)).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect.poll(() => new URL(page.url()).searchParams.get('order')).toBeNull()
  expect(await focused(page)).toBe(keyOf(206))
  await expect(row(page, 206)).toBeInViewport()
})

const shapeOf = async (page: Page, at: number) => {
  const box = await row(page, at).boundingBox()
  if (!box) throw new Error('The row is not shown')
  return box
}

for (const size of [wide, phone])
  test(`more rows keep the place, and another width moves nothing out of it, ${size.width}`, async ({
    page,
  }) => {
    const t = orderWords.kz
    await page.setViewportSize(size)
    await comesAs(page, 'staff')
    await manyOrders(page, { last: false })
    await page.goto('/staff/orders?view=newest')
    await expect(row(page, 0)).toBeVisible()
    await scrollTo(page, t.list, 1)
    const before = await shapeOf(page, MANY - 1)
    await page.getByRole('button', { name: deskOrderWords.kz.more }).click()
    await expect(page.getByText(deskOrderWords.kz.shown(2 * MANY)).first()).toBeAttached()
    expect((await shapeOf(page, MANY - 1)).y).toBeCloseTo(before.y, 0)
    await expect.poll(() => inPage(page)).toBeLessThan(120)
    await row(page, MANY - 1).evaluate((line) => line.scrollIntoView({ block: 'center' }))
    // Rows that were measured on the other width come back: what is seen stays where it is.
    await page.setViewportSize({ width: size.width === 360 ? 740 : 1_024, height: 700 })
    await expect(row(page, MANY - 1)).toBeInViewport()
    const turned = await shapeOf(page, MANY - 1)
    await times(12, async () => {
      await page.mouse.move(200, 400)
      await page.mouse.wheel(0, -300)
    })
    await times(12, () => page.mouse.wheel(0, 300))
    await expect
      .poll(async () => (await row(page, MANY - 1).boundingBox())?.y)
      .toBeCloseTo(turned.y, 0)
  })

test('the name of a group stays in sight over rows of which most are out of the page', async ({
  page,
}) => {
  const HOUR = 3_600_000
  const newest = Date.parse('2026-11-20T18:30:00Z')
  const at = (entry: number) => new Date(newest - entry * HOUR).toISOString()
  await page.setViewportSize(phone)
  await comesAs(page, 'administrator')
  await page.route(/\/api\/staff\/audit(\?|$)/, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const entries = Array.from({ length: MANY }, (_, entry) => ({
      ...{ id: `${entry}`, at: at(entry), actor: `job:${entry}`, actor_name: null },
      ...{ action: 'order.looked_at', object: { kind: 'order', id: `${entry}` } },
      ...{ details: {}, seal: `${entry}`, unusual: null },
    }))
    await route.fulfill({ response: answer, json: { ...body, data: { entries, next: null } } })
  })
  await page.goto('/staff/audit')
  const table = page.getByRole('table')
  await expect(table).toHaveAttribute('aria-rowcount', /^4\d\d$/)
  await expect.poll(() => inPage(page)).toBeLessThan(120)
  await isSound(page)
  // On a phone the list is as high as its rows; wider it scrolls by itself.
  await page.setViewportSize({ width: 768, height: 1_024 })
  await table.evaluate((of) => of.closest('section')?.scrollTo(0, of.scrollHeight / 2))
  const middle = () =>
    table.evaluate((of) => {
      const { top, bottom } =
        of.closest('section')?.getBoundingClientRect() ?? of.getBoundingClientRect()
      const line = document.elementFromPoint(180, (top + bottom) / 2)?.closest('tr')
      return line?.dataset.key?.split(' ')[0]?.replace('job:', '') ?? ''
    })
  await expect.poll(middle).toMatch(/^\d+$/)
  const entry = Number(await middle())
  const days = new Set(Array.from({ length: entry + 1 }, (_, one) => almatyDay(new Date(at(one)))))
  await expect(
    table.getByText(numericDay(almatyDay(new Date(at(entry)))), { exact: true }),
  ).toBeInViewport()
  await expect(page.locator(`tr[data-key^="job:${entry} "]`)).toHaveAttribute(
    'aria-rowindex',
    String(2 + entry + days.size),
  )
})

test('few rows that become many keep the focus, and what was picked among them', async ({
  page,
}) => {
  await page.setViewportSize(wide)
  await comesAs(page, 'staff')
  await manyOrders(page, { first: 100, last: false })
  await page.goto('/staff/orders?view=newest')
  await row(page, 50).getByRole('link').focus()
  await page.keyboard.press('Space')
  expect(await inPage(page)).toBe(100)
  await expect(page.getByRole('table')).not.toHaveAttribute('aria-rowcount')
  // As the rest comes by itself: the focus is not on the button.
  await page
    .getByRole('button', { name: deskOrderWords.kz.more })
    .evaluate((button: HTMLElement) => button.click())
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(100 + MANY + 1))
  expect(await inPage(page)).toBeLessThan(120)
  expect(await focused(page)).toBe(keyOf(50))
  await expect(row(page, 50)).toHaveAttribute('data-picked')
})
