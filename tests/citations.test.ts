import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Checks that what a comment sends its reader to exists: a file, or a section of the specification. */

const root = join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean)

type Cited = { file: string; what: string }

/** Comments of a source, each on one line. */
function commentsOf(text: string, name: string): string[] {
  const found = name.endsWith('.sql')
    ? [...text.matchAll(/(?:^[ \t]*--.*\n?)+/gm)]
    : [...text.matchAll(/\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+/gm)]
  return found.map(([comment]) => comment.replaceAll(/\n[ \t]*(?:\*|\/\/|--)?[ \t]*/g, ' '))
}

/**
 * Files a comment names: a source, style or document of ours. Addresses of the web are not, nor what
 * follows the repository or document of somebody else that is named as evidence.
 */
function filesIn(comment: string): string[] {
  if (/^\/\*[\s\S]*\bEvidence\b/.test(comment)) return []
  const ours = comment.replaceAll(/https?:\S+|\bdist\/\S+|`[^`]*[{*…][^`]*`/g, ' ')
  return [
    ...ours.matchAll(
      /(?<![\w./{},*-])((?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|sql|css|typ|md|yaml))\b/g,
    ),
  ].map(([, path = '']) => path.replace(/^(?:\.\.?\/)+/, ''))
}

/** Sections of the specification a comment names, with a part of it in quotation marks. */
function sectionsIn(comment: string): { section: string; part: string | undefined }[] {
  return [
    ...comment.matchAll(
      /\bspec(?:ification)?(?:'s)?,? \(?sections? (\d+)(?:\.\d+)?\)?(?:, "([^"]+)")?/gi,
    ),
  ].map(([, section = '', part]) => ({ section, part }))
}

const sources = files
  .filter((file) => /\.(?:tsx?|mjs|css|sql)$/.test(file) && !file.startsWith('server/db/rows'))
  .flatMap((file) =>
    commentsOf(readFileSync(join(root, file), 'utf8'), file).map((comment) => ({ file, comment })),
  )

test('every file that a comment names exists', () => {
  const known = files.map((file) => `/${file}`)
  const missing = sources.flatMap(({ file, comment }): Cited[] =>
    filesIn(comment)
      .filter((name) => !known.some((path) => path.endsWith(`/${name}`)))
      .map((what) => ({ file, what })),
  )
  expect(missing).toEqual([])
})

test('every command and every address of health that a document names exists', () => {
  const scriptsOf = (file: string): Record<string, string> =>
    JSON.parse(readFileSync(join(root, file), 'utf8')).scripts
  const [own, lab] = [scriptsOf('package.json'), scriptsOf('lab/package.json')]
  const health = readFileSync(join(root, 'server/telemetry/health.ts'), 'utf8')
  const missing = files
    .filter((file) => file.endsWith('.md') && existsSync(join(root, file)))
    .flatMap((file): Cited[] => {
      const text = readFileSync(join(root, file), 'utf8').replaceAll(/\s+/g, ' ')
      const named = [...text.matchAll(/\bnpm run ([a-z][\w:-]*)(?: -- ([a-z][\w:-]*))?/g)]
      const commands = named.filter(
        ([, name = '', inLab = '']) => !own[name] || (name === 'lab' && inLab && !lab[inLab]),
      )
      const addresses = [...text.matchAll(/(?<![\w.])(?:\$PUBLIC_URL)?(\/health(?:\/[a-z]+)?)\b/g)]
      return [
        ...commands.map(([what]) => ({ file, what })),
        ...addresses
          .filter(([, path]) => !health.includes(`'${path}'`))
          .map(([what]) => ({ file, what })),
      ]
    })
  expect(missing).toEqual([])
})

test('every section of the specification that a comment names exists', () => {
  const specification = readFileSync(join(root, 'docs/law/specification.md'), 'utf8')
  const sections = new Map(
    specification
      .split(/^## (?=\d+\.)/m)
      .slice(1)
      .map((text) => [text.slice(0, text.indexOf('.')), text]),
  )
  const cited = sources.flatMap(({ file, comment }) =>
    sectionsIn(comment).map((one) => ({ file, ...one })),
  )
  expect(cited.length).toBeGreaterThan(60)
  const missing = cited.filter(
    ({ section, part }) =>
      !sections.has(section) || (part && !sections.get(section)?.includes(part)),
  )
  expect(missing).toEqual([])
})

test('every part of what the specification leaves open that a comment names exists', () => {
  const settled = readFileSync(join(root, 'docs/law/settled.md'), 'utf8')
  const cited = sources.flatMap(({ file, comment }) =>
    [...comment.matchAll(/settled\.md, "([^"]+)"/g)].map(([, part = '']) => ({ file, part })),
  )
  expect(cited.length).toBeGreaterThan(20)
  expect(cited.filter(({ part }) => !settled.includes(part))).toEqual([])
})

test('every section of a page of the law that a comment names exists', () => {
  const cited = sources.flatMap(({ file, comment }) =>
    [...comment.matchAll(/docs\/law\/([a-z-]+)\.md,? section (\d+[a-z]?)/g)].map(
      ([, page = '', section = '']) => ({ file, page, section }),
    ),
  )
  expect(cited.length).toBeGreaterThan(10)
  const missing = cited.filter(
    ({ page, section }) =>
      !new RegExp(`^#+ ${section}[. ]`, 'm').test(
        readFileSync(join(root, 'docs/law', `${page}.md`), 'utf8'),
      ),
  )
  expect(missing).toEqual([])
})

test('every coefficient of the tariff names its law and the part of the page that explains it', () => {
  const source = readFileSync(join(root, 'domain/ogpo/factors.ts'), 'utf8')
  const type = source.slice(
    source.indexOf('export type Factor ='),
    source.indexOf('\nexport function'),
  )
  const members = [
    ...type.matchAll(/(\/\*\*[^/]*(?:\/(?!\*\*)[^/]*)*?\*\/)?\s*\|\s*\{\s*code: '(\w+)'/g),
  ]
  expect(members).toHaveLength(type.match(/\bcode: /g)?.length ?? 0)
  const page = readFileSync(join(root, 'docs/law/ogpo-rules.md'), 'utf8')
  const bare = members.flatMap(([, comment = '', code = '']) => {
    const [, law, part] =
      comment.match(
        /\b(art\. \d+|rules \d+)\b[\s\S]*docs\/law\/ogpo-rules\.md, section 1(?:, "([^"]+)")?/i,
      ) ?? []
    return law && (!part || page.includes(part)) ? [] : [code]
  })
  expect(bare).toEqual([])
})

describe('a citation is found', () => {
  test('across the lines of a comment, without its folder, not in an address', () => {
    const [comment = ''] = commentsOf('/**\n * See claims/\n * and `verdict.ts`.\n */', 'a.ts')
    expect(filesIn(comment)).toEqual(['verdict.ts'])
    expect(filesIn('https://example.kz/readme.md, `answers/*.ts`')).toEqual([])
    expect(sectionsIn('(specification, section 4, "Cards")')).toEqual([
      { section: '4', part: 'Cards' },
    ])
  })
})
