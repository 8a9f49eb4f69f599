import { isWire, Unfit } from './codec.ts'
import type { Operation } from './protocol.ts'
import { EsbdRefused } from './refused.ts'
import { treeOf } from './xml-tree.ts'

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
