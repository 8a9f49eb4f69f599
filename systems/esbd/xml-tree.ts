import sax from 'sax'
import { Unfit, type Wire } from './codec.ts'

/** An element while it is read. */
type Open = { name: string; text: string; inside: Wire | null; nil: boolean }

/**
 * XML as values: an element with elements inside is their record, several of one name an array, any
 * other its text; nil ones are left out. Names lose their prefix, since the contract has one
 * namespace. Throws `Unfit` for what is no XML, for a document type, which SOAP forbids, and where
 * text stands beside elements.
 */
export function treeOf(xml: string): unknown {
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
  const refuse = (why: string) => () => {
    throw new Unfit(why)
  }
  parser.onerror = refuse('the answer is no XML')
  parser.ondoctype = refuse('the answer has a document type')
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
