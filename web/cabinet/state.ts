import { countDays } from '#domain/calendar.ts'
import { cardHashShownDigits, inactivePoliciesPageSize } from '#domain/constants.ts'
import type { Reply } from '../http/api.ts'
import type { Role } from '../session/guards.ts'

export type Policy = Reply<'cabinetPolicies'>['data']['active'][number]
export type Policies = Reply<'cabinetPolicies'>['data']
export type PolicyFiles = Reply<'cabinetPolicyFiles'>['data']
export type Card = Reply<'cabinetGetCards'>['cards'][number]
export type Claim = Reply<'claimGetClaims'>['data'][number]
/** Parts beside the policies that may wait for the client; null if one did not load. */
export type Waiting = {
  applications: Reply<'cabinetApplications'>['data'] | null
  claims: Claim[] | null
}
export type CabinetUser = Reply<'cabinetUser'>['data']

/**
 * What the cabinet knows of its client: the keys of specification section 3, "User (cabinet)". They
 * are not on the wire.
 */
export type PersonalState = {
  PERSONAL_IIN: string
  PERSONAL_PHONE: string | null
  PERSONAL_EMAIL: string | null
  PERSONAL_NAME: string
  PERSONAL_SURNAME: string
  PERSONAL_PATRONYMIC: string
  PERSONAL_ROLE: Role
  /** `null` until asked; `error` when the list did not come. */
  PERSONAL_CARDS: { list: readonly Card[] | null; error: boolean }
  PERSONAL_POLICIES: {
    /** Server `active` and `pending` together. `null` until asked. */
    active: readonly Policy[] | null
    inactive: readonly Policy[]
    /** By calcId: asked once. */
    files: Readonly<Record<string, PolicyFiles>>
    inactivePerPage: number
    page: number
  }
  PERSONAL_CLAIMS: readonly Claim[] | null
  /** Ours: as it came with the policies, so that it stands there again with them. */
  PERSONAL_WAITING: Waiting | null
}

export const emptyState: PersonalState = {
  PERSONAL_IIN: '',
  PERSONAL_PHONE: null,
  PERSONAL_EMAIL: null,
  PERSONAL_NAME: '',
  PERSONAL_SURNAME: '',
  PERSONAL_PATRONYMIC: '',
  PERSONAL_ROLE: 'user',
  PERSONAL_CARDS: { list: null, error: false },
  PERSONAL_POLICIES: {
    active: null,
    inactive: [],
    files: {},
    inactivePerPage: inactivePoliciesPageSize,
    page: 1,
  },
  PERSONAL_CLAIMS: null,
  PERSONAL_WAITING: null,
}

export type Action =
  | { type: 'user'; user: CabinetUser }
  | { type: 'policies'; policies: Policies }
  | { type: 'waiting'; waiting: Waiting }
  | { type: 'files'; calcId: string; files: PolicyFiles; whole: number }
  | { type: 'more' }
  | { type: 'cards'; cards: readonly Card[] }
  | { type: 'cards-failed' }
  | { type: 'card-active'; id: string }
  | { type: 'claims'; claims: readonly Claim[] }
  | { type: 'email'; email: string }
  | { type: 'left' }

export function reduce(state: PersonalState, action: Action): PersonalState {
  const policies = state.PERSONAL_POLICIES
  switch (action.type) {
    case 'user':
      return {
        ...state,
        PERSONAL_IIN: action.user.iin,
        PERSONAL_PHONE: action.user.phone,
        PERSONAL_EMAIL: action.user.email,
        PERSONAL_NAME: action.user.name,
        PERSONAL_SURNAME: action.user.surname,
        PERSONAL_PATRONYMIC: action.user.patronymic,
        PERSONAL_ROLE: action.user.role,
      }
    case 'policies': {
      const { active, pending, inactive } = action.policies
      return {
        ...state,
        PERSONAL_POLICIES: { ...policies, active: [...active, ...pending], inactive },
      }
    }
    case 'waiting':
      return { ...state, PERSONAL_WAITING: action.waiting }
    case 'files':
      // An incomplete set of documents is requested again the next time.
      return Object.keys(action.files).length < action.whole
        ? state
        : {
            ...state,
            PERSONAL_POLICIES: {
              ...policies,
              files: { ...policies.files, [action.calcId]: action.files },
            },
          }
    case 'more':
      return { ...state, PERSONAL_POLICIES: { ...policies, page: policies.page + 1 } }
    case 'cards':
      return { ...state, PERSONAL_CARDS: { list: action.cards, error: false } }
    case 'cards-failed':
      return { ...state, PERSONAL_CARDS: { ...state.PERSONAL_CARDS, error: true } }
    case 'card-active': {
      const list = (state.PERSONAL_CARDS.list ?? []).map((card) => ({
        ...card,
        active: card.id === action.id ? ('1' as const) : ('0' as const),
      }))
      return { ...state, PERSONAL_CARDS: { list, error: false } }
    }
    case 'claims':
      return { ...state, PERSONAL_CLAIMS: action.claims }
    case 'email':
      return { ...state, PERSONAL_EMAIL: action.email }
    case 'left':
      return emptyState
  }
}

/**
 * The inactive policies shown now: six more with each page (specification, section 4, "Policy
 * lists").
 */
export const shownInactive = ({
  PERSONAL_POLICIES: { inactive, inactivePerPage, page },
}: PersonalState): readonly Policy[] => inactive.slice(0, inactivePerPage * page)

/** Brand of a card by its first digit (specification, section 3, "Payment card"). */
export function brandOf(cardHash: string): 'visa' | 'mastercard' | 'card' {
  if (cardHash.startsWith('4')) return 'visa'
  return cardHash.startsWith('5') ? 'mastercard' : 'card'
}
/** `'1'` or true marks the card that is charged (specification, section 3, "Payment card"). */
export const isActive = ({ active }: Pick<Card, 'active'>): boolean =>
  active === true || active === '1'
export const lastFour = (cardHash: string): string => cardHash.slice(-cardHashShownDigits)

/**
 * `850315399904` → `850•••••9904`: enough to know one's own, too little to copy from over a
 * shoulder.
 */
export const maskedIin = (iin: string): string =>
  `${iin.slice(0, 3)}${'•'.repeat(Math.max(0, iin.length - 7))}${iin.slice(-4)}`

/** How much of a policy's time is left on a day, 0…1; the last day counts. */
export function shareLeft(
  { start_date, end_date }: Pick<Policy, 'start_date' | 'end_date'>,
  today: string,
): number {
  const whole = countDays(start_date, end_date)
  return Math.min(1, Math.max(0, countDays(today, end_date) / whole))
}
