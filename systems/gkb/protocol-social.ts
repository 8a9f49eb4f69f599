import { z } from 'zod'
import { listOf } from '../shep-xml.ts'

/**
 * Social status: a service of the labour ministry on the state gateway. Evidence: a public .NET set
 * sends `requestId`, `iin`, `groupId` to `RDBService_STATUS`; of its reply nothing is public.
 * Guess: the data's type and namespace, the consent's two fields, the reply and the words of its
 * groups; `groupId` is not sent. [A]
 */
export const SOCIAL_SERVICE = 'RDBService_STATUS'
export const SOCIAL_TYPE = { type: 'statusRequest', namespace: 'http://rdb.enbek.gov.kz/ns/status' }
export const SocialRequest = z.looseObject({ requestId: z.string(), iin: z.string() })
export const SocialReply = z.object({
  requestId: z.string(),
  iin: z.string(),
  groups: z.preprocess(
    (value) => (value === '' || value === undefined ? {} : value),
    z.object({ group: listOf(z.string()) }),
  ),
})
/**
 * Guess: the words. Groups that give the OGPO privilege: war veterans and equals, veterans of
 * combat abroad, disability I–II, pensioners (docs/law/ogpo-rules.md section 1).
 */
export const privilegeGroups = [
  'WAR_VETERAN',
  'WAR_VETERAN_EQUAL',
  'COMBAT_VETERAN',
  'DISABILITY_1',
  'DISABILITY_2',
  'PENSIONER',
]
