import sax from 'sax'
import { type Fields, isStructure, type Structure, structures } from './protocol.ts'

/**
 * Values of the wire against the tables of `contract.ts`, on the way in; `wire.ts` has the way
 * out.
 */
export type Wire = Record<string, unknown>

/**
 * "Not set" of the mandatory numbers that zero would say something about
 * (`kutlymurat/esbd-connector`). All others are 0.
 */
export const notSet: Record<string, number> = {
  Natural_Person_Bool: -1,
  RESIDENT_BOOL: -1,
  verify_bool: -1,
  verified_bool: -1,
  PREMIUM: -1,
  REWRITE_POLICY_ID: -1,
  RESCINDING_REASON_ID: -1,
  BIG_CITY_BOOL: -1,
  Parameters: -1,
}

export const itemOf = (type: string): string | null =>
  type.endsWith('[]') ? type.slice(0, -2) : null
export const isMandatory = (type: string): boolean =>
  ['int', 'double', 'decimal', 'boolean', 'dateTime'].includes(type)
/** The name of the type itself: `int?` is an `int` that may be left out. */
export const bare = (type: string): string => type.replace('?', '')

/** The contract's int is .NET's Int32. */
const INT32 = 2_147_483_648

/** Thrown for a value that does not fit its type. Names the field, never the value. */
export class Unfit extends Error {}

/** Written back whole: a field that cannot be read would be lost by the writing. */
const whole = new Set<string>(['Client', 'CLIENTBANK'])

/**
 * Converts a parsed XML value by its type: numbers as numbers, lists always as arrays, also with
 * one element, nil items left out. A nil or empty structure is null. Outside the structures we
 * write back, a missing or invalid number stays as received: the code that reads the field refuses
 * it, and an unread one may change. Throws `Unfit` for any other shape.
 */
export function decode(type: string, value: unknown, name: string): unknown {
  const item = itemOf(type)
  if (item) return itemsOf(item, value, name)
  if (isStructure(type)) return structureOf(type, value, name)
  return scalarOf(bare(type), value, name)
}

function itemsOf(item: string, value: unknown, name: string): unknown[] {
  if (isNothing(value)) return []
  if (!isWire(value) || Array.isArray(value)) throw new Unfit(`${name} is no list`)
  if (Object.keys(value).some((key) => key !== item))
    throw new Unfit(`${name} holds something else than ${item}`)
  return listOf(value[item])
    .map((one) => decode(item, one, item))
    .filter((one) => one !== null)
}

function structureOf(type: Structure, value: unknown, name: string): Wire | null {
  if (isNothing(value)) return null
  if (!isWire(value) || Array.isArray(value)) throw new Unfit(`${name} is not of type ${type}`)
  const fields: Fields = structures[type]
  if (!Object.keys(value).some((key) => key in fields))
    throw new Unfit(`${name} is not of type ${type}`)
  return Object.fromEntries(
    Object.entries(fields).map(([field, of]) => {
      try {
        return [field, decode(of, value[field], field)]
      } catch (cause) {
        if (!(cause instanceof Unfit) || whole.has(type) || itemOf(of)) throw cause
        return [field, value[field]]
      }
    }),
  )
}

function scalarOf(type: string, value: unknown, name: string): unknown {
  const text = scalar(value)
  if (type === 'string') {
    if (text === null && !isNothing(value)) throw new Unfit(`${name} is no text`)
    return text
  }
  if (text === null || text === '') throw new Unfit(`${name} is missing`)
  if (type === 'dateTime') return text
  if (type === 'boolean') {
    if (!/^(true|false|1|0)$/i.test(text.trim())) throw new Unfit(`${name} is not of type boolean`)
    return /^(true|1)$/i.test(text.trim())
  }
  const number = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text.trim())
    ? Number(text)
    : Number.NaN
  if (
    !Number.isFinite(number) ||
    (type === 'int' && (!Number.isInteger(number) || Math.abs(number) > INT32))
  )
    throw new Unfit(`${name} is not of type ${type}`)
  return number
}

export const isWire = (value: unknown): value is Wire => typeof value === 'object' && value !== null
export const listOf = (value: unknown): unknown[] =>
  Array.isArray(value)
    ? value
    : value === undefined || value === null || value === ''
      ? []
      : [value]

/** Left out, empty or nil. */
export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (isWire(value) && !Array.isArray(value) && Object.keys(value).length === 0)

const scalar = (value: unknown): string | null => {
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : null
}

/** An element while it is read. */
type Open = { name: string; text: string; inside: Wire | null; nil: boolean }

/**
 * Converts XML to values: an element with elements inside is their record, several of one name an
 * array, any other its text; nil ones are left out. Names lose their prefix, since the contract has
 * one namespace. Throws `Unfit` for invalid XML, for a document type, which SOAP forbids, and for
 * text beside elements.
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
