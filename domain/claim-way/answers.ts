import type { Day } from '../calendar.ts'
import type { Cause } from '../claims/causes.ts'
import type { ClaimCase } from '../claims/facts.ts'
import { claimsUnder, type ProductName, type Scene } from '../products.ts'

/** Kinds of incident, as the first screen of a claim offers them; the answer names the product. */
export const happenings = ['hit-me', 'i-hit', 'home'] as const
export type Happening = (typeof happenings)[number]
export const productOf = {
  'hit-me': 'ogpo',
  'i-hit': 'ogpo',
  home: 'home',
} as const satisfies Record<Happening, ProductName>

/** Returns the scene of the kind of incident; that of the first kind until one is chosen. */
export const sceneOf = (happened: Happening | undefined): Scene =>
  claimsUnder[productOf[happened ?? happenings[0]]].scene

/** Parts of a car as its drawing from above has them. */
export const carZones = [
  'front_bumper',
  'bonnet',
  'windscreen',
  'roof',
  'rear_window',
  'boot',
  'rear_bumper',
  'left_headlight',
  'left_front_wing',
  'left_mirror',
  'left_front_door',
  'left_rear_door',
  'left_rear_wing',
  'right_headlight',
  'right_front_wing',
  'right_mirror',
  'right_front_door',
  'right_rear_door',
  'right_rear_wing',
] as const satisfies readonly string[]
/** Parts of a room as its drawing has them. */
export const roomZones = [
  'ceiling',
  'left_wall',
  'back_wall',
  'right_wall',
  'floor',
  'window',
  'door',
  'lamp',
  'appliances',
  'furniture',
  'cupboard',
] as const satisfies readonly string[]
export const zones = [...carZones, ...roomZones] as const
export type Zone = (typeof zones)[number]

/** Causes of harm to a home: those of the rules' causes that happen at home. */
export const homeCauses = [
  'water_neighbour',
  'water_own',
  'fire',
  'burglary',
  'weather',
  'other_home',
] as const satisfies readonly Cause[]
export type HomeCause = (typeof homeCauses)[number]
/** Who claims: the policyholder, or an injured third party who is not a client (decision 224). */
export const claimants = ['policyholder', 'third-party'] as const
export type Claimant = (typeof claimants)[number]

/**
 * The answers of a claim's way, each given when its screen asks. They wait on the server, so each
 * may be missing.
 */
export type ClaimAnswers = {
  happened?: Happening | undefined
  /** Global ID of the policy. */
  policy?: string | undefined
  on?: Day | undefined
  /** `18:40`, time of Almaty. */
  at?: string | undefined
  place?: string | undefined
  /** From the device, if the user allowed it: degrees, metres. */
  position?: { latitude: number; longitude: number; accuracy: number } | null | undefined
  /** True if a person is injured. */
  injured?: boolean | undefined
  other_plate?: string | undefined
  /** A third party's own car; empty if no car was harmed. */
  own_plate?: string | undefined
  /** Another car is not known: it left, or there was none. */
  no_other?: boolean | undefined
  zones?: Zone[] | undefined
  drives?: boolean | undefined
  cause?: HomeCause | undefined
  /** Owner of the harmed property: the specification's case choice, in the words of its wire. */
  harmed?: ClaimCase | undefined
  words?: string | undefined
  iban?: string | undefined
}

/** Maps these answers to the claim fields of the specification's wire. */
export function wireOf(
  answers: Pick<ClaimAnswers, 'happened' | 'harmed' | 'cause'>,
  by: Claimant = 'policyholder',
): { claim_case: ClaimCase; claim_status: 'injured' | 'at_fault' } | null {
  const { happened } = answers
  if (!happened) return null
  if (by === 'third-party') return { claim_case: 'third-party', claim_status: 'injured' }
  if (happened === 'hit-me') return { claim_case: 'owner', claim_status: 'injured' }
  if (happened === 'i-hit') return { claim_case: 'third-party', claim_status: 'at_fault' }
  if (!answers.harmed) return null
  const ours = answers.harmed !== 'owner' && answers.cause !== 'water_neighbour'
  return { claim_case: answers.harmed, claim_status: ours ? 'at_fault' : 'injured' }
}

/**
 * Derives the cause from the incident; for a dwelling it is the client's answer, if they gave one.
 */
export function causeOf(product: ProductName, { cause }: Pick<ClaimAnswers, 'cause'>): Cause {
  const { scene, unnamedCause } = claimsUnder[product]
  return (scene === 'dwelling' && cause) || unnamedCause
}

/**
 * Lists the answers required before the papers can be made, in the order of the screens. A third
 * party names the one at fault at the start and needs no policy.
 */
export function unanswered(
  answers: ClaimAnswers,
  by: Claimant = 'policyholder',
): (keyof ClaimAnswers)[] {
  const home = sceneOf(answers.happened) === 'dwelling'
  const third = by === 'third-party'
  const asked: (keyof ClaimAnswers)[] = [
    'happened',
    ...(third ? [] : ['policy' as const]),
    ...(['on', 'at', 'place'] as const),
    ...(home ? ['cause' as const] : []),
    ...(home && !third ? ['harmed' as const] : []),
    'iban',
  ]
  const answered = (name: keyof ClaimAnswers) =>
    name === 'place' && answers.position
      ? true
      : answers[name] !== undefined && answers[name] !== ''
  const missing = asked.filter((name) => !answered(name))
  const other = !home && !third && answers.happened && !answers.other_plate && !answers.no_other
  const nothing = !answers.zones?.length && !answers.words
  return [
    ...missing.filter((name) => name !== 'iban'),
    ...(other ? ['other_plate' as const] : []),
    ...(nothing ? ['zones' as const] : []),
    ...missing.filter((name) => name === 'iban'),
  ]
}
