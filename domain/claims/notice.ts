import { addDays, type Day } from '../calendar.ts'
import { type ClaimAnswers, sceneOf, type Zone } from '../claim-way/answers.ts'
import type { Tenge } from '../money.ts'
import type { Europrotocol } from './europrotocol.ts'
import { europrotocol } from './europrotocol.ts'

/** The drivers of a notice: `first` began the claim, `second` opened the link. */
export const sides = ['first', 'second'] as const
export type Side = (typeof sides)[number]
export const otherSide = (side: Side): Side => (side === 'first' ? 'second' : 'first')

/**
 * What each driver declares for themself (22-2 § 1): no injuries; only the two vehicles are
 * damaged; no dispute over the course, the damage and the fault; the repair fits the limit or they
 * accept the limit as the whole payout (22-2 § 7).
 */
export const statements = ['unhurt', 'only_vehicles', 'agreed', 'within'] as const
export type Statement = (typeof statements)[number]

/** By the unified database, on the day of the accident. */
export const covers = ['yes', 'no', 'unknown'] as const
export type Cover = (typeof covers)[number]
/** Shared by both drivers; either may change it until both have signed. */
export type NoticeShared = {
  on: Day
  /** `18:40`, time of Almaty. */
  at: string
  place: string
  at_fault: Side | null
}
/** One driver's own statement. */
export type NoticePart = {
  plate: string
  zones: readonly Zone[]
  words: string
  says: Partial<Record<Statement, boolean>>
}
export type NoticeSide = NoticePart & { cover: Cover }

type Both = { first: NoticeSide; second: NoticeSide | null }

/**
 * Combines both drivers' answers: one «no» is enough, a «yes» needs both; null until both have
 * answered.
 */
function together({ first, second }: Both, statement: Statement): boolean | null {
  const [one, other] = [first.says[statement], second?.says[statement]]
  if (one === false || other === false) return false
  return one === true && other === true ? true : null
}

const covered = ({ cover }: NoticeSide): boolean | null =>
  cover === 'unknown' ? null : cover === 'yes'
const not = (fact: boolean | null): boolean | null => (fact === null ? null : !fact)

/**
 * May these two settle without the police (22-2 § 1)? `mrp`: tenge of today, null when not known.
 * A notice names exactly two vehicles; who says that there was a third says «no» to `only_vehicles`.
 */
export function noticeVerdict(
  { shared, first, second }: Both & { shared: NoticeShared },
  mrp: Tenge | null,
): Europrotocol {
  const both = { first, second }
  return europrotocol(
    {
      happenedOn: shared.on,
      vehicles: 2,
      injured: not(together(both, 'unhurt')),
      otherProperty: not(together(both, 'only_vehicles')),
      agreed: together(both, 'agreed'),
      ownInsured: covered(first),
      otherInsured: second && covered(second),
      estimate: null,
      limitTaken: together(both, 'within') === true,
      ...(together(both, 'within') === false ? { estimate: Number.MAX_SAFE_INTEGER } : {}),
    },
    mrp,
  )
}

/** Lists the fields a driver has not filled in. */
export function unsaid(shared: NoticeShared, part: NoticePart): string[] {
  return [
    ...(shared.place ? [] : ['place']),
    ...(shared.at_fault ? [] : ['at_fault']),
    ...(part.plate ? [] : ['plate']),
    ...(part.zones.length > 0 || part.words ? [] : ['zones']),
    ...statements.filter((statement) => part.says[statement] === undefined),
  ]
}

/**
 * Returns whether this driver may sign: both have filled in everything and all conditions of the
 * law are met.
 */
export function mayBeSigned(of: Both & { shared: NoticeShared }, mrp: Tenge | null): boolean {
  const { shared, first, second } = of
  if (!second || unsaid(shared, first).length + unsaid(shared, second).length > 0) return false
  return noticeVerdict(of, mrp).verdict === 'possible'
}

/** Differences between a signed notice and its claim, for a person to check. */
export const noticeDoubts = ['day', 'own_car', 'other_car', 'late'] as const
export type NoticeDoubt = (typeof noticeDoubts)[number]

type Told = { on: Day | null; own: readonly string[]; other: readonly string[] }
const isOther = (plate: string, plates: readonly string[]) =>
  plates.length > 0 && !plates.includes(plate)

/**
 * Lists the differences between a signed notice and the claim it is attached to: the day, the car
 * of the first driver, the other car; a value missing in the claim is no difference. `late`: signed
 * two days after the accident or more, though the law has both stay until it is signed (22-2 § 2);
 * that a day may pass is a guess of ours. Shown to the desk; decides nothing.
 */
export function noticeDoubtsOf(
  notice: { on: Day; first: string; second: string; signedOn: Day },
  { on, own, other }: Told,
): NoticeDoubt[] {
  const doubts: Record<NoticeDoubt, boolean> = {
    day: on !== null && on !== notice.on,
    own_car: isOther(notice.first, own),
    other_car: isOther(notice.second, other),
    late: notice.signedOn > addDays(notice.on, 1),
  }
  return noticeDoubts.filter((doubt) => doubts[doubt])
}

type Begun = { shared: NoticeShared; part: NoticePart }

/**
 * Returns the first values of a notice from a claim's draft; null if the claim allows no notice.
 */
export function noticeOf(answers: ClaimAnswers, plate: string): Begun | null {
  const { happened, on, at, place, position, zones, words, injured } = answers
  if (!happened || sceneOf(happened) !== 'road' || !on || !at) return null
  const point = position && `${position.latitude.toFixed(5)}, ${position.longitude.toFixed(5)}`
  return {
    shared: {
      on,
      at,
      place: place || point || '',
      at_fault: happened === 'i-hit' ? 'first' : 'second',
    },
    part: {
      plate,
      zones: zones ?? [],
      words: words ?? '',
      says: injured ? { unhurt: false } : {},
    },
  }
}
