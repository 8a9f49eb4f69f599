import type { Handlers } from '../http/route.ts'
import * as referenceDesk from './change.ts'
import { referenceEffect } from './effect.ts'

/** Handlers of the calls of reference-desk. */
export const referenceDeskHandlers = {
  referenceRows: referenceDesk.referenceRows,
  referencePropose: referenceDesk.referencePropose,
  referenceApprove: referenceDesk.referenceApprove,
  referenceReject: referenceDesk.referenceReject,
  referenceRevert: referenceDesk.referenceRevert,
  referenceEffect,
} satisfies Partial<Handlers>
