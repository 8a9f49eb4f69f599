import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { pathOf } from '#contract/pages.ts'
import { colours } from '#domain/colours.ts'
import { locales } from '#domain/locale.ts'
import { horns, mound } from '#domain/mark.ts'
import { chromiumFlags, findChromium } from '../tests/journeys/browser.ts'

/**
 * The picture of the README, the first page on a phone and on a wide screen, the pictures that
 * others show of a link to us, and those of a pass in a wallet. `node scripts/picture.ts [address
 * of a started product]`.
 */
const address = process.argv[2] ?? 'http://localhost:3000'
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
const phone = await screen(browser, pathOf('index', 'kz'), 360, 740)
const wide = await screen(browser, pathOf('index', 'ru'), 1180, 740)
const sheet = await browser.newPage({ viewport: { width: 1684, height: 820 } })
await sheet.setContent(`<style>
  body { display: flex; gap: 40px; margin: 0; padding: 40px 52px; background: #dcd8cc }
  img { border-radius: 16px; box-shadow: 0 12px 32px #0003 }
</style>${phone}${wide}`)
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
