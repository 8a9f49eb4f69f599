import * as cabinet from '../cabinet.ts'
import * as cards from '../cards.ts'
import * as account from '../client-account.ts'
import * as clientDetails from '../client-details.ts'
import * as clientSessions from '../client-sessions.ts'
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
  cabinetForgotPassword: account.forgotPassword,
  cabinetChangePassword: account.changePassword,
  cabinetPasswordCode: account.passwordCode,
  cabinetGetMe: clientDetails.getMe,
  cabinetChangeEmail: clientDetails.changeEmail,
  cabinetConfirmEmail: clientDetails.confirmEmail,
  cabinetChangePhone: clientDetails.changePhone,
  cabinetConfirmPhone: clientDetails.confirmPhone,
  cabinetSetReminders: clientDetails.setReminders,
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
  cabinetTerminate: ending.terminate,
  cabinetCancelPolicy: ending.cancel,
  cabinetEndingStatus: ending.terminationStatus,
  cabinetRenewalPrice: cabinet.renewalPrice,
  cabinetGetCards: cards.getCards,
  cabinetAddCard: cards.addCard,
  cabinetChangeActiveCard: cards.changeActiveCard,
  cabinetDeleteCard: cards.deleteCard,
  cabinetFileLink: cabinet.fileLink,
} as const
