import type { Handlers } from '../http/route.ts'
import * as kycDecide from './decide.ts'
import * as kycDesk from './desk.ts'
import * as kycWorklist from './worklist.ts'

/** Who answers the calls of the checks. */
export const kycHandlers = {
  kycStatus: kycDesk.status,
  kycUnblock: kycDecide.unblock,
  kycKeep: kycDecide.keep,
  kycCases: kycWorklist.cases,
  kycLists: kycWorklist.lists,
} satisfies Partial<Handlers>
