import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { Party } from '#domain/books/parties.ts'
import { type Day, numericDay } from '#domain/calendar.ts'

/**
 * Electronic invoices for the tax authority's portal, in its form InvoiceV2 (docs/law/formats.md,
 * section 2). The order of fields and the service code follow the public sample of 2025; the portal
 * checks by today's schema.
 */

/** A service (a guess: general knowledge), and the catalogue's number of the sample. */
const SERVICE = '6'
const CATALOGUE = '1'

export type Invoice = {
  number: string
  day: Day
  turnover: Day
  seller: Party
  customer: Party
  act: { number: string; day: Day }
  description: string
  /** Tiyn. `percent` is null if the commission is exempt from the tax. */
  gross: number
  tax: number
  percent: number | null
}

const escaped = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
const tag = (name: string, ...inside: readonly string[]) => `<${name}>${inside.join('')}</${name}>`
const text = (name: string, value: string) => tag(name, escaped(value))
const sum = (tiyn: number) => (tiyn / 100).toFixed(2)

function invoiceOf(of: Invoice): string {
  const net = of.gross - of.tax
  const product = tag(
    'product',
    text('catalogTruId', CATALOGUE),
    text('description', of.description),
    text('ndsAmount', sum(of.tax)),
    ...(of.percent === null ? [] : [text('ndsRate', String(of.percent))]),
    text('priceWithTax', sum(of.gross)),
    text('priceWithoutTax', sum(net)),
    text('quantity', '1'),
    text('truOriginCode', SERVICE),
    text('turnoverSize', sum(net)),
    text('unitPrice', sum(net)),
  )
  const totals = [
    text('totalExciseAmount', sum(0)),
    text('totalNdsAmount', sum(of.tax)),
    text('totalPriceWithTax', sum(of.gross)),
    text('totalPriceWithoutTax', sum(net)),
    text('totalTurnoverSize', sum(net)),
  ]
  const { seller, customer } = of
  return [
    '<v2:invoice xmlns:a="abstractInvoice.esf" xmlns:v2="v2.esf">',
    text('date', numericDay(of.day)),
    text('invoiceType', 'ORDINARY_INVOICE'),
    text('num', of.number),
    text('operatorFullname', seller.signer),
    text('turnoverDate', numericDay(of.turnover)),
    tag(
      'customers',
      tag(
        'customer',
        text('address', customer.address),
        text('countryCode', 'KZ'),
        text('name', customer.name),
        text('tin', customer.bin),
      ),
    ),
    text('deliveryDocDate', numericDay(of.act.day)),
    text('deliveryDocNum', of.act.number),
    tag(
      'deliveryTerm',
      text('contractDate', numericDay(customer.contractDay)),
      text('contractNum', customer.contract),
      text('hasContract', 'true'),
    ),
    tag('productSet', text('currencyCode', 'KZT'), tag('products', product), ...totals),
    tag('sellers', tag('seller', text('name', seller.name), text('tin', seller.bin))),
    '</v2:invoice>',
  ].join('')
}

/**
 * Returns the file of all invoices. Throws if it does not follow the public form: then it is not
 * published.
 */
export function invoicesXml(invoices: readonly Invoice[]): string {
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<esf:invoiceContainer xmlns:esf="esf"><invoiceSet>${invoices.map(invoiceOf).join('')}</invoiceSet></esf:invoiceContainer>\n`
  const faults = invoiceFaults(xml)
  if (faults.length > 0) throw new Error(`the invoices are not of the form: ${faults.join(', ')}`)
  return xml
}

/** The fields of an invoice in their order; one with `?` may be left out. */
const fields = {
  'v2:invoice': [
    'date',
    'invoiceType',
    'num',
    'operatorFullname',
    'turnoverDate',
    'consignee?',
    'consignor?',
    'customers',
    'deliveryDocDate?',
    'deliveryDocNum?',
    'deliveryTerm',
    'productSet',
    'sellers',
  ],
  customers: ['customer'],
  customer: ['address', 'countryCode', 'name', 'tin'],
  deliveryTerm: ['contractDate', 'contractNum', 'hasContract'],
  productSet: [
    'currencyCode',
    'products',
    'totalExciseAmount',
    'totalNdsAmount',
    'totalPriceWithTax',
    'totalPriceWithoutTax',
    'totalTurnoverSize',
  ],
  products: ['product'],
  product: [
    'catalogTruId',
    'description',
    'ndsAmount',
    'ndsRate?',
    'priceWithTax',
    'priceWithoutTax',
    'quantity',
    'truOriginCode',
    'turnoverSize',
    'unitNomenclature?',
    'unitPrice',
  ],
  sellers: ['seller'],
  seller: ['name', 'tin'],
} as const satisfies Record<string, readonly string[]>

const date = /^(0[1-9]|[12]\d|3[01])\.(0[1-9]|1[0-2])\.\d{4}$/
const money = /^\d+\.\d{2}$/
const bin = /^\d{12}$/
const forms: Readonly<Record<string, RegExp>> = {
  date,
  turnoverDate: date,
  deliveryDocDate: date,
  contractDate: date,
  invoiceType: /^ORDINARY_INVOICE$/,
  num: /^\d{1,18}$/,
  tin: bin,
  truOriginCode: /^[1-6]$/,
  ndsAmount: money,
  priceWithTax: money,
  priceWithoutTax: money,
  turnoverSize: money,
  unitPrice: money,
  totalExciseAmount: money,
  totalNdsAmount: money,
  totalPriceWithTax: money,
  totalPriceWithoutTax: money,
  totalTurnoverSize: money,
  currencyCode: /^KZT$/,
  countryCode: /^KZ$/,
  quantity: /^\d+$/,
  ndsRate: /^\d+(\.\d+)?$/,
}

type Node = Record<string, unknown>
const isNodes = (value: unknown): value is Node[] => Array.isArray(value)
const nameOf = (node: Node): string => Object.keys(node).find((key) => key !== ':@') ?? ''
const insideOf = (node: Node): Node[] => {
  const inside = node[nameOf(node)]
  return isNodes(inside) ? inside : []
}
const textOf = (node: Node): string => {
  const [first] = insideOf(node)
  return first ? String(first['#text'] ?? '') : ''
}

/**
 * Lists where a file departs from the public form: fields, their order, their format, their sums.
 */
export function invoiceFaults(xml: string): string[] {
  const valid = XMLValidator.validate(xml)
  if (valid !== true) return [`xml ${valid.err.line}`]
  const parsed: unknown = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    parseTagValue: false,
    trimValues: true,
  }).parse(xml)
  const roots = isNodes(parsed) ? parsed.filter((node) => nameOf(node) !== '?xml') : []
  const [root] = roots
  if (!root || nameOf(root) !== 'esf:invoiceContainer') return ['esf:invoiceContainer']
  const [set] = insideOf(root)
  if (!set || nameOf(set) !== 'invoiceSet') return ['invoiceSet']
  const invoices = insideOf(set)
  if (invoices.length === 0) return ['v2:invoice']
  return invoices.flatMap((invoice) => [...faultsIn(invoice), ...sumFaults(invoice)])
}

function faultsIn(node: Node): string[] {
  const name = nameOf(node)
  const order: readonly string[] | undefined = Object.entries(fields).find(
    ([of]) => of === name,
  )?.[1]
  if (!order) {
    const value = textOf(node)
    return value === '' || forms[name]?.test(value) === false ? [name] : []
  }
  const inside = insideOf(node)
  const faults: string[] = []
  let at = 0
  for (const field of order) {
    const wanted = field.replace('?', '')
    const next = inside[at]
    if (next && nameOf(next) === wanted) {
      faults.push(...faultsIn(next))
      at += 1
    } else if (!field.endsWith('?')) faults.push(wanted)
  }
  const rest = inside[at]
  return rest ? [...faults, nameOf(rest)] : faults
}

/** Price without tax and tax are the price with tax, of the service and of the whole. */
function sumFaults(invoice: Node): string[] {
  const tiyn = (name: string): number => Math.round(Number(found(invoice, name)) * 100)
  const adds = (whole: string, ...parts: readonly string[]) =>
    tiyn(whole) === parts.reduce((all, part) => all + tiyn(part), 0) ? [] : [whole]
  return [
    ...adds('priceWithTax', 'priceWithoutTax', 'ndsAmount'),
    ...adds('totalPriceWithTax', 'totalPriceWithoutTax', 'totalNdsAmount'),
    ...adds('totalPriceWithTax', 'priceWithTax'),
    ...adds('totalNdsAmount', 'ndsAmount'),
  ]
}

function found(node: Node, name: string): string {
  if (nameOf(node) === name) return textOf(node)
  return (
    insideOf(node)
      .map((inside) => (nameOf(inside) === '#text' ? '' : found(inside, name)))
      .find((value) => value !== '') ?? ''
  )
}
