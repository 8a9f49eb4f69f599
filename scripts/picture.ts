import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from '../tests/journeys/browser.ts'

/**
 * The picture of the README: the calculator on a phone and on a wide screen. `node
 * scripts/picture.ts [address of a started product]`.
 */
const address = process.argv[2] ?? 'http://localhost:3000'
const file = join(import.meta.dirname, '..', 'docs', 'images', 'calculator.png')

async function screen(
  browser: Browser,
  path: string,
  width: number,
  height: number,
): Promise<string> {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 1.25 })
  await page.goto(address + path)
  await page.getByText(/\d\s₸/).first().waitFor()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const picture = await page.screenshot({ animations: 'disabled' })
  await page.close()
  return `<img width="${width}" height="${height}" src="data:image/png;base64,${picture.toString('base64')}">`
}

const { executablePath, env } = await findChromium()
const browser = await chromium.launch({
  executablePath,
  args: chromiumFlags,
  env: { ...process.env, ...env },
})
const phone = await screen(browser, '/ogpo-calculator', 360, 740)
const wide = await screen(browser, '/ru/ogpo-calculator', 1180, 740)
const sheet = await browser.newPage({ viewport: { width: 1684, height: 820 } })
await sheet.setContent(`<style>
  body { display: flex; gap: 40px; margin: 0; padding: 40px 52px; background: #dcd8cc }
  img { border-radius: 16px; box-shadow: 0 12px 32px #0003 }
</style>${phone}${wide}`)
writeFileSync(file, await sheet.screenshot())
await browser.close()
