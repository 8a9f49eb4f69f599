import type { Page } from '@playwright/test'

/** How many rows fit in sight: the place of the list, less its head and foot, by a row's height. */
export const rowsInSight = (page: Page, list: string): Promise<number> =>
  page.getByRole('region', { name: list, exact: true }).evaluate((place) => {
    const height = (of: string) => place.querySelector(of)?.getBoundingClientRect().height ?? 0
    const row = Math.max(height('tbody tr[data-key]'), 1)
    return Math.floor((place.clientHeight - height('thead') - height('tfoot')) / row)
  })
