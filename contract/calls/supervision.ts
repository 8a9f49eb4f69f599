import * as audit from '../audit.ts'
import * as kyc from '../kyc.ts'
import * as kycLists from '../kyc-lists.ts'
import * as users from '../staff-users.ts'

/** Supervision: checks of people, users of the desks, the journal. */
export const supervisionCalls = {
  kycStatus: kyc.status,
  kycUnblock: kyc.unblock,
  kycKeep: kyc.keep,
  kycAskUnblock: kyc.askUnblock,
  kycSignUnblock: kyc.signUnblock,
  kycDeclineUnblock: kyc.declineUnblock,
  kycWithdrawUnblock: kyc.withdrawUnblock,
  kycBlock: kyc.block,
  kycCases: kyc.cases,
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
  staffAuditDay: audit.day,
  staffAuditVerify: audit.verify,
} as const
