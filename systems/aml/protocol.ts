import { z } from 'zod'
import { listOf, orNothing } from '../shep-xml.ts'

/**
 * The files of the watch lists as their publishers make them.
 *
 * Evidence, line by line:
 * - АФМ as XML (`xml`, `persons/person`, `organisations/org`, `organisationscis/org`; num, lname,
 *   fname, mname, birthdate DD.MM.YYYY, iin, note, correction, org_name, org_name_en): real files
 *   of 2022; public readers of them (getPersons, getOrganisations, getOrganisationscis).
 *   `organisationscis` counts from 1 again: 26 organisations shared a number with one of
 *   `organisations`.
 * - the list of participants of terrorist acts (`xml_category_2`) names *persons* in `org`, with
 *   `org_iin`; `added_to_list` says since when; several names of one organisation share one field,
 *   by "; "; `?status=acting`: `opensanctions/opensanctions`,
 *   datasets/kz/afmrk_sanctions/crawler.py.
 * - `X-Api-Key` and JSON at
 *   `api.websfm.kz/v1/sanctions/sanction-terrorist?category=…&type=person&status=acting&offset=0&limit=…`:
 *   a public client that stores the answer as `.json`. It does not read it. Guess: the JSON has the
 *   names of the XML (`AfmFile`), or the same rows in an array under `persons`, `results`, `data`
 *   or `items`, or bare; a page of a longer list says so by `next`, `total` or `count`. Anything
 *   else is refused by the field's name and the version in force stays.
 * - АФМ, weapons of mass destruction (`person` with num, information, decision, date): a public
 *   reader of `api.websfm.kz/v1/sanctions/sanction-weapon-old/xml/`.
 * - UN consolidated list: the published file and its schema; 1,093 and 1,018 numbers of two
 *   versions read.
 */

/** `afm` lists have three files; an address with `{part}` means all of them. */
export const parts = ['active', 'included', 'excluded'] as const
export type Part = (typeof parts)[number]

/** Addresses of the five lists in the sandbox. */
export const sandboxLists = [
  { code: 'TERROR', path: '/aml/afm/TERROR/{part}.xml', format: 'afm' },
  { code: 'TERROR_FINANCING', path: '/aml/afm/TERROR_FINANCING/{part}.xml', format: 'afm' },
  { code: 'WMD', path: '/aml/wmd.xml', format: 'wmd' },
  { code: 'UN', path: '/aml/un.xml', format: 'un' },
  { code: 'PEP', path: '/aml/pep.xml', format: 'afm' },
] as const

const Text = orNothing(z.string())

const within = <T extends z.ZodRawShape>(shape: T) =>
  z.preprocess((value) => (value === '' || value === undefined ? {} : value), z.object(shape))

export const WmdPerson = z.object({
  num: z.string(),
  information: z.string().min(1),
  decision: Text,
  date: Text,
})
/**
 * The root's name is not known; whatever it is, it holds the persons, directly or one level down.
 */
export const WmdFile = z.object({ person: listOf(WmdPerson) })

const Values = within({ VALUE: listOf(z.string()) })

export const AfmPerson = z.object({
  num: z.string(),
  lname: Text,
  fname: Text,
  mname: Text,
  birthdate: Text,
  iin: Text,
  note: Text,
  correction: Text,
  added_to_list: Text,
})
export const AfmOrganisation = z.object({
  num: z.string(),
  org_name: Text,
  org_name_en: Text,
  org_iin: Text,
  note: Text,
  correction: Text,
  added_to_list: Text,
})

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

export const UnAlias = z.object({ QUALITY: Text, ALIAS_NAME: Text })
export const UnBirth = z.object({
  TYPE_OF_DATE: Text,
  DATE: Text,
  YEAR: Text,
  FROM_YEAR: Text,
  TO_YEAR: Text,
})
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
