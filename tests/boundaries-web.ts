import type { Import } from './boundaries.ts'

/** Rooms of the browser that every page and feature may use; what stands in `web/` itself too. */
const base = new Set(['ui', 'http', 'session', 'dialogs', 'content', 'layouts', 'world'])

/** Which other features a feature may use, each with its reason. */
const mayUse: Record<string, Record<string, string>> = {
  /** What every door of the OGPO sale is made from. */
  sale: {},
  purchase: {
    sale: 'the site is a door of the sale',
    wallet: 'a policy that was bought goes into the wallet of a phone',
  },
  cabinet: { purchase: 'who signs out leaves no draft of a purchase on the device' },
  policies: {
    cabinet: 'the tabs stand in the cabinet and share what it knows of its client',
    purchase: 'a renewal says why it costs what it costs in the words of the price',
    wallet: 'a policy goes into the wallet of a phone',
  },
  claims: {
    cabinet: 'the tab stands in the cabinet and shares what it knows of its client',
    purchase: 'a third party proves the phone by the code and the words of a purchase',
  },
  'hand-off': {
    purchase: 'the client goes on to pay as every buyer does',
    sale: 'the way to pay is said as in every order',
  },
  portal: {
    sale: 'the portal is a door of the sale',
    purchase: "the portal's sheet is one more view of the purchase: its model, parts and price",
    reports: 'own sales are a report: its cells, and the way a file is saved',
    desks: 'a plate as it stands in the row of a table',
  },
  desks: { claims: 'staff see the states and papers of a claim by the words the client sees' },
  reports: {
    desks: 'the frame of every desk',
    claims: 'states of claims by the words the client sees',
  },
  wallet: {},
  home: {},
  egov: {},
  partner: {},
  company: {},
  check: {},
  'bonus-malus': {},
  contact: {},
}

/** What every door is made from; of calls it knows how they fail, by type. */
const model = 'web/sale/model/'
const errors = 'web/http/http.ts'

/** Why an import inside `web/` is not allowed, or null. */
export function webWall({ file, target }: Import): string | null {
  const room = roomOf(file)
  const there = roomOf(target)
  if (room === null || there === null || room === 'build' || file === 'web/build.ts') return null
  if (room === 'pages') return there === 'pages' && pageOf(file) !== pageOf(target) ? pages : null
  if (there === 'pages' || there === 'build') return 'only the build may import a page'
  const known = target.startsWith(model) || target === errors
  if (file.startsWith(model) && !known)
    return 'the model of the purchase knows no view, no call and no React'
  if (there === room || there === '' || base.has(there)) return null
  if (!(there in mayUse)) return `${there} is no room of the browser: name it`
  if (room === '' || base.has(room)) return 'what everybody uses imports no feature'
  return mayUse[room]?.[there] ? null : `${room} may not use ${there} without a reason`
}

const pages = 'a page imports no other page: what two share lives in a feature or in web/ui'
const pageOf = (path: string) => path.split('/')[2]
/** The room below `web/`, '' for a file in `web/` itself, null outside. */
const roomOf = (path: string): string | null => {
  const [web, room = '', file] = path.split('/')
  return web === 'web' ? (file ? room : '') : null
}
