import * as accountHistory from '../account-history.ts'
import * as cabinet from '../cabinet.ts'
import * as cards from '../cards.ts'
import * as account from '../client-account.ts'
import * as clientContacts from '../client-contacts.ts'
import * as clientDetails from '../client-details.ts'
import * as clientSessions from '../client-sessions.ts'
import * as endPolicy from '../end-policy.ts'
import * as ending from '../ending.ts'
import * as looks from '../looks.ts'
import { purchases } from '../my-purchases.ts'
import { onePolicy } from '../one-policy.ts'

/** A client in the cabinet. */
export const cabinetCalls = {
  cabinetLogin: account.login,
  cabinetConfirmSignIn: account.confirmSignIn,
  cabinetResendSignInCode: account.resendSignInCode,
  cabinetSendCode: account.sendCode,
  cabinetLoginByCode: account.loginByCode,
  cabinetUser: account.user,
  cabinetLogout: account.logout,
  cabinetSessions: clientSessions.sessions,
  cabinetEndSession: clientSessions.endSession,
  cabinetLogoutEverywhere: clientSessions.logoutEverywhere,
  cabinetHistory: accountHistory.accountHistory,
  accountNotMeRead: accountHistory.notMeRead,
  accountNotMe: accountHistory.notMe,
  accountNotMePassword: accountHistory.notMePassword,
  cabinetForgotPassword: account.forgotPassword,
  cabinetChangePassword: account.changePassword,
  cabinetPasswordCode: account.passwordCode,
  cabinetGetMe: clientDetails.getMe,
  cabinetChangeEmail: clientContacts.changeEmail,
  cabinetConfirmEmail: clientContacts.confirmEmail,
  cabinetChangePhone: clientContacts.changePhone,
  cabinetConfirmPhone: clientContacts.confirmPhone,
  cabinetSetReminders: clientDetails.setReminders,
  cabinetSetCalls: clientDetails.setCalls,
  cabinetLooks: looks.myLooks,
  cabinetExport: clientDetails.exportMine,
  cabinetAskDeletion: clientDetails.askDeletion,
  cabinetPolicies: cabinet.fetchUserPolicies,
  cabinetPolicyFiles: cabinet.getPolicyFiles,
  cabinetPolicy: onePolicy,
  cabinetApplications: cabinet.fetchUserOrders,
  cabinetPurchases: purchases,
  cabinetCalcTerminate: ending.calcTerminate,
  cabinetSendTerminateCode: ending.sendTerminateCode,
  cabinetTerminate: endPolicy.terminate,
  cabinetCancelPolicy: endPolicy.cancel,
  cabinetEndingStatus: endPolicy.terminationStatus,
  cabinetRenewalPrice: cabinet.renewalPrice,
  cabinetGetCards: cards.getCards,
  cabinetAddCard: cards.addCard,
  cabinetChangeActiveCard: cards.changeActiveCard,
  cabinetDeleteCard: cards.deleteCard,
  cabinetFileLink: cabinet.fileLink,
} as const
