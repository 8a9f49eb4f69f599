import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { sources } from '#tests/boundaries.ts'
import { pageNames, pages } from '../pages.ts'
import { repository } from './content-hash.ts'
import { unusedKinds, usedReact } from './unused-react.ts'

const web = join(repository, 'web')
const whole = readFileSync(
  join(repository, 'node_modules/react-dom/cjs/react-dom-client.production.js'),
  'utf8',
)

/** Reachable code as a function of the module's own, with its names or short ones. */
const reachable = (code: string, mangle = false): string =>
  minifySync('react.js', `export default function (require, exports) {${code}}`, {
    module: true,
    mangle,
    codegen: { removeWhitespace: false },
  }).code

/** What code asks of the browser: names that are still long where its own are short. */
function outside(code: string): string[] {
  const short = reachable(code, true)
  const properties = new Set<number>()
  const found = new Set<string>()
  new Visitor({
    MemberExpression: ({ computed, property }) => !computed && properties.add(property.start),
    Property: ({ computed, key, shorthand }) =>
      !computed && !shorthand && properties.add(key.start),
    Identifier: ({ name, start }) => !properties.has(start) && name.length > 3 && found.add(name),
  }).visit(parseSync('react.js', short).program)
  return [...found]
}

test('no variable is lost with what declared it', () => {
  const before = outside(whole)
  expect(before).toContain('document')
  expect(outside(usedReact(whole)).filter((name) => !before.includes(name))).toEqual([])
})

/** The kinds that React gives to a fiber: numbers of what the tag is set to. */
const given =
  /(?:createFiberImplClass\(|fiberTag = |workInProgress\.tag = )((?:\([^)]*\)|[^,;)\n])+)/g
const made = (code: string): number[] =>
  [...code.matchAll(given)].flatMap(([, kind = '']) => kind.match(/\b\d+\b/g)?.map(Number) ?? [])

test('no fiber of a kind that was taken out is made', () => {
  const before = made(reachable(whole))
  expect(before).toEqual(expect.arrayContaining([1, 11, 12, 13, 19, 26, 27, 30, 31]))
  const after = made(reachable(usedReact(whole)))
  expect(after.filter((kind) => unusedKinds.has(kind))).toEqual([])
  // A function, a root, a portal, an element, a text, a fragment, a context, Suspense, memo, lazy.
  expect(after).toEqual(expect.arrayContaining([0, 3, 4, 5, 6, 7, 10, 13, 14, 15, 16, 18, 22]))
})

test('a React that lacks one of the parts stops the build', () => {
  expect(() => usedReact(whole.replaceAll('startViewTransition', 'begin'))).toThrow(
    'This React has no startViewTransition',
  )
})

/** What the browser's React still has. */
const kept = new Set([
  ...['createContext', 'createElement', 'lazy', 'memo', 'startTransition', 'Suspense'],
  ...['useCallback', 'useContext', 'useDeferredValue', 'useEffect', 'useId', 'useLayoutEffect'],
  ...['useMemo', 'useReducer', 'useRef', 'useState', 'useSyncExternalStore'],
  ...['createPortal', 'flushSync', 'createRoot', 'hydrateRoot'],
])
const imports = /import (?!type )([^;]+?) from 'react(?:-dom(?:\/client)?)?'/g

/** Elements that React treats in its own way, custom ones, forms whose action is a function. */
const special = [
  /<(?:html|head|body|link|meta|style|script)[\s/>]/,
  /<[a-z]+-[a-z]/,
  /\bformAction=/,
  /<form\b[^>]*?\saction=/,
]

/** Drawn by the browser's React: not the frame, nor what stands on pages of HTML alone. */
const hydrated = (file: string): boolean => {
  const [, name = ''] = /^pages\/([^/]+)\//.exec(file) ?? []
  const ofPage = pageNames.find((one) => one === name)
  return (
    (!ofPage || pages[ofPage].interactive) &&
    !/^(build|layouts)\/|^render\.tsx$|\.test\./.test(file)
  )
}

test('screens use nothing that the browser’s React lacks', () => {
  const others = sources(web).flatMap(({ file, source }) => {
    if (!hydrated(file)) return []
    const named = [...source.matchAll(imports)].flatMap(
      ([, list = '']) => list.replaceAll(/\btype \w+/g, '').match(/[\w*]+/g) ?? [],
    )
    const unknown = named.filter((name) => !kept.has(name))
    const written = file.endsWith('.tsx')
      ? special.flatMap((one) => one.exec(source)?.[0] ?? [])
      : []
    return [...unknown, ...written].map((what) => `${file}: ${what}`)
  })
  expect(others).toEqual([])
})
