import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'
import { type Locale, locales } from '#domain/locale.ts'

/**
 * The words that screens read in the language of the page alone. What was accepted or is downloaded
 * may be in the other one.
 */
const words = [
  /\/web\/(.+(texts|words)|desks\/desks|page-titles)\.ts$/,
  /\/texts\/(fields|factors|vehicle-types|report-words|report-columns|ways)\.ts$/,
  /\/texts\/(phrases|connection|states)\.ts$/,
  /\/domain\/months\.ts$/,
]

/**
 * A page is in one language, so its script carries no words of another: of each `{ kz, ru }` the
 * page's own stays.
 */
export const oneLanguage = (locale: Locale): Plugin => ({
  name: 'qorgan-one-language',
  enforce: 'pre',
  transform: (code, id) =>
    words.some((one) => one.test(id)) ? { code: inLanguage(code, locale), map: null } : undefined,
})

/**
 * The source with the other languages' part of each written-out set replaced by `0`; what a part
 * holds is one language's, whatever its keys.
 */
export function inLanguage(code: string, locale: Locale): string {
  const others = locales.filter((other) => other !== locale)
  const sets: { kept: ESTree.Node; dropped: ESTree.Node[] }[] = []
  new Visitor({
    ObjectExpression({ properties }) {
      const valueIn = (name: Locale): ESTree.Node | undefined => {
        const found = properties.find(
          (each) =>
            each.type === 'Property' &&
            !each.shorthand &&
            !each.computed &&
            each.key.type === 'Identifier' &&
            each.key.name === name,
        )
        return found?.type === 'Property' ? found.value : undefined
      }
      const kept = valueIn(locale)
      const dropped = others.flatMap((other) => valueIn(other) ?? [])
      if (kept && dropped.length === others.length) sets.push({ kept, dropped })
    },
  }).visit(parseSync('texts.ts', code).program)
  const within = (outer: ESTree.Node, { start, end }: ESTree.Node) =>
    outer.start <= start && end <= outer.end
  const outermost = sets.filter(
    (set) =>
      !sets.some(
        (outer) =>
          outer !== set &&
          [outer.kept, ...outer.dropped].some((value) =>
            set.dropped.some((inner) => within(value, inner)),
          ),
      ),
  )
  let source = ''
  let at = 0
  for (const { start, end } of outermost
    .flatMap(({ dropped }) => dropped)
    .toSorted((a, b) => a.start - b.start)) {
    source += `${code.slice(at, start)}0`
    at = end
  }
  // Words that nobody reads go: the page's own title is the HTML's alone.
  return (source + code.slice(at)).replace(
    /(export default|export const \w+ =) texts\(/g,
    '$1 /* @__PURE__ */ texts(',
  )
}
