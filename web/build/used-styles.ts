import { type Selector, transform } from 'lightningcss'

/**
 * The rules of a style sheet that the given documents can use: a rule whose class occurs in none of
 * them goes. Attributes and states are kept, a script may set them. Only for classes that no script
 * draws (`mayGo`): all of a page of HTML alone, since what it opens later brings styles of its own.
 */
export function usedStyles(
  css: string,
  documents: readonly string[],
  mayGo: (name: string) => boolean = () => true,
): string {
  const classes = new Set(
    documents.flatMap((html) =>
      [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
    ),
  )
  const shown = (selector: Selector): boolean =>
    selector.every((part) => {
      if (part.type === 'class') return classes.has(part.name) || !mayGo(part.name)
      // What is asked of another element must be there to be found.
      const asked = 'selectors' in part && anyOf.includes(part.kind) ? part.selectors : null
      return !asked || (asked as Selector[]).some(shown)
    })
  const { code } = transform({
    filename: 'page.css',
    code: Buffer.from(css),
    minify: true,
    visitor: { Selector: (selector) => (shown(selector) ? undefined : []) },
  })
  return withoutUnusedMotion(Buffer.from(code).toString())
}

const anyOf: readonly string[] = ['is', 'where', 'has']

/** Takes out the motions that no rule names. */
function withoutUnusedMotion(css: string): string {
  const motions = [...css.matchAll(/@keyframes ([\w-]+)/g)].map(([, name = '']) => name)
  const unusedSymbols = motions.filter((name) => css.split(name).length === 2)
  const code = Buffer.from(css)
  return transform({ filename: 'page.css', code, minify: true, unusedSymbols }).code.toString()
}
