import { z } from 'zod'
import { listOf } from '../shep-xml.ts'
import { Text, within } from './protocol.ts'

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
