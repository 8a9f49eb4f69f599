import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type ESTree, parseSync } from 'vite'
import { inEveryLanguage, isLocale, type Locale, type Localized } from '#domain/locale.ts'
import { sources } from './boundaries.ts'

const root = join(import.meta.dirname, '..')
/** Where words for people stand. */
const files = [
  /^texts\/(?!legal-archive|legal-versions)/,
  /^web\/(?!build|ui\/latin).+\.tsx?$/,
  /^brand\.ts$/,
  // What a client or a desk reads of the server's own: the replies to begin with, reasons.
  /^server\/(setup\/seed|esbd\/price-basis)\.ts$/,
  /^domain\/kyc\/grounds\.ts$/,
]
const content = globSync('web/content/*.json', { cwd: root })

/** One written text: where it stands, in which language, and the same path in the other one. */
export type Written = { file: string; path: string; locale: Locale; text: string }

function textsOf(file: string, code: string): Written[] {
  const found: Written[] = []
  const say = (text: string, path: string, said: Locale | null) => {
    // Words that stand under no language (arguments of a helper, forms of a plural): their letters
    // say which one it is.
    const locale = said ?? (/[әғқңөұүһі]/iu.test(text) ? 'kz' : 'ru')
    if (/\p{Script=Cyrillic}/u.test(text)) found.push({ file, path, locale, text })
  }
  const walk = (node: unknown, path: string, locale: Locale | null): void => {
    if (Array.isArray(node))
      for (const [at, each] of node.entries())
        walk(each, isNode(each) && each.type === 'Property' ? path : `${path}.${at}`, locale)
    else if (isNode(node)) walkNode(node, path, locale)
  }
  const walkNode = (node: ESTree.Node, path: string, locale: Locale | null): void => {
    if (node.type === 'Literal') say(String(node.value), path, locale)
    else if (node.type === 'TemplateLiteral') {
      say(templateText(node, code), path, locale)
      for (const [at, each] of node.expressions.entries()) walk(each, `${path}(${at})`, locale)
    } else if (node.type === 'Property') {
      const key = keyOf(node.key, code)
      // A pair within a pair's half is the other one's own business: the inner language holds.
      if (isLocale(key)) walk(node.value, path, key)
      else walk(node.value, `${path}.${key}`, locale)
    } else if (node.type === 'VariableDeclarator')
      walk(node.init, `${path}/${keyOf(node.id, code)}`, locale)
    else
      for (const [name, part] of Object.entries(node))
        if (typeof part === 'object' && part !== null && name !== 'key') walk(part, path, locale)
  }
  walk(parseSync(relative('.', file).replace(/json$/, 'ts'), code).program, '', null)
  return found
}

const isNode = (node: unknown): node is ESTree.Node =>
  typeof node === 'object' && node !== null && 'type' in node

const keyOf = (node: { start: number; end: number }, code: string): string =>
  code.slice(node.start, node.end).replaceAll(/^['"]|['"]$/g, '')

const templateText = (node: ESTree.TemplateLiteral, code: string): string =>
  node.quasis
    .map(({ value: { cooked, raw } }, at) => {
      const put = node.expressions[at]
      return `${cooked ?? raw}${put ? `‹${code.slice(put.start, put.end)}›` : ''}`
    })
    .join('')

/**
 * Every string and template of the texts, read from the source, so that words of helpers are found
 * too. A value that is put in is written ‹day›.
 */
export const written: readonly Written[] = [
  ...sources(root)
    .map(({ file }) => file)
    .filter((file) => files.some((one) => one.test(file)) && !/\.test\.tsx?$/.test(file))
    .flatMap((file) => textsOf(file, readFileSync(join(root, file), 'utf8'))),
  ...content.flatMap((file) =>
    textsOf(file, `export default ${readFileSync(join(root, file), 'utf8')}`),
  ),
]

/** The texts of one path in both languages, where each has one. */
export const pairs: readonly ({ place: string } & Localized)[] = [
  // The parts of a list are one text: a sentence may go on over a link.
  ...Map.groupBy(written, ({ file, path }) => `${file}${path.replace(/\.\d+$/, '')}`),
].flatMap(([place, said]) => {
  const { kz, ru } = inEveryLanguage((language) =>
    said
      .filter(({ locale }) => locale === language)
      .map(({ text }) => text)
      .join(' '),
  )
  return kz && ru ? [{ place, kz, ru }] : []
})
