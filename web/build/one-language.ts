import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'
import type { Locale } from '#brand'

/** The words that screens read in the language of the page alone. What was accepted or is downloaded may be in the other one. */
const words = /\/web\/.+texts\.ts$|\/texts\/(fields|factors|vehicle-types)\.ts$/

/** A page is in one language, so its script carries no words of the other: of each pair `{ kz, ru }` the page's half stays. */
export const oneLanguage = (locale: Locale): Plugin => ({
  name: 'qorgan-one-language',
  enforce: 'pre',
  transform: (code, id) => (words.test(id) ? { code: inLanguage(code, locale), map: null } : undefined),
})

/** The source with the other language's half of each written-out pair replaced by `0`. */
export function inLanguage(code: string, locale: Locale): string {
  const other = locale === 'kz' ? 'ru' : 'kz'
  const halves: ESTree.Expression[] = []
  new Visitor({
    ObjectExpression({ properties }) {
      const half = (name: Locale) =>
        properties.find(
          (each) =>
            each.type === 'Property' && !each.shorthand && !each.computed && each.key.type === 'Identifier' && each.key.name === name,
        )
      const dropped = half(locale) && half(other)
      if (dropped?.type === 'Property') halves.push(dropped.value)
    },
  }).visit(parseSync('texts.ts', code).program)
  let kept = ''
  let at = 0
  // A pair inside a dropped half goes with it.
  for (const { start, end } of halves.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue
    kept += `${code.slice(at, start)}0`
    at = end
  }
  return kept + code.slice(at)
}
