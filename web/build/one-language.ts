import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'
import type { Locale } from '#brand'

/**
 * The words that screens read in the language of the page alone. What was accepted or is downloaded
 * may be in the other one.
 */
const words =
  /\/web\/.+(texts|tariff-words)\.ts$|\/texts\/(fields|factors|vehicle-types|report-words)\.ts$/

/**
 * A page is in one language, so its script carries no words of the other: of each pair `{ kz, ru }`
 * the page's half stays.
 */
export const oneLanguage = (locale: Locale): Plugin => ({
  name: 'qorgan-one-language',
  enforce: 'pre',
  transform: (code, id) =>
    words.test(id) ? { code: inLanguage(code, locale), map: null } : undefined,
})

/**
 * The source with the other language's half of each written-out pair replaced by `0`; what a half
 * holds is one language's, whatever its keys.
 */
export function inLanguage(code: string, locale: Locale): string {
  const other = locale === 'kz' ? 'ru' : 'kz'
  const pairs: { kept: ESTree.Node; dropped: ESTree.Node }[] = []
  new Visitor({
    ObjectExpression({ properties }) {
      const half = (name: Locale) =>
        properties.find(
          (each) =>
            each.type === 'Property' &&
            !each.shorthand &&
            !each.computed &&
            each.key.type === 'Identifier' &&
            each.key.name === name,
        )
      const [kept, dropped] = [half(locale), half(other)]
      if (kept?.type === 'Property' && dropped?.type === 'Property')
        pairs.push({ kept: kept.value, dropped: dropped.value })
    },
  }).visit(parseSync('texts.ts', code).program)
  const within = (outer: ESTree.Node, { start, end }: ESTree.Node) =>
    outer.start <= start && end <= outer.end
  const outermost = pairs.filter(
    (pair) =>
      !pairs.some(
        (other) =>
          other !== pair &&
          (within(other.kept, pair.dropped) || within(other.dropped, pair.dropped)),
      ),
  )
  let source = ''
  let at = 0
  for (const { start, end } of outermost
    .map(({ dropped }) => dropped)
    .toSorted((a, b) => a.start - b.start)) {
    source += `${code.slice(at, start)}0`
    at = end
  }
  return source + code.slice(at)
}
