import type { Handlers } from '../http/route.ts'
import { sendClientOtp, validateClientOtp } from './client-otp.ts'
import { consentStatus, requestConsent } from './driver-consent.ts'
import { myConsents, withdrawConsent } from './my-consents.ts'

/** Handlers of the calls of consents. */
export const consentHandlers = {
  sendClientOtp,
  validateClientOtp,
  requestConsent,
  consentStatus,
  myConsents,
  withdrawConsent,
} satisfies Partial<Handlers>
