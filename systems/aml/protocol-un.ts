import { z } from 'zod'
import { listOf } from '../shep-xml.ts'
import { Text, Values, within } from './protocol.ts'

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
