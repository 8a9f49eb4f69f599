import { inflateSync } from 'node:zlib'

/**
 * Reads a PDF that Typst wrote, for tests: the words drawn on its pages, its metadata and its
 * number of pages. Not a reader for other PDFs.
 */
export function readPdf(bytes: Uint8Array) {
  const source = Buffer.from(bytes).toString('latin1')
  const objects = new Map(
    [...source.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)].map(([, id = '', body = '']) => [
      id,
      body,
    ]),
  )
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body))
  return {
    source,
    xmp: Buffer.from(/<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(source)?.[0] ?? '', 'latin1').toString(
      'utf8',
    ),
    catalog: [...objects.values()].find((body) => body.includes('/Type /Catalog')) ?? '',
    /**
     * Drawn letters of each page without any white space: a line is drawn in pieces, and the gaps
     * between them are not letters.
     */
    pages: pages.map((page) => bare(pageText(page, objects))),
  }
}

/** Text without white space, to be compared with a page. */
export const bare = (text: string) => text.replace(/[\s\u200b]+/g, '')

function pageText(page: string, objects: Map<string, string>): string {
  const fonts = new Map(
    [...page.matchAll(/\/(f\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
      const toUnicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1] ?? ''
      return [name, glyphMap(stream(objects.get(toUnicode) ?? ''))]
    }),
  )
  const contents = /\/Contents (\d+) 0 R/.exec(page)?.[1] ?? ''
  let font = new Map<number, string>()
  let text = ''
  for (const { name, glyphs } of tokens(stream(objects.get(contents) ?? ''))) {
    if (name) font = fonts.get(name) ?? font
    for (const glyph of glyphs) text += font.get(glyph) ?? ''
  }
  return text
}

function stream(object: string): string {
  const [, head = '', data = ''] = /^([\s\S]*?)stream\n([\s\S]*)\nendstream$/.exec(object) ?? []
  return head.includes('/FlateDecode')
    ? inflateSync(Buffer.from(data, 'latin1')).toString('latin1')
    : data
}

function glyphMap(cmap: string) {
  const pairs = [...cmap.matchAll(/^<([0-9A-F]{4})> <([0-9A-F]+)>$/gm)]
  return new Map(
    pairs.map(
      ([, glyph = '', text = '']) =>
        [
          Number.parseInt(glyph, 16),
          Buffer.from(text, 'hex').swap16().toString('utf16le'),
        ] as const,
    ),
  )
}

/** Font changes and the strings between them, literal or hexadecimal. */
function* tokens(content: string) {
  const start = /\/(f\d+) [\d.]+ Tf|<([0-9A-F]+)>|\(/g
  for (let match = start.exec(content); match; match = start.exec(content)) {
    const [, name, hex] = match
    const from = start.lastIndex
    if (!name && !hex) start.lastIndex = endOfString(content, from)
    const raw = hex
      ? Buffer.from(hex, 'hex').toString('latin1')
      : unescaped(content.slice(from, start.lastIndex))
    yield { name, glyphs: glyphs(raw) }
  }
}

/**
 * Returns the end of the string that begins at `at`: brackets inside it are balanced or escaped
 * (ISO 32000-1, 7.3.4.2).
 */
function endOfString(content: string, at: number): number {
  let depth = 1
  for (let i = at; i < content.length; i++) {
    if (content[i] === '\\') i++
    else if (content[i] === '(') depth++
    else if (content[i] === ')' && --depth === 0) return i
  }
  return content.length
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

const unescaped = (literal: string) =>
  literal.replace(/\\(?:([0-7]{1,3})|([\s\S]))/g, (_, octal: string | undefined, sign: string) =>
    octal ? String.fromCharCode(Number.parseInt(octal, 8)) : (escapes[sign] ?? sign),
  )

const glyphs = (raw: string): number[] =>
  Array.from(
    { length: raw.length / 2 },
    (_, i) => raw.charCodeAt(2 * i) * 256 + raw.charCodeAt(2 * i + 1),
  )
