import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { pathOf } from '#contract/pages.ts'
import { colours } from '#domain/colours.ts'
import { locales } from '#domain/locale.ts'
import { horns, mound } from '#domain/mark.ts'
import linkWords from '#web/purchase/result/link/texts.ts'
import policyWords from '#web/purchase/result/policy-texts.ts'
import { chromiumFlags, findChromium } from '../tests/journeys/browser.ts'

/**
 * The picture of the README, the first page on a phone and on a wide screen and a policy bought for
 * it, the pictures that others show of a link to us, and those of a pass in a wallet. `node
 * scripts/picture.ts [port of a started product] [port of its sandbox]`.
 */
const [port = '3000', sandboxPort = '4010'] = process.argv.slice(2)
const address = `http://localhost:${port}`
const file = join(import.meta.dirname, '..', 'docs', 'images', 'first-page.png')

async function screen(
  browser: Browser,
  path: string,
  width: number,
  height: number,
): Promise<string> {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 1.25 })
  await page.goto(address + path)
  await page.getByText(/\d\s₸/).first().waitFor()
  return taken(page, width, height)
}

/** The screen as it stands; the page is shut. */
async function taken(page: Page, width: number, height: number): Promise<string> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const picture = await page.screenshot({ animations: 'disabled' })
  await page.close()
  return `<img width="${width}" height="${height}" src="data:image/png;base64,${picture.toString('base64')}">`
}

/** The pass of a policy just bought, as the link of its SMS shows it after the code. */
async function pass(browser: Browser, width: number, height: number): Promise<string> {
  // Read by the ways of the journeys when they are loaded.
  Object.assign(process.env, { JOURNEY_PORT: port, JOURNEY_SANDBOX_PORT: sandboxPort })
  const { buys } = await import('../tests/journeys/policies.ts')
  const { codeSentTo, newCar, newHuman } = await import('../tests/journeys/sandbox.ts')
  const buyer = await newHuman()
  const { key } = await buys(buyer, await newCar())
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: 1.25 })
  await page.goto(`${address}${pathOf('ogpo-calculator-result', 'kz')}?order=${key}`)
  await page.getByRole('button', { name: linkWords.kz.send }).click()
  await page.getByLabel(linkWords.kz.code).pressSequentially(await codeSentTo(buyer.phone))
  await page.getByRole('button', { name: policyWords.kz.share }).waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  return taken(page, width, height)
}

const { executablePath, env } = await findChromium()
const browser = await chromium.launch({
  executablePath,
  args: chromiumFlags,
  env: { ...process.env, ...env },
})
const phone = await screen(browser, pathOf('index', 'kz'), 360, 740)
const wide = await screen(browser, pathOf('index', 'ru'), 1180, 740)
const policy = await pass(browser, 360, 740)
const sheet = await browser.newPage({ viewport: { width: 2084, height: 820 } })
await sheet.setContent(`<style>
  body { display: flex; gap: 40px; margin: 0; padding: 40px 52px; background: #dcd8cc }
  img { border-radius: 16px; box-shadow: 0 12px 32px #0003 }
</style>${phone}${wide}${policy}`)
writeFileSync(file, await sheet.screenshot())
for (const locale of locales) {
  // 1200 by 630: what Open Graph asks for (`og:image` in web/render.tsx).
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  await page.goto(address + pathOf('index', locale))
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const preview = join(import.meta.dirname, '..', 'web', 'ui', `preview-${locale}.png`)
  writeFileSync(preview, await page.screenshot({ animations: 'disabled' }))
  await page.close()
}
// What a pass in a phone's wallet carries (documents/wallet/apple.ts): the mark as icon and as
// logo.
for (const [name, width, height, mark] of [
  ['icon', 29, 29, 21],
  ['logo', 50, 50, 46],
] as const)
  for (const scale of name === 'icon' ? [1, 2, 3] : [1, 2]) {
    const page = await browser.newPage({
      viewport: { width, height },
      deviceScaleFactor: scale,
    })
    const { light } = colours
    await page.setContent(`<style>
      body { display: grid; place-items: center; height: 100vh; margin: 0 }
      ${name === 'icon' ? `body { background: ${light.deep} }` : ''}
    </style><svg viewBox="0 0 64 52" width="${mark}" fill="none"><path d="${horns}" stroke="${light['on-deep']}"
      stroke-width="5.4" stroke-linecap="round" stroke-linejoin="round"/><path d="${mound}" fill="${light['on-deep']}"/></svg>`)
    const path = join(import.meta.dirname, '..', 'documents', 'wallet', 'images')
    const file = `${name}${scale === 1 ? '' : `@${scale}x`}.png`
    writeFileSync(join(path, file), await page.screenshot({ omitBackground: name === 'logo' }))
    await page.close()
  }
await browser.close()
