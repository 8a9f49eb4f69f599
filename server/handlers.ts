import { sendClientOtp, validateClientOtp } from './consent/client-otp.ts'
import { consentStatus, myConsents, requestConsent, withdrawConsent } from './consent/driver-consent.ts'
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
}
