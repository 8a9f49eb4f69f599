import { bare, isWire, itemOf, listOf, type Wire } from './codec.ts'
import { type Fields, isOperation, isStructure, operations, structures } from './protocol.ts'

/**
 * Reads a request as .NET's XmlSerializer does: the order of elements does not matter, an unknown
 * element is dropped, a missing number is 0, a missing structure or list is null. Only a value that
 * is none of its type is refused.
 */
export function readRequest(operation: string, input: Wire): Wire {
  if (!isOperation(operation)) return {}
  const fields: Fields = operations[operation].in
  return Object.fromEntries(
    Object.entries(fields).map(([name, type]) => [name, read(type, input[name])]),
  )
}

/** What XmlSerializer says of a value that is none of its type. */
export class Unreadable extends Error {}

function read(type: string, value: unknown): unknown {
  const item = itemOf(type)
  if (item) {
    if (value === undefined || value === null) return null
    return listOf(isWire(value) && !Array.isArray(value) ? value[item] : undefined).map((one) =>
      read(item, one),
    )
  }
  if (isStructure(type)) {
    if (value === undefined || value === null) return null
    const given = isWire(value) && !Array.isArray(value) ? value : {}
    return Object.fromEntries(
      Object.entries(structures[type] as Fields).map(([name, of]) => [name, read(of, given[name])]),
    )
  }
  return scalar(bare(type), Array.isArray(value) ? value.at(-1) : value)
}

function scalar(type: string, value: unknown): unknown {
  if (type === 'string') return value === undefined || value === null ? null : String(value)
  if (value === undefined)
    return type === 'boolean' ? false : type === 'dateTime' ? '0001-01-01T00:00:00' : 0
  const text = value === null ? '' : String(value).trim()
  if (type === 'dateTime') return text
  if (type === 'boolean') {
    if (!/^(true|false|1|0)$/.test(text))
      throw new Unreadable(`The string '${text}' is not a valid Boolean value.`)
    return text === 'true' || text === '1'
  }
  const number = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(number) || (type === 'int' && !/^[-+]?\d+$/.test(text)))
    throw new Unreadable('Input string was not in a correct format.')
  if (type === 'int' && Math.abs(number) > 2_147_483_648)
    throw new Unreadable('Value was either too large or too small for an Int32.')
  return number
}
