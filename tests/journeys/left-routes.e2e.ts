import { expect, test } from './screens.ts'

test('a route that answers after its test is over fails nobody', async ({ page }) => {
  const closed = new Promise<void>((resolve) => page.once('close', () => resolve()))
  await page.route('**/builds/latest.json*', async (route) => {
    const answer = await route.fetch()
    await closed
    await answer.text()
    await route.fulfill({ response: answer })
  })
  const asked = page.waitForRequest('**/builds/latest.json*')
  await page.goto('/ru')
  await page.evaluate(() => void fetch('/builds/latest.json'))
  expect((await asked).method()).toBe('GET')
})
