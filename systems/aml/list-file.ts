import { XMLValidator } from 'fast-xml-parser'
import { parseXml } from '../shep-xml.ts'

export type BadReason = 'empty' | 'truncated' | 'unreadable' | 'refused'
/**
 * A list file that must not be taken: the version in use stays. `refused`: they answered with an
 * HTTP error.
 */
export class BadList extends Error {
  readonly list: string
  /** Of the answer it was made of: see `Judgement`. */
  readonly system = 'aml'
  readonly operation: string
  readonly isFailure = true
  readonly reason: BadReason
  constructor(list: string, reason: BadReason, detail = '') {
    super(`list ${list}: ${reason}${detail && ` (${detail})`}`)
    this.name = 'BadList'
    this.list = list
    this.operation = list
    this.reason = reason
  }
}

/**
 * The file as text, in the encoding its declaration names; bytes that are not of that encoding make
 * it unreadable.
 */
export function textOf(list: string, file: Buffer): string {
  if (file.length === 0) throw new BadList(list, 'empty')
  const declared =
    /^[^>]{0,100}encoding=["']([\w-]+)["']/.exec(file.subarray(0, 200).toString('latin1'))?.[1] ??
    'utf-8'
  try {
    return new TextDecoder(declared, { fatal: true }).decode(file)
  } catch {
    throw new BadList(list, 'unreadable', 'encoding')
  }
}

/**
 * The parsed document, checked to be complete: a download that broke off must never look like a
 * shorter list.
 */
export function documentOf(list: string, text: string): unknown {
  if (text.trim() === '') throw new BadList(list, 'empty')
  const root = /<([A-Za-z_][\w.-]*)[\s/>]/.exec(
    text.replace(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->/g, ''),
  )?.[1]
  if (!root) throw new BadList(list, 'unreadable', 'not XML')
  if (!text.trimEnd().endsWith(`</${root}>`) && !new RegExp(`<${root}[^>]*/>\\s*$`).test(text))
    throw new BadList(list, 'truncated')
  if (XMLValidator.validate(text) !== true) throw new BadList(list, 'unreadable', 'broken XML')
  try {
    return parseXml(text)
  } catch {
    throw new BadList(list, 'unreadable', 'broken XML')
  }
}

/** Returns whether the file is JSON; АФМ serves both, whatever was requested. */
export const isJson = (file: Buffer): boolean =>
  /^(\uFEFF)?\s*[[{]/.test(file.subarray(0, 100).toString('utf8'))

/**
 * АФМ's JSON as the document its XML would be: numbers and nulls are their texts. A page of a
 * longer list is no list.
 */
export function jsonDocument(list: string, file: Buffer): unknown {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(file))
  } catch {
    const whole = /[\]}]\s*$/.test(file.subarray(-20).toString('latin1'))
    throw new BadList(list, whole ? 'unreadable' : 'truncated', 'broken JSON')
  }
  const document = asTexts(value)
  if (Array.isArray(document)) return ofRows(list, document)
  if (!isRecord(document)) throw new BadList(list, 'unreadable', 'not a list')
  if (isRecord(document.xml)) return document
  const name = ['persons', 'organisations', 'organisationscis', 'results', 'data', 'items'].find(
    (each) => each in document,
  )
  if (!name) throw new BadList(list, 'unreadable', Object.keys(document).slice(0, 5).join(', '))
  if (name === 'persons' || name.startsWith('organisations'))
    return { xml: rowsUnderNames(document) }
  const rows = document[name]
  if (isRecord(rows)) return { xml: rowsUnderNames(isRecord(rows.xml) ? rows.xml : rows) }
  if (!Array.isArray(rows)) throw new BadList(list, 'unreadable', name)
  const total = Number(document.total ?? document.count ?? rows.length)
  if ((document.next ?? '') !== '' || total > rows.length)
    throw new BadList(list, 'truncated', 'a page of a longer list')
  return ofRows(list, rows)
}

type Rows = Record<string, unknown>
const isRecord = (value: unknown): value is Rows =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function asTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asTexts)
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, asTexts(item)]))
  return value === null ? '' : typeof value === 'string' ? value.trim() : String(value)
}

/** `persons: […]` as well as `persons: {person: […]}`. */
const rowsUnderNames = (document: Rows): Rows =>
  Object.fromEntries(
    ['persons', 'organisations', 'organisationscis'].flatMap((name) => {
      const rows = document[name]
      if (rows === undefined) return []
      return [
        [name, Array.isArray(rows) ? { [name === 'persons' ? 'person' : 'org']: rows } : rows],
      ]
    }),
  )

/**
 * Rows of one array: a row with a person's name is a person, one with an organisation's an
 * organisation.
 */
function ofRows(list: string, rows: unknown[]): unknown {
  const kindOf = (row: unknown) =>
    isRecord(row)
      ? 'org_name' in row
        ? 'org'
        : 'lname' in row || 'fname' in row
          ? 'person'
          : null
      : null
  if (rows.some((row) => kindOf(row) === null))
    throw new BadList(list, 'unreadable', `row ${rows.findIndex((row) => kindOf(row) === null)}`)
  return {
    xml: {
      persons: { person: rows.filter((row) => kindOf(row) === 'person') },
      organisations: { org: rows.filter((row) => kindOf(row) === 'org') },
    },
  }
}
