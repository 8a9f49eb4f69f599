import * as consent from '../consent.ts'
import * as home from '../home.ts'
import * as ogpoCalculate from '../ogpo-calculate.ts'
import * as ogpoOrder from '../ogpo-order.ts'
import { wallets } from '../policies.ts'
import * as productClock from '../public.ts'

/** Everybody who buys: OGPO, Home, consents, the contact form. */
export const purchaseCalls = {
  feedbackForm: productClock.feedbackForm,
  sendClientOtp: consent.sendClientOtp,
  validateClientOtp: consent.validateClientOtp,
  requestConsent: consent.requestConsent,
  consentStatus: consent.consentStatus,
  getPersonSocialStatus: consent.getPersonSocialStatus,
  updateClientInEsbd: consent.updateClientInEsbd,
  setClientByDocument: consent.setClientByDocument,
  myConsents: consent.myConsents,
  withdrawConsent: consent.withdrawConsent,
  clock: productClock.clock,
  ogpoEstimate: ogpoCalculate.estimate,
  ogpoOwnClass: ogpoCalculate.ownClass,
  ogpoOptions: ogpoCalculate.ogpoOptions,
  ogpoVehicle: ogpoCalculate.vehicle,
  ogpoDriver: ogpoCalculate.driver,
  ogpoCalculate: ogpoCalculate.calculate,
  ogpoOrder: ogpoOrder.order,
  ogpoReorder: ogpoOrder.reorder,
  checkOrderPaid: ogpoOrder.checkOrderPaid,
  ogpoCheckOrderSet: ogpoOrder.checkOrderSet,
  ogpoOrderProgress: ogpoOrder.orderProgress,
  ogpoOrderLink: ogpoOrder.orderLink,
  ogpoOrderSendCode: ogpoOrder.orderSendCode,
  ogpoOrderOpen: ogpoOrder.orderOpen,
  ogpoOwnOrder: ogpoOrder.ownOrder,
  ogpoCancelOrder: ogpoOrder.cancelOrder,
  ogpoSendPapers: ogpoOrder.sendPolicyDocuments,
  ogpoChangeEmail: ogpoOrder.changeEmail,
  ogpoGetPolicy: ogpoOrder.getPolicy,
  ogpoWallets: wallets,
  partnerStart: productClock.partnerStart,
  homePlans: home.homePlans,
  homeCalculate: home.homeCalculate,
  homeOrder: home.homeOrder,
  homeCheckOrderSet: home.homeCheckOrderSet,
  cancelHomeSubscribe: home.cancelHomeSubscribe,
  addressSuggest: home.addressSuggest,
  addressByCode: home.addressByCode,
} as const
