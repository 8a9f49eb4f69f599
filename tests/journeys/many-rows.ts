import type { Page } from '@playwright/test'

/** So many that most of them are out of sight and leave the page (decision 270). */
export const MANY = 400

/** How many rows stand in the page. */
export const inPage = (page: Page) => page.locator('tr[data-key]').count()

/** Scrolls a list by its name to a share of its height. */
export const scrollTo = (page: Page, list: string, to: number) =>
  page
    .getByRole('region', { name: list, exact: true })
    .evaluate((place, share) => place.scrollTo(0, share * place.scrollHeight), to)
