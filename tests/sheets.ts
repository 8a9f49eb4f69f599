import { deflateSync } from 'node:zlib'

/** PDFs as a stranger would write them by hand: object after object, and whatever stands there. */
export function pdfOf(objects: readonly string[], trailer = '<< /Root 1 0 R >>'): Buffer {
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.7\n${body}trailer\n${trailer}\n%%EOF`, 'latin1')
}
const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
const page = (parent = 2, box = '[0 0 595 842]') =>
  `<< /Type /Page /Parent ${parent} 0 R /MediaBox ${box} >>`
const tree = (kids: string, count: number, parent?: number) =>
  `<< /Type /Pages /Kids [${kids}] /Count ${count}${parent ? ` /Parent ${parent} 0 R` : ''} >>`
const refs = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `${from + index} 0 R`).join(' ')

/** A whole sheet of so many pages; `own` makes it another file. */
export const sheetOf = (pages = 1, own = ''): Buffer =>
  pdfOf([
    catalog,
    tree(refs(3, pages), pages),
    ...Array.from({ length: pages }, () => page()),
    `(${own})`,
  ])

/** A sheet whose catalog, or page, says this too. */
const acts = (ofCatalog: string, ofPage = '') =>
  pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${ofCatalog} >>`,
    tree('3 0 R', 1),
    page().replace(' >>', ` ${ofPage} >>`),
  ])

function doubled(depth: number): Buffer {
  const levels = Array.from({ length: depth }, (_, level) =>
    tree(
      `${level + 3} 0 R ${level + 3} 0 R`,
      2 ** (depth - level),
      level > 0 ? level + 1 : undefined,
    ),
  )
  return pdfOf([catalog, ...levels, page(depth + 1)])
}
function packed(objects: number, size: number): Buffer {
  const table = '2 0 3 40 '.padEnd(20) + catalog.replace('2 0', '3 0').padEnd(40) + tree('', 0)
  const bytes = deflateSync(table.padEnd(size))
  const head = `/Type /ObjStm /N ${objects} /First 20 /Filter /FlateDecode /Length ${bytes.length}`
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj\n<< ${head} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Root 2 0 R >>\n%%EOF'),
  ])
}

/** Each shape by which a small PDF would take a reader's time or memory, and the words for it. */
export const spitefulSheets = {
  'a child named twice, depth 20': [doubled(20), 'pdf_unreadable'],
  'a child named twice, depth 3': [doubled(3), 'pdf_unreadable'],
  'a flat list of one page': [
    pdfOf([catalog, tree('3 0 R '.repeat(1_000_000), 1_000_000), page()]),
    'pdf_unreadable',
  ],
  'a cycle': [pdfOf([catalog, tree('3 0 R', 1), tree('2 0 R', 1, 2)]), 'pdf_unreadable'],
  'a node that is its own parent': [
    pdfOf([catalog, tree('3 0 R', 1), '<< /Type /Page /Parent 3 0 R >>']),
    'pdf_unreadable',
  ],
  'a count that lies': [pdfOf([catalog, tree('3 0 R', 2_000_000_000), page()]), 'pdf_unreadable'],
  '51 pages': [sheetOf(51), 'pdf_pages'],
  'a deep tree': [
    pdfOf([
      catalog,
      tree('3 0 R', 1),
      ...Array.from({ length: 5_000 }, (_, n) => tree(`${n + 4} 0 R`, 1, n + 2)),
      page(5_002),
    ]),
    'pdf_unreadable',
  ],
  'deep arrays': [
    pdfOf([catalog, tree('3 0 R', 1), `${'['.repeat(200_000)}${']'.repeat(200_000)}`]),
    'pdf_unreadable',
  ],
  'a page of a kilometre': [
    pdfOf([catalog, tree('3 0 R', 1), page(2, '[0 0 9000000 9000000]')]),
    'pdf_unreadable',
  ],
  'an object stream of 80 MB': [packed(2, 80_000_000), 'pdf_unreadable'],
  'an object stream of a billion objects': [packed(1_000_000_000, 20_000), 'pdf_unreadable'],
  encrypted: [
    pdfOf(
      [catalog, tree('3 0 R', 1), page()],
      '<< /Root 1 0 R /Encrypt << /Filter /Standard >> >>',
    ),
    'pdf_locked',
  ],
  'tables that lead back': [
    Buffer.from(
      `${sheetOf(1, 'loop').toString('latin1')}\nxref\n0 0\ntrailer\n<< /Root 1 0 R /Prev AT >>\nstartxref\nAT\n%%EOF`.replaceAll(
        'AT',
        String(sheetOf(1, 'loop').length + 1),
      ),
      'latin1',
    ),
    'pdf_unreadable',
  ],
  'a script that runs when it opens': [
    acts('/OpenAction << /S /JavaScript /JS (app.alert) >>'),
    'pdf_active',
  ],
  'a file within it': [
    acts('/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a.exe) >>] >> >>'),
    'pdf_active',
  ],
  'a page that sends its form': [
    acts('', '/AA << /O << /S /SubmitForm /F (https://x.example) >> >>'),
    'pdf_active',
  ],
  'no pages at all': [pdfOf([catalog, tree('', 0)]), 'pdf_unreadable'],
  'no objects': [Buffer.from('%PDF-1.4\n%%EOF'), 'pdf_unreadable'],
} as const satisfies Record<string, readonly [Buffer, string]>
