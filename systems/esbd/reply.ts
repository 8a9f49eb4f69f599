import sax from 'sax'
import { isWire, Unfit, type Wire } from './codec.ts'
import type { Operation } from './protocol.ts'
import { EsbdRefused } from './refused.ts'

/**
 * What stands in the answer's `…Response`, elements by their names and all values as they are
 * written (`codec.ts` reads them by their types); null where it is empty. Throws `EsbdRefused` for
 * a Fault of either version, and `Unfit` for what is no answer to this operation.
 */
export function contentOf(operation: Operation, xml: string): unknown {
  const body = only(only(treeOf(xml), 'Envelope'), 'Body')
  if (isWire(body) && 'Fault' in body) throw new EsbdRefused(operation, faultText(body.Fault))
  return only(body, `${operation}Response`)
}

/** The one element of this name; an answer that holds something else there is none. */
function only(parent: unknown, name: string): unknown {
  if (!isWire(parent) || Array.isArray(parent) || !(name in parent) || Array.isArray(parent[name]))
    throw new Unfit(`the answer holds no ${name}`)
  return parent[name]
}

function faultText(fault: unknown): string {
  const one = isWire(fault) && !Array.isArray(fault) ? fault : {}
  const said = one.faultstring ?? (isWire(one.Reason) ? one.Reason.Text : null)
  const text: unknown = Array.isArray(said) ? said[0] : said
  return typeof text === 'string' && text !== '' ? text : 'Fault'
}

/** An element while it is read. */
type Open = { name: string; text: string; inside: Wire | null; nil: boolean }

/**
 * XML as values: an element with elements inside is their record, several of one name an array, any
 * other its text; nil ones are left out. Names lose their prefix, since the
 * contract has one namespace. Throws `Unfit` for what is no XML, for a document type, which SOAP
 * forbids, and where text stands beside elements.
 */
function treeOf(xml: string): unknown {
  const parser = sax.parser(true, { position: false })
  const root: Open = { name: '', text: '', inside: null, nil: false }
  const open = [root]
  const top = () => open.at(-1) ?? root
  parser.onopentag = ({ name, attributes }) =>
    open.push({ name: local(name), text: '', inside: null, nil: isNil(attributes) })
  parser.ontext = (text) => {
    top().text += text
  }
  parser.oncdata = parser.ontext
  parser.onclosetag = () => {
    const { name, nil, ...held } = open.pop() ?? root
    if (!nil) put(top(), name, contained(name, held))
  }
  parser.onerror = () => {
    throw new Unfit('the answer is no XML')
  }
  parser.ondoctype = () => {
    throw new Unfit('the answer has a document type')
  }
  parser.write(xml).close()
  return root.inside
}

/** Names come from outside: one like `__proto__` is a name as any. */
const record = (): Wire => Object.create(null)

function put(parent: Open, name: string, value: unknown): void {
  parent.inside ??= record()
  const there = parent.inside[name]
  if (!(name in parent.inside)) parent.inside[name] = value
  else if (Array.isArray(there)) there.push(value)
  else parent.inside[name] = [there, value]
}

function contained(name: string, { text, inside }: Pick<Open, 'text' | 'inside'>): unknown {
  const said = text.trim()
  if (inside && said !== '') throw new Unfit(`${name} holds text and elements`)
  return inside ?? said
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

const isNil = (attributes: Record<string, string>): boolean => {
  for (const name in attributes)
    if (local(name) === 'nil' && name !== 'nil') return /^(true|1)$/i.test(attributes[name] ?? '')
  return false
}
