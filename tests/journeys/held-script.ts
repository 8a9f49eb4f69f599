import type { Page } from '@playwright/test'

/** Holds a script of the page back until it is let go. */
export async function holds(page: Page, script: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/assets/${script}-*.js`, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
