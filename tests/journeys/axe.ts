import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type Axe from 'axe-core'

declare const axe: typeof Axe

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe complains about, by all of its rules or by `only` these, a line each. It is brought to a
 * document once, however often that is looked at, and makes reports of nothing but complaints: both
 * ways a look takes half the time.
 */
export async function complaintsOn(page: Page, only?: readonly string[]): Promise<string[]> {
  const seen = await placeOf(page, only)
  if (seen && existsSync(seen)) return []
  const complaints = await whole(page, seen !== null, only)
  if (seen && complaints.length === 0) writeFileSync(seen, '')
  return complaints
}

async function whole(page: Page, isOnce: boolean, only?: readonly string[]): Promise<string[]> {
  try {
    return await look(page, isOnce, only)
  } catch (cause) {
    // A paper that comes into its frame during a look takes the frame before along.
    if (!/Axe in frame timed out|Frame was detached/.test(String(cause))) throw cause
    return look(page, isOnce, only)
  }
}

/**
 * What differs between two screens that look the same to every rule: words, where they lead, and
 * the places of what is drawn.
 */
const SAID =
  'id for name list href src srcset alt title lang value min max placeholder aria-label aria-labelledby aria-describedby aria-controls aria-valuetext datetime data-key d viewBox x y width height cx cy'.split(
    ' ',
  )
/**
 * Where it is noted that nothing was to be said of a screen of this shape, in whichever test and
 * language; null where each screen is looked at (npm run test:full, which a release needs) or has
 * frames. What axe finds is a matter of the shape. What this misses until a release: contrast where
 * the same classes stand on another picture. A row of the shape of one before it is marked in the
 * page (`again`): axe passes over it.
 */
async function placeOf(page: Page, only: readonly string[] = []): Promise<string | null> {
  const home = process.env.JOURNEY_HOME
  if (!home || process.env.FULL_TESTS === 'on' || page.frames().length > 1) return null
  const shape = await page.evaluate((said) => {
    const again: Element[] = []
    const shapeOf = (element: Element): string => {
      const attributes = [...element.attributes].map(({ name, value }) =>
        value !== '' && said.includes(name) ? name : `${name}=${value}`,
      )
      const state = element.matches(':checked') ? 'checked' : ''
      // Rows of a list are the same screen in any order.
      const isList = element.matches('tbody, ul, ol')
      const inside: string[] = []
      for (const child of element.childNodes) {
        const part =
          child instanceof Element ? shapeOf(child) : child.nodeValue?.trim() ? 'text' : ''
        // One row more of the same is no other screen.
        const isNew = isList ? !inside.includes(part) : part !== inside.at(-1)
        if (part && isNew) inside.push(part)
        else if (child instanceof Element) again.push(child)
      }
      if (isList) inside.sort()
      return `<${element.localName} ${attributes.sort().join(' ')} ${state}>${inside.join('')}</>`
    }
    const medium = ['dark', 'light'].find(
      (scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches,
    )
    const { attributes } = document.documentElement
    const root = [...attributes].map(({ name, value }) => (name === 'lang' ? '' : name + value))
    const shape = shapeOf(document.body)
    Object.assign(window, { again })
    return [innerWidth, innerHeight, medium, document.title !== '', root, shape]
  }, SAID)
  const folder = join(home, 'looked-at')
  mkdirSync(folder, { recursive: true })
  const key = createHash('sha256').update(JSON.stringify([shape, only]))
  return join(folder, key.digest('hex'))
}

async function look(page: Page, isOnce: boolean, only?: readonly string[]): Promise<string[]> {
  for (const frame of page.frames())
    if (await frame.evaluate(() => !('axe' in window))) await frame.evaluate(script)
  return page.evaluate(
    async ({ rules, isOnce }) => {
      const { again = [] } = window as unknown as { again?: Element[] }
      const exclude = isOnce ? again.filter((row) => row.isConnected) : []
      const { violations } = await axe.run(exclude.length > 0 ? { exclude } : document, {
        ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}),
        resultTypes: ['violations'],
        // Of the two kinds of files that it fetches beforehand no rule asks for style sheets.
        preload: { assets: ['media'] },
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    { rules: only && [...only], isOnce },
  )
}
