import { XMLValidator } from 'fast-xml-parser'
import { z } from 'zod'
import { listOf, orNothing, parseXml } from '../shep.ts'

/** The files of the watch lists as their publishers make them (external-systems.md 4). */

/** `afm` lists come in three files; an address with `{part}` stands for all of them. */
export const parts = ['active', 'included', 'excluded'] as const
export type Part = (typeof parts)[number]

/** The five lists where the sandbox serves them. */
export const sandboxLists = [
  { code: 'TERROR', path: '/aml/afm/TERROR/{part}.xml', format: 'afm' },
  { code: 'TERROR_FINANCING', path: '/aml/afm/TERROR_FINANCING/{part}.xml', format: 'afm' },
  { code: 'WMD', path: '/aml/wmd.xml', format: 'wmd' },
  { code: 'UN', path: '/aml/un.xml', format: 'un' },
  { code: 'PEP', path: '/aml/pep.xml', format: 'afm' },
] as const

const Text = orNothing(z.string())

export const AfmPerson = z.object({
  num: z.string(),
  lname: Text,
  fname: Text,
  mname: Text,
  birthdate: Text,
  iin: Text,
  note: Text,
  correction: Text,
})
export const AfmOrganisation = z.object({ num: z.string(), org_name: Text, org_name_en: Text, note: Text })
const within = <T extends z.ZodRawShape>(shape: T) =>
  z.preprocess((value) => (value === '' || value === undefined ? {} : value), z.object(shape))
export const AfmFile = z.object({
  // A file without a single entry may be nothing but its root; another root is another document.
  xml: z.preprocess(
    (value) => (value === '' ? {} : value),
    z.object({
      persons: within({ person: listOf(AfmPerson) }),
      organisations: within({ org: listOf(AfmOrganisation) }),
      organisationscis: within({ org: listOf(AfmOrganisation) }),
    }),
  ),
})

export const WmdPerson = z.object({ num: z.string(), information: z.string().min(1), decision: Text, date: Text })
/** The root's name is not known; whatever it is, it holds the persons, directly or one level down. */
export const WmdFile = z.object({ person: listOf(WmdPerson) })

const Values = z.preprocess((value) => (value === '' || value === undefined ? {} : value), z.object({ VALUE: listOf(z.string()) }))
export const UnAlias = z.object({ QUALITY: Text, ALIAS_NAME: Text })
export const UnBirth = z.object({ TYPE_OF_DATE: Text, DATE: Text, YEAR: Text, FROM_YEAR: Text, TO_YEAR: Text })
export const UnIndividual = z.object({
  DATAID: z.string(),
  FIRST_NAME: Text,
  SECOND_NAME: Text,
  THIRD_NAME: Text,
  FOURTH_NAME: Text,
  NAME_ORIGINAL_SCRIPT: Text,
  REFERENCE_NUMBER: z.string(),
  UN_LIST_TYPE: Text,
  LISTED_ON: Text,
  COMMENTS1: Text,
  NATIONALITY: Values,
  // An alias or date without content arrives as an empty string.
  INDIVIDUAL_ALIAS: listOf(z.union([UnAlias, z.literal('').transform(() => null)])),
  INDIVIDUAL_DATE_OF_BIRTH: listOf(z.union([UnBirth, z.literal('').transform(() => null)])),
})
export const UnEntity = z.object({
  DATAID: z.string(),
  FIRST_NAME: Text,
  REFERENCE_NUMBER: z.string(),
  COMMENTS1: Text,
  ENTITY_ALIAS: listOf(z.union([UnAlias, z.literal('').transform(() => null)])),
})
export const UnFile = z.object({
  CONSOLIDATED_LIST: z.object({
    INDIVIDUALS: within({ INDIVIDUAL: listOf(UnIndividual) }),
    ENTITIES: within({ ENTITY: listOf(UnEntity) }),
  }),
})

export type BadReason = 'empty' | 'truncated' | 'unreadable' | 'refused'
/** A list file that must not be taken: the version in use stays. `refused`: they answered with an HTTP error. */
export class BadList extends Error {
  readonly list: string
  readonly reason: BadReason
  constructor(list: string, reason: BadReason, detail = '') {
    super(`list ${list}: ${reason}${detail && ` (${detail})`}`)
    this.name = 'BadList'
    this.list = list
    this.reason = reason
  }
}

/** The file as text, in the encoding its declaration names; bytes that are not of that encoding make it unreadable. */
export function textOf(list: string, file: Buffer): string {
  if (file.length === 0) throw new BadList(list, 'empty')
  const declared = /^[^>]{0,100}encoding=["']([\w-]+)["']/.exec(file.subarray(0, 200).toString('latin1'))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(declared, { fatal: true }).decode(file)
  } catch {
    throw new BadList(list, 'unreadable', 'encoding')
  }
}

/** The parsed document, checked to be complete: a download that broke off must never look like a shorter list. */
export function documentOf(list: string, text: string): unknown {
  if (text.trim() === '') throw new BadList(list, 'empty')
  const root = /<([A-Za-z_][\w.-]*)[\s/>]/.exec(text.replace(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->/g, ''))?.[1]
  if (!root) throw new BadList(list, 'unreadable', 'not XML')
  if (!text.trimEnd().endsWith(`</${root}>`) && !new RegExp(`<${root}[^>]*/>\\s*$`).test(text)) throw new BadList(list, 'truncated')
  if (XMLValidator.validate(text) !== true) throw new BadList(list, 'unreadable', 'broken XML')
  try {
    return parseXml(text)
  } catch {
    throw new BadList(list, 'unreadable', 'broken XML')
  }
}
