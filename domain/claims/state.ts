import { questions } from '../machine.ts'

/**
 * A claim (spec section 4, decisions "The wire"): begins as `wait`; a rejected one may be taken up
 * again when new documents come.
 */
export const claim = {
  wait: ['under_consideration', 'rejected'],
  under_consideration: ['accepted', 'rejected'],
  rejected: ['under_consideration'],
  accepted: ['completed'],
  completed: [],
} as const satisfies Record<string, readonly string[]>

export type ClaimState = keyof typeof claim
export const {
  states: claimStates,
  mayBecome: claimMayBecome,
  before: claimBefore,
} = questions<ClaimState>(claim)

/** States in which a person must act on a claim. */
export const openClaimStates = [
  'wait',
  'under_consideration',
  'accepted',
] as const satisfies ClaimState[]
