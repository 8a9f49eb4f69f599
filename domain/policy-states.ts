import { questions } from './machine.ts'

/**
 * A policy: `pending` until its first day; before that it can be cancelled, terminated or replaced
 * as well.
 */
export const policy = {
  pending: ['active', 'terminated', 'cancelled', 'replaced'],
  active: ['ended', 'terminated', 'cancelled', 'replaced'],
  ended: [],
  terminated: [],
  cancelled: [],
  replaced: [],
} as const satisfies Record<string, readonly string[]>

export type PolicyState = keyof typeof policy

export const {
  states: policyStates,
  mayBecome: policyMayBecome,
  before: policyBefore,
} = questions<PolicyState>(policy)
