import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
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
  try {
    return await look(page, only)
  } catch (cause) {
    // A paper that comes into its frame during a look takes the frame before along.
    if (!/Axe in frame timed out|Frame was detached/.test(String(cause))) throw cause
    return look(page, only)
  }
}

async function look(page: Page, only?: readonly string[]): Promise<string[]> {
  for (const frame of page.frames())
    if (await frame.evaluate(() => !('axe' in window))) await frame.evaluate(script)
  return page.evaluate(
    async (rules) => {
      const { violations } = await axe.run(document, {
        ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}),
        resultTypes: ['violations'],
        // Of the two kinds of files that it fetches beforehand no rule asks for style sheets.
        preload: { assets: ['media'] },
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    only && [...only],
  )
}
