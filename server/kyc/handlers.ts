import type { Handlers } from '../http/route.ts'
import * as kycDecide from './decide.ts'
import * as kycDesk from './desk.ts'
import * as leftOut from './left-out.ts'
import * as byTwo from './unblock-by-two.ts'
import * as kycWorklist from './worklist.ts'

/** Who answers the calls of the checks. */
export const kycHandlers = {
  kycStatus: kycDesk.status,
  kycUnblock: kycDecide.unblock,
  kycKeep: kycDecide.keep,
  kycBlock: kycDecide.blockAgain,
  kycAskUnblock: byTwo.askUnblock,
  kycSignUnblock: byTwo.signUnblock,
  kycDeclineUnblock: byTwo.declineUnblock,
  kycWithdrawUnblock: byTwo.withdrawUnblock,
  kycCases: kycWorklist.cases,
  kycLists: kycWorklist.lists,
  kycSignList: leftOut.signList,
  kycDeclineList: leftOut.declineList,
  kycWithdrawList: leftOut.withdrawList,
} satisfies Partial<Handlers>
