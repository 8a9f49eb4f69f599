import type { Page } from '@playwright/test'
import { expect } from './screens.ts'

/** So many that most of them are out of sight and leave the page (decision 270). */
export const MANY = 400

/** How many rows stand in the page. */
export const inPage = (page: Page) => page.locator('tr[data-key]').count()

/** Scrolls a list by its name to a share of its height. */
export const scrollTo = (page: Page, list: string, to: number) =>
  page
    .getByRole('region', { name: list, exact: true })
    .evaluate((place, share) => place.scrollTo(0, share * place.scrollHeight), to)

/**
 * The list is moved by the browser alone, whatever the page is busy with: only a ground that
 * nothing shines through lets it.
 */
export const isMovedByTheBrowser = (page: Page, list: string) =>
  expect(page.getByRole('region', { name: list, exact: true })).toHaveCSS(
    'background-color',
    /^rgb\(/,
  )
