import * as cabinet from './cabinet.ts'
import * as claims from './claims.ts'
import * as consent from './consent.ts'
import * as ogpo from './ogpo.ts'
import * as open from './public.ts'

/** Every call of the product: name → path, method, who may call, body, reply. The server mounts it, the document is made from it, the browser is typed by it. */
export const contract = {
  feedbackForm: open.feedbackForm,
  sendClientOtp: consent.sendClientOtp,
  validateClientOtp: consent.validateClientOtp,
  requestConsent: consent.requestConsent,
  consentStatus: consent.consentStatus,
  getPersonSocialStatus: consent.getPersonSocialStatus,
  updateClientInEsbd: consent.updateClientInEsbd,
  setClientByDocument: consent.setClientByDocument,
  myConsents: consent.myConsents,
  withdrawConsent: consent.withdrawConsent,
  clock: ogpo.clock,
  ogpoEstimate: ogpo.estimate,
  ogpoOptions: ogpo.ogpoOptions,
  ogpoVehicle: ogpo.vehicle,
  ogpoDriver: ogpo.driver,
  ogpoCalculate: ogpo.calculate,
  ogpoOrder: ogpo.order,
  ogpoReorder: ogpo.reorder,
  checkOrderPaid: ogpo.checkOrderPaid,
  ogpoCheckOrderSet: ogpo.checkOrderSet,
  ogpoOrderProgress: ogpo.orderProgress,
  ogpoCancelOrder: ogpo.cancelOrder,
  ogpoSendPapers: ogpo.sendPapers,
  ogpoChangeEmail: ogpo.changeEmail,
  ogpoGetPolicy: ogpo.getPolicy,
  cabinetLogin: cabinet.login,
  cabinetSendCode: cabinet.sendCode,
  cabinetLoginByCode: cabinet.loginByCode,
  cabinetUser: cabinet.user,
  cabinetLogout: cabinet.logout,
  cabinetSessions: cabinet.sessions,
  cabinetEndSession: cabinet.endSession,
  cabinetLogoutEverywhere: cabinet.logoutEverywhere,
  cabinetForgotPassword: cabinet.forgotPassword,
  cabinetChangePassword: cabinet.changePassword,
  cabinetGetMe: cabinet.getMe,
  cabinetChangeEmail: cabinet.changeEmail,
  cabinetConfirmEmail: cabinet.confirmEmail,
  cabinetChangePhone: cabinet.changePhone,
  cabinetConfirmPhone: cabinet.confirmPhone,
  cabinetSetReminders: cabinet.setReminders,
  cabinetExport: cabinet.exportMine,
  cabinetAskDeletion: cabinet.askDeletion,
  cabinetPolicies: cabinet.fetchUserPolicies,
  cabinetPolicyFiles: cabinet.getPolicyFiles,
  cabinetApplications: cabinet.fetchUserOrders,
  cabinetCalcTerminate: cabinet.calcTerminate,
  cabinetSendTerminateCode: cabinet.sendTerminateCode,
  cabinetTerminate: cabinet.terminate,
  cabinetCancelPolicy: cabinet.cancel,
  cabinetEndingStatus: cabinet.endingStatus,
  cabinetGetCards: cabinet.getCards,
  cabinetAddCard: cabinet.addCard,
  cabinetChangeActiveCard: cabinet.changeActiveCard,
  cabinetDeleteCard: cabinet.deleteCard,
  cabinetFileLink: cabinet.fileLink,
  claimGetClaims: claims.getClaims,
  claimGetClaim: claims.getClaim,
} as const

/** Calls that take a form with files (multipart); the body is its text fields, files are named as the schema's file says. */
export const uploads = { claimSendDocs: claims.sendDocs } as const

export type Contract = typeof contract
export type CallName = keyof Contract
