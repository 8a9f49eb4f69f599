import { type Fields, isOperation, isStructure, operations, type Structure, structures } from './protocol.ts'

/** Values of the wire against the tables of `protocol.ts`: filling in for the way out, reading for the way in. */
export type Wire = Record<string, unknown>

/** "Not set" of the mandatory numbers that zero would say something about. All others are 0. */
const notSet: Record<string, number> = {
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

/** A structure with every mandatory number present and the operator's order of fields; lists wrapped as `ArrayOf…` wants them. */
export function fill(structure: Structure, values: Wire): Wire {
  const fields: Fields = structures[structure]
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, type]) => {
      const value = values[name]
      const item = itemOf(type)
      if (item) return Array.isArray(value) ? [[name, { [item]: value }]] : []
      if (value !== undefined && value !== null && value !== '') return [[name, value]]
      return isMandatory(type) && type !== 'dateTime' ? [[name, notSet[name] ?? 0]] : []
    }),
  )
}

export const itemOf = (type: string): string | null => (type.endsWith('[]') ? type.slice(0, -2) : null)
export const isMandatory = (type: string): boolean => ['int', 'double', 'decimal', 'boolean', 'dateTime'].includes(type)

/** What does not fit the type: a mandatory value missing, a number that is none. */
export class Unfit extends Error {}

/**
 * A parsed XML value (texts, or numbers where the parser knew) as its type says: numbers as numbers, lists always as arrays, a lone
 * element included. Throws `Unfit`. A nil or empty structure is null.
 */
export function decode(type: string, value: unknown, name: string): unknown {
  const item = itemOf(type)
  if (item) return listOf(isWire(value) ? value[item] : undefined).map((one) => decode(item, one, item))
  if (isStructure(type)) return isWire(value) && Object.keys(value).length > 0 ? decodeFields(structures[type], value) : null
  if (type === 'string') return scalar(value)
  if (type === 'dateTime') return value instanceof Date ? value : required(scalar(value), name)
  if (type === 'boolean') return typeof value === 'boolean' ? value : ['true', '1'].includes(required(scalar(value), name))
  const number = typeof value === 'number' ? value : Number(required(scalar(value), name))
  if (!Number.isFinite(number) || (type === 'int' && !Number.isInteger(number))) throw new Unfit(`${name} is not of type ${type}`)
  return number
}

export function decodeFields(fields: Fields, value: Wire): Wire {
  return Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, decode(type, value[name], name)]))
}

/** The request of an operation as its table says. */
export const decodeRequest = (operation: string, value: unknown): Wire =>
  isOperation(operation) ? decodeFields(operations[operation].in, isWire(value) ? value : {}) : {}

export const isWire = (value: unknown): value is Wire => typeof value === 'object' && value !== null && !(value instanceof Date)
export const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value]

function required(value: string | null, name: string): string {
  if (value === null || value === '') throw new Unfit(`${name} is missing`)
  return value
}
const scalar = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
