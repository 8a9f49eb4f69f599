import type { Handlers } from '../http/route.ts'
import * as changeUser from './change.ts'
import { create as createUser } from './create.ts'
import * as users from './list.ts'
import * as promoterTerms from './promoter-terms.ts'

/** Handlers of the calls of the users of the desks. */
export const usersHandlers = {
  staffPromoterTerms: promoterTerms.staffPromoterTerms,
  staffSetPromoterTerms: promoterTerms.staffSetPromoterTerms,
  staffSignPromoterTerms: promoterTerms.staffSignPromoterTerms,
  staffWithdrawPromoterTerms: promoterTerms.staffWithdrawPromoterTerms,
  staffUsers: users.list,
  staffUsersCreate: createUser,
  staffUsersBlock: changeUser.block,
  staffUsersUnblock: changeUser.unblock,
  staffUsersSetRole: changeUser.setRole,
  staffUsersResetPassword: changeUser.resetPassword,
  staffUsersConfirm: changeUser.confirm,
  staffUsersEndSessions: changeUser.end,
} satisfies Partial<Handlers>
