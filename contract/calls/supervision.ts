import * as audit from '../audit.ts'
import * as auditDay from '../audit-day.ts'
import * as auditSeals from '../audit-seals.ts'
import * as kyc from '../kyc.ts'
import * as kycCases from '../kyc-cases.ts'
import * as kycLists from '../kyc-lists.ts'
import * as kycUnblock from '../kyc-unblock.ts'
import * as users from '../staff-users.ts'

/** Who may sell and work: checks of people, users of the desks, the journal. */
export const supervisionCalls = {
  kycStatus: kyc.status,
  kycUnblock: kyc.unblock,
  kycKeep: kyc.keep,
  kycAskUnblock: kycUnblock.askUnblock,
  kycSignUnblock: kycUnblock.signUnblock,
  kycDeclineUnblock: kycUnblock.declineUnblock,
  kycWithdrawUnblock: kycUnblock.withdrawUnblock,
  kycBlock: kycUnblock.block,
  kycCases: kycCases.cases,
  kycLists: kycLists.lists,
  kycSignList: kycLists.signList,
  kycDeclineList: kycLists.declineList,
  kycWithdrawList: kycLists.withdrawList,
  staffUsers: users.list,
  staffUsersCreate: users.create,
  staffUsersBlock: users.block,
  staffUsersUnblock: users.unblock,
  staffUsersSetRole: users.setRole,
  staffUsersResetPassword: users.resetPassword,
  staffUsersConfirm: users.confirm,
  staffUsersEndSessions: users.endSessions,
  staffAudit: audit.search,
  staffAuditDay: auditDay.day,
  staffAuditVerify: auditSeals.verify,
} as const
