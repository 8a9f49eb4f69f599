import type { Page } from '@playwright/test'
import { reportViewNames } from '#web/desks/shell/report-views.ts'
import { rowsOf } from './database.ts'
import { opens as opensPortal, wordsOf as portalWordsOf } from './promoter-screens.ts'
import { blockedHuman } from './sandbox.ts'
import { expect } from './screens.ts'
import { comesAs } from './signed-in.ts'

/** Every screen of the desks and of the portal, as whoever sits at it opens it. */
export const screens = {
  staff: [
    '/staff',
    '/staff/orders',
    '/staff/orders?view=newest',
    '/staff/orders?view=newest&order=QGDEMO001',
    '/staff/orders?contract=QGDEMO001',
    '/staff/claims',
    '/staff/claims?list=1',
    '/staff/claims?claim=QC00000001',
    '/kyc',
    '/kyc?view=lists',
    '/staff/clients',
    '/staff/clients?inbox=new',
    '/staff/status',
    '/staff/reference',
    '/staff/reference?kind=commissions',
    '/staff/reference?kind=tariff',
  ],
  administrator: ['/staff/audit', '/staff/users'],
  accountant: [
    ...reportViewNames.map((view) => `/orders-report?view=${view}`),
    ...['here', 'there', 'matched', 'settled'].map(
      (tab) => `/orders-report?view=reconciliation&tab=${tab}`,
    ),
    '/claim-report',
  ],
  promoter: [
    '/promoter/ogpo',
    '/promoter/search',
    '/promoter/sales',
    '/promoter/sales?view=sales',
    '/promoter/block',
  ],
} as const
export type Role = keyof typeof screens

/** Signed in, with the screens whose address only the database knows. */
export async function comes(page: Page, role: Role): Promise<string[]> {
  if (role === 'promoter') await opensPortal(page, portalWordsOf('kz'))
  else await comesAs(page, role)
  if (role !== 'staff') return [...screens[role]]
  const { iin } = await blockedHuman()
  const [found] = await rowsOf('select id from kyc_cases where iin = $1', [iin])
  const [client] = await rowsOf(
    `select id from accounts where realm = 'cabinet' and iin = '850315399904'`,
  )
  return [...screens.staff, `/kyc?case=${found?.id}`, `/staff/clients?client=${client?.id}`]
}

/** Opens it and waits for what it shows. */
export async function opens(page: Page, path: string): Promise<void> {
  await page.goto(path)
  const desk = page.getByRole('main')
  await expect(
    desk.locator('table, h2, h3, p, input, strong, li').filter({ visible: true }).first(),
  ).toBeVisible()
  // What is on its way has no width yet.
  await expect(desk.locator('[aria-busy="true"]')).toHaveCount(0)
}

/**
 * Places that are wider than they are seen, and the page itself; a line of tabs may be drawn aside.
 */
export const wider = (page: Page): Promise<string[]> =>
  page.locator('html, main, main section, main form').evaluateAll((places) =>
    places
      .filter((at) => at.scrollWidth > at.clientWidth + 1 && at.clientWidth > 0)
      .filter((at) => at.tagName === 'HTML' || /auto|scroll/.test(getComputedStyle(at).overflowX))
      .map((at) => `${at.tagName} ${at.ariaLabel ?? ''} ${at.scrollWidth} > ${at.clientWidth}`),
  )

/** What one could press and that ends outside the sheet, where nobody can draw it into sight. */
const cut = (page: Page): Promise<string[]> =>
  page.getByRole('main').evaluate((main) => {
    const isDrawn = (at: Element | null): boolean =>
      at !== null &&
      at !== main &&
      (/auto|scroll/.test(getComputedStyle(at).overflowX) || isDrawn(at.parentElement))
    const edge = main.getBoundingClientRect().right
    return [...main.querySelectorAll('a, button, summary, select, input')]
      .filter((at) => at.checkVisibility() && at.getBoundingClientRect().right > edge + 1)
      .filter((at) => !isDrawn(at.parentElement))
      .map((at) => `${at.tagName} ${at.textContent}`)
  })

/** Words of a cell that stand over the next one. */
const over = (page: Page): Promise<string[]> =>
  page.locator('main :is(td, th)').evaluateAll((cells) =>
    cells.flatMap((cell) => {
      if (!cell.checkVisibility() || getComputedStyle(cell).overflowX !== 'visible') return []
      const edge = cell.getBoundingClientRect().right
      const isOver = [...cell.querySelectorAll('*')].some((at) => {
        // What only a screen reader is told has a box of one pixel.
        if (!at.checkVisibility() || at.getBoundingClientRect().width <= 1) return false
        return [...at.childNodes].some((one) => {
          if (!(one instanceof Text && one.data.trim())) return false
          const words = document.createRange()
          words.selectNode(one)
          return words.getBoundingClientRect().right > edge + 1
        })
      })
      return isOver ? [cell.textContent] : []
    }),
  )

/** Nothing of it scrolls sideways, is cut or stands over its neighbour at these widths. */
export async function fits(page: Page, path: string): Promise<void> {
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const seen = {
      path,
      width,
      wider: await wider(page),
      cut: await cut(page),
      over: await over(page),
    }
    expect(seen).toEqual({ path, width, wider: [], cut: [], over: [] })
  }
}
