import { fetchUserOrders } from './cabinet/applications.ts'
import { askDeletion, exportMine, setReminders } from './cabinet/data.ts'
import { login, loginByCode, sendCode } from './cabinet/login.ts'
import * as me from './cabinet/me.ts'
import { changePassword, forgotPassword } from './cabinet/password.ts'
import { fetchUserPolicies, getPolicyFiles } from './cabinet/policies.ts'
import { endSession, logout, logoutEverywhere, sessions, user } from './cabinet/sessions.ts'
import * as ending from './cabinet/terminate.ts'
import * as cards from './cards/cards.ts'
import { fileLink, getClaim, getClaims } from './claims/claims.ts'
import { sendClientOtp, validateClientOtp } from './consent/client-otp.ts'
import { consentStatus, myConsents, requestConsent, withdrawConsent } from './consent/driver-consent.ts'
import { feedbackForm } from './feedback/send.ts'
import { cancelOrder, changeEmail, sendPapers } from './ogpo/after-order.ts'
import { calculate } from './ogpo/calculate.ts'
import { estimate } from './ogpo/estimate.ts'
import { getPolicy } from './ogpo/get-policy.ts'
import { driver, vehicle } from './ogpo/look-up.ts'
import { clockCall, options } from './ogpo/options.ts'
import { order, reorder } from './ogpo/order.ts'
import { checkOrderPaid, checkOrderSet, orderProgress } from './ogpo/status.ts'
import { setClientByDocument, updateClientInEsbd } from './person/client-in-esbd.ts'
import { getPersonSocialStatus } from './person/social-status.ts'
import type { Handlers } from './route.ts'

/** The handler of every call of the contract. */
export const handlers: Handlers = {
  feedbackForm,
  sendClientOtp,
  validateClientOtp,
  requestConsent,
  consentStatus,
  getPersonSocialStatus,
  updateClientInEsbd,
  setClientByDocument,
  myConsents,
  withdrawConsent,
  clock: clockCall,
  ogpoEstimate: estimate,
  ogpoOptions: options,
  ogpoVehicle: vehicle,
  ogpoDriver: driver,
  ogpoCalculate: calculate,
  ogpoOrder: order,
  ogpoReorder: reorder,
  checkOrderPaid,
  ogpoCheckOrderSet: checkOrderSet,
  ogpoOrderProgress: orderProgress,
  ogpoCancelOrder: cancelOrder,
  ogpoSendPapers: sendPapers,
  ogpoChangeEmail: changeEmail,
  ogpoGetPolicy: getPolicy,
  cabinetLogin: login,
  cabinetSendCode: sendCode,
  cabinetLoginByCode: loginByCode,
  cabinetUser: user,
  cabinetLogout: logout,
  cabinetSessions: sessions,
  cabinetEndSession: endSession,
  cabinetLogoutEverywhere: logoutEverywhere,
  cabinetForgotPassword: forgotPassword,
  cabinetChangePassword: changePassword,
  cabinetGetMe: me.getMe,
  cabinetChangeEmail: me.changeEmail,
  cabinetConfirmEmail: me.confirmEmail,
  cabinetChangePhone: me.changePhone,
  cabinetConfirmPhone: me.confirmPhone,
  cabinetSetReminders: setReminders,
  cabinetExport: exportMine,
  cabinetAskDeletion: askDeletion,
  cabinetPolicies: fetchUserPolicies,
  cabinetPolicyFiles: getPolicyFiles,
  cabinetApplications: fetchUserOrders,
  cabinetCalcTerminate: ending.calcTerminate,
  cabinetSendTerminateCode: ending.sendTerminateCode,
  cabinetTerminate: ending.terminate,
  cabinetCancelPolicy: ending.cancel,
  cabinetEndingStatus: ending.endingStatus,
  cabinetGetCards: cards.getCards,
  cabinetAddCard: cards.addCard,
  cabinetChangeActiveCard: cards.changeActiveCard,
  cabinetDeleteCard: cards.deleteCard,
  cabinetFileLink: fileLink,
  claimGetClaims: getClaims,
  claimGetClaim: getClaim,
}
