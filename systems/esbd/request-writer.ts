import { isMandatory, isWire, itemOf, notSet } from './codec.ts'
import { type Fields, isStructure, structures } from './protocol.ts'
import { escapeXml } from './wsdl.ts'

/**
 * Requests from templates of the contract: tags, order and what stands for a missing number are
 * made ready once, so that a call only puts its values between them.
 */
type Writer = (value: unknown) => string
/** One field of a structure. */
export type Part = { name: string; write: Writer; missing: string }

export const partsOf = (fields: Fields): Part[] =>
  Object.entries(fields).map(([name, type]) => ({
    name,
    write: writerOf(name, type),
    missing:
      isMandatory(type) && type !== 'dateTime' ? `<${name}>${notSet[name] ?? 0}</${name}>` : '',
  }))

/** The parts of a structure are made when it is first written: structures hold one another. */
function writerOf(name: string, type: string): Writer {
  const open = `<${name}>`
  const close = `</${name}>`
  const item = itemOf(type)
  if (item) {
    const write = writerOf(item, item)
    return (value) => (Array.isArray(value) ? open + value.map(write).join('') + close : '')
  }
  if (!isStructure(type)) return (value) => open + text(value) + close
  let parts: Part[] | null = null
  return (value) => {
    if (!isWire(value)) return open + text(value) + close
    parts ??= partsOf(structures[type])
    let inner = ''
    for (const part of parts) {
      const given = value[part.name]
      inner +=
        given === undefined || given === null || given === '' ? part.missing : part.write(given)
    }
    return open + inner + close
  }
}

/** Line ends and tabs by their numbers: a reader would turn them into spaces or another end. */
const text = (value: unknown): string =>
  escapeXml(String(value)).replace(/[\t\r\n]/g, (mark) => `&#${mark.charCodeAt(0)};`)
