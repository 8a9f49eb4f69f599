import { expect, test } from '@playwright/test'
import { complaintsOn } from './axe.ts'
import { spec } from './spec.ts'

test('an unknown address is a 404 page that names it and leads home', async ({ page }) => {
  spec('2.5.404-page-page-not', '2.5.link-back-main-page')

  const answer = await page.goto('/ru/nowhere?x=<b>')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('Page not found: /ru/nowhere')).toBeVisible()
  expect(await complaintsOn(page)).toEqual([])
})
