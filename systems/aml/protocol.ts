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
 *   `org_iin`; `added_to_list` says since when; several names of one organisation stand in one
 *   field, by "; "; `?status=acting`: `opensanctions/opensanctions`,
 *   datasets/kz/afmrk_sanctions/crawler.py.
 * - `X-Api-Key` and JSON at
 *   `api.websfm.kz/v1/sanctions/sanction-terrorist?category=…&type=person&status=acting&offset=0&limit=…`:
 *   a public client that stores the answer as `.json`. It does not read it.
 *   Guess: the JSON has the names of the XML (`AfmFile`), or the same rows in an array under
 *   `persons`, `results`, `data` or `items`, or bare; a page of a longer list says so by `next`,
 *   `total` or `count`. Anything else is refused by the field's name and the version in force
 *   stays.
 * - АФМ, weapons of mass destruction (`person` with num, information, decision, date): a public
 *   reader of `api.websfm.kz/v1/sanctions/sanction-weapon-old/xml/`.
 * - UN consolidated list: the published file and its schema; 1,093 and 1,018 numbers of two
 *   versions read.
 */

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

export const Text = orNothing(z.string())

export const within = <T extends z.ZodRawShape>(shape: T) =>
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

export const Values = within({ VALUE: listOf(z.string()) })
