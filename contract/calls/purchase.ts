import * as productClock from '../clock.ts'
import * as consent from '../consent.ts'
import * as estimate from '../estimate.ts'
import * as home from '../home.ts'
import * as lookUps from '../look-ups.ts'
import * as ogpo from '../ogpo.ts'
import * as ogpoCalculate from '../ogpo-calculate.ts'
import * as ogpoOrder from '../ogpo-order.ts'
import * as ogpoProgress from '../ogpo-progress.ts'
import * as orderLink from '../order-link.ts'
import * as orderProgress from '../order-progress.ts'
import * as partner from '../partner.ts'
import * as open from '../public.ts'
import { wallets } from '../wallet.ts'

/** Everybody who buys: OGPO, Home, consents, the contact form. */
export const purchaseCalls = {
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
  clock: productClock.clock,
  ogpoEstimate: estimate.estimate,
  ogpoOwnClass: estimate.ownClass,
  ogpoOptions: ogpo.ogpoOptions,
  ogpoVehicle: lookUps.vehicle,
  ogpoDriver: lookUps.driver,
  ogpoCalculate: ogpoCalculate.calculate,
  ogpoOrder: ogpoOrder.order,
  ogpoReorder: ogpoOrder.reorder,
  checkOrderPaid: ogpoProgress.checkOrderPaid,
  ogpoCheckOrderSet: ogpoProgress.checkOrderSet,
  ogpoOrderProgress: orderProgress.orderProgress,
  ogpoOrderLink: orderLink.orderLink,
  ogpoOrderSendCode: orderLink.orderSendCode,
  ogpoOrderOpen: orderLink.orderOpen,
  ogpoOwnOrder: orderLink.ownOrder,
  ogpoCancelOrder: ogpoOrder.cancelOrder,
  ogpoSendPapers: ogpoOrder.sendPolicyDocuments,
  ogpoChangeEmail: ogpoOrder.changeEmail,
  ogpoGetPolicy: ogpoOrder.getPolicy,
  ogpoWallets: wallets,
  partnerStart: partner.partnerStart,
  homePlans: home.homePlans,
  homeCalculate: home.homeCalculate,
  homeOrder: home.homeOrder,
  homeCheckOrderSet: home.homeCheckOrderSet,
  cancelHomeSubscribe: home.cancelHomeSubscribe,
  addressSuggest: home.addressSuggest,
  addressByCode: home.addressByCode,
} as const
