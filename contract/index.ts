import * as consent from './consent.ts'
import * as ogpo from './ogpo.ts'

/** Every call of the product: name → path, method, who may call, body, reply. The server mounts it, the document is made from it, the browser is typed by it. */
export const contract = {
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
} as const

export type Contract = typeof contract
export type CallName = keyof Contract
