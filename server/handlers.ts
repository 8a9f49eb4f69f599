import { passwordCode } from './accounts/change-password.ts'
import { auditHandlers } from './audit/handlers.ts'
import { cabinetHandlers } from './cabinet/handlers.ts'
import { cardsHandlers } from './cards/handlers.ts'
import { notGone } from './claims/desk/decide.ts'
import { claimsHandlers } from './claims/handlers.ts'
import { consentHandlers } from './consent/handlers.ts'
import { feedbackForm } from './feedback/requests.ts'
import { homeHandlers } from './home/handlers.ts'
import type { Handlers } from './http/route.ts'
import { kycHandlers } from './kyc/handlers.ts'
import { ogpoHandlers } from './ogpo/handlers.ts'
import { place } from './ogpo/order.ts'
import { partnerStart } from './partners/partners.ts'
import { personsHandlers } from './persons/handlers.ts'
import * as handOffClient from './promoter/hand-off.ts'
import { promoterHandlers } from './promoter/handlers.ts'
import { referenceDeskHandlers } from './reference-desk/handlers.ts'
import { reportsHandlers } from './reports/handlers.ts'
import { goHeld, takeBack } from './signatures/held.ts'
import { staffHandlers } from './staff/handlers.ts'
import { usersHandlers } from './users/handlers.ts'

/** The handler of every call of the contract, by the slice that answers it. */
export const handlers: Handlers = {
  ...consentHandlers,
  ...personsHandlers,
  ...ogpoHandlers,
  ...homeHandlers,
  ...cabinetHandlers,
  ...cardsHandlers,
  ...claimsHandlers,
  ...promoterHandlers,
  ...usersHandlers,
  ...kycHandlers,
  ...auditHandlers,
  ...staffHandlers,
  ...referenceDeskHandlers,
  ...reportsHandlers,
  feedbackForm,
  partnerStart,
  cabinetPasswordCode: passwordCode,
  deskTakeBack: takeBack,
  promoterHandOffOrder: handOffClient.handOffOrder(place),
}

/** Runs a held act by its own call; a claim's history records one that failed. */
export const letsGo = goHeld(handlers, { claim: notGone })
