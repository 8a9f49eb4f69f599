import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Checks docs/coverage.md: what the specification names must have a row, and a row that claims to
 * be done must be able to show it.
 */

const root = join(import.meta.dirname, '..')
type Row = { part: string; what: string; state: string; file: string; test: string }

/**
 * The rows of the tables, each with the last heading above it; a heading is named by its number.
 */
function rowsOf(markdown: string): { parts: string[]; rows: Row[]; broken: string[] } {
  const parts: string[] = []
  const rows: Row[] = []
  const broken: string[] = []
  let part = ''
  for (const line of markdown.split('\n')) {
    const heading = /^#{2,3} ([\d.]+\d|\d)\.? /.exec(line)
    if (heading) {
      part = heading[1] ?? ''
      parts.push(part)
    }
    if (
      !line.startsWith('|') ||
      line === '| what | state | file | test |' ||
      line === '|---|---|---|---|'
    )
      continue
    const cells = line.split('|').map((cell) => cell.trim())
    const [, what = '', state = '', file = '', shown = ''] = cells
    if (cells.length !== 6 || !what || !part) broken.push(line)
    else rows.push({ part, what, state, file, test: shown })
  }
  return { parts, rows, broken }
}

const sources = new Map<string, string | null>()
function read(file: string): string | null {
  const known = sources.get(file)
  if (known !== undefined) return known
  const path = join(root, file)
  const source = /^[\w./-]+$/.test(file) && existsSync(path) ? readFileSync(path, 'utf8') : null
  sources.set(file, source)
  return source
}

/** What is wrong with a row, in words; null for a sound one. */
function fault({ state, file, test: shown }: Row): string | null {
  if (state !== 'done' && !/^issue [2-8]$/.test(state)) return `unknown state '${state}'`
  if (file && read(file) === null) return `no file '${file}'`
  const [testFile = '', ...parts] = shown.split(' › ')
  if (!shown) return state === 'done' ? 'done without a test' : null
  if (!file && state === 'done') return 'done without a file'
  if (!/\.(test|e2e)\.ts$/.test(testFile)) return `'${testFile}' is no test`
  const source = read(testFile)
  if (source === null) return `no test file '${testFile}'`
  const part = parts.join(' › ')
  return part && !source.includes(part) ? `'${part}' does not occur in '${testFile}'` : null
}

const { parts, rows, broken } = rowsOf(readFileSync(join(root, 'docs/coverage.md'), 'utf8'))
const inSection = (section: string) =>
  rows.filter(({ part }) => part === section || part.startsWith(`${section}.`))
const missing = (
  names: readonly string[],
  section: string,
  same: (what: string, name: string) => boolean,
) => {
  const all = inSection(section)
  return names.filter((name) => !all.some(({ what }) => same(what, name)))
}

const tables =
  `1 2.1 2.2 2.3 2.4 2.5 3.1 3.2 3.3 3.4 4.1 4.2 5 6 7.1 7.2 7.3 7.4 8.1 8.2 8.3 8.4 8.5 8.6 9`.split(
    ' ',
  )

const routes = [
  '/',
  '/auto-insurance',
  '/annual-reporting',
  '/documents',
  '/founders',
  '/managers',
  '/types-of-activity',
  '/docs',
  ...['annual-reporting', 'documents', 'founders', 'managers', 'types-of-activity'].map(
    (section) => `/${section}/{code}`,
  ),
  '/account',
  '/adddrivers/{id}',
  '/claim-report',
  '/orders-report',
  ...['applicant-form', 'policy-covernote', 'policy-home', 'policy-slip', 'policy'].map(
    (paper) => `/download-${paper}/{uuid}`,
  ),
  '/api/v1.0.0/egov/idp/callback',
  '/egov/documents/offerta',
  ...['home', 'ogpo'].flatMap((product) =>
    ['', '/calculator', '/insurance'].map((child) => `/egov/policy/{product}-${product}${child}`),
  ),
  ...['', '/login', '/result'].map((child) => `/ogpo-calculator${child}`),
  ...['', '/login', '/result', '/result-error'].map(
    (child) => `/internal/freedom/partner/ogpo${child}`,
  ),
  '/kyc',
  '/promoter',
  '/promoter/ogpo',
  '/promoter/search',
]

const calls = [
  'POST {auth domain}/{login endpoint}',
  'GET {auth domain}/{fetchUser endpoint}',
  'POST {auth domain}/{logout endpoint}',
  'POST /api/feedbackForm',
  ...['fetchUserPolicies', 'getPolicyFiles', 'cancelHomeSubscribe'].map(
    (name) => `POST /api/cabinet/policy/${name}`,
  ),
  'GET /api/cabinet/card/getCards',
  'POST /api/cabinet/card/changeActiveCard',
  'POST /api/cabinet/card/addCard',
  'POST /api/cabinet/user/forgotPassword',
  'POST /api/promoter/auth/forgotPassword',
  'POST /api/policy/kdp/sendClientOtp',
  'POST /api/policy/kdp/validateClientOtp',
  'POST /api/cabinet/claim/sendDocs',
  'POST /api/promoter/auth/login',
  'GET /api/promoter/auth/me',
  'POST /api/promoter/auth/logout',
  'POST /api/geolocation/saveGeo',
  'POST /api/policy/gkb/getPersonSocialStatus',
  'POST /api/policy/esbd/updateClientInEsbd',
  'POST /api/policy/esbd/setClientByDocument',
  'POST /api/policy/checkOrderPaid',
  ...[
    'calculate',
    'order',
    'reorder',
    'checkOrderSet',
    'getPolicy',
    'calcTerminate',
    'terminate',
    'cancel',
  ].map((name) => `POST /api/promoter/policy/ogpo/${name}`),
  ...['is-blocked', 'save-block-page', 'block-page-data'].map(
    (name) => `POST /api/promoter/policy/ogpo/${name}`,
  ),
  'GET builds/meta/{buildId}.json',
  'GET builds/latest.json',
  'GET {route}/_payload.json',
  'GET /api/v1.0.0/egov/idp/callback',
]

const codes =
  '12000 12001 12002 12003 12004 12005 12006 12007 12008 12009 12010 10301 13000 13001'.split(' ')
const locationCodes = [
  'UNSUPPORTED',
  'PERMISSION_DENIED',
  'POSITION_UNAVAILABLE',
  'TIMEOUT',
  'UNKNOWN_ERROR',
  'Default',
  'NO_IIN',
]

const constants = [
  'Password minimum length',
  'Login block',
  'New-password SMS resend wait',
  'Resend-code countdown (cabinet OTP)',
  'Duplicate request wait',
  'Contract start',
  'Minimum insurer age',
  'Driver limits (public)',
  'Car limits (public)',
  'Promoter limits',
  'Minimum distance from service centre',
  'OGPO+ extra payout',
  'Home protection start',
  'Claim file size',
  'Claim document slots',
  'IIN length',
  'Promoter login length',
  'PIN length',
  'Phone mask',
  'Inactive policies page size',
  'Default policy period',
  'Default start date',
  'Payment method for promoter orders',
  'Promoter idle logout',
  'Geolocation',
  'Auth token cookie',
  'Saved-path cookie',
  'Promoter token cookie',
  'Locale cookie lifetime',
  'Reload guard',
  'Build-check poll interval',
  'Device-detection resize refresh',
  'Notification default timeout',
  'Notification mobile breakpoint and closing animation',
  'Snackbar default timeout',
  'Card confirmation / warning / redirect messages',
  'Swipe-down to close bottom sheet',
  'Overlay layer / dialog layer',
  'Layout breakpoints',
  'Card hash display',
  'Call centre',
  'Default language',
]

const equal = (what: string, name: string) => what === name
const begins = (what: string, name: string) => what.startsWith(`${name} `)

describe('docs/coverage.md', () => {
  test('is made of whole rows under numbered headings', () => expect(broken).toEqual([]))

  test('has a table for each part of the specification, and no other', () => {
    expect(parts.filter((part) => inSection(part).length === 0)).toEqual([])
    expect([...new Set(rows.map(({ part }) => part))]).toEqual(tables)
  })

  test('says nothing twice within a part', () => {
    const names = rows.map(({ part, what }) => `${part} ${what}`)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test('every row is sound, and what is done has its file and its test', () => {
    expect(
      rows.flatMap((row) => (fault(row) ? [`${row.part} ${row.what}: ${fault(row)}`] : [])),
    ).toEqual([])
  })

  test.each([
    ['route of section 2', routes, '2.2', equal],
    ['call of section 7', calls, '7', equal],
    ['promoter code of section 8', codes, '8.4', begins],
    ['geolocation message of section 8', locationCodes, '8.6', begins],
    ['constant of section 9', constants, '9', equal],
  ] as const)('has a row for every %s', (_what, names, section, same) => {
    expect(missing(names, section, same)).toEqual([])
  })
})

describe('a row is refused', () => {
  const sound: Row = {
    part: '9',
    what: 'x',
    state: 'done',
    file: 'domain/iin.ts',
    test: 'tests/coverage.test.ts › a row is refused',
  }
  test('only if something is wrong with it', () => expect(fault(sound)).toBeNull())
  test.each<[string, Partial<Row>, string]>([
    ['with an unknown state', { state: 'nearly' }, "unknown state 'nearly'"],
    ['done without a file', { file: '' }, 'done without a file'],
    ['done without a test', { test: '' }, 'done without a test'],
    ['whose file is gone', { file: 'domain/gone.ts' }, "no file 'domain/gone.ts'"],
    ['whose test is gone', { test: 'domain/gone.test.ts' }, "no test file 'domain/gone.test.ts'"],
    ['shown by what is no test', { test: 'domain/iin.ts' }, "'domain/iin.ts' is no test"],
    [
      'whose test was renamed',
      { test: `domain/iin.test.ts › ${'gone '.repeat(2)}` },
      "'gone gone ' does not occur in 'domain/iin.test.ts'",
    ],
  ])('%s', (_how, wrong, words) => expect(fault({ ...sound, ...wrong })).toBe(words))
})
