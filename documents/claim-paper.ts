import type { Day } from '#domain/calendar.ts'
import { type ClaimAnswers, type Claimant, sceneOf, wireOf } from '#domain/claim-way/answers.ts'
import type { Locale, Localized } from '#domain/locale.ts'
import { formatPhone } from '#domain/phone.ts'
import { isPlate } from '#domain/plate.ts'
import { causeWords, claimPaperTexts as words, zoneWords } from '#texts/claim-paper.ts'
import type { BrokerFacts, Instant } from './facts.ts'
import { legalDay, moment, spacedPlate } from './format.ts'
import { pdf, type Standard } from './pdf.ts'
import { everyText, named, paperHead } from './view.ts'

/** The rows of a claim's paper. */

/** Everything these papers say. Plain data; nothing is looked up while a paper is made. */
export type ClaimPaperFacts = {
  broker: BrokerFacts
  insurer: Readonly<Localized>
  /** Of the file itself (metadata): the same facts give the same bytes. */
  documentDate: Date
  applicant: {
    fullName: string
    iin: string
    phone: string | null
    email: string | null
    document: string | null
  }
  by: Claimant
  /** Of a third party: the plate or the number they named, and no more of the contract. */
  policy: { number: string; start: Day | null; end: Day | null }
  /** Plates and models, or the address of a home; of a third party their own car. */
  cars: readonly string[]
  address: string | null
  answers: ClaimAnswers
  /** By a code from an SMS; null: it is a draft, or printed and signed by hand. */
  signed: { phone: string; at: Instant } | null
  /** Shown before it is signed. */
  draft: boolean
  /** When the register confirmed who this is. */
  checkedAt: Instant | null
}
export type Row = { label: string; value: string; wide: boolean }

type Say = (text: Localized) => string

/** Returns a line of the paper; none for an empty value. */
export const row = (label: string, value: string | null | undefined, wide = false): Row[] =>
  value ? [{ label, value, wide }] : []

/** Who claims. */
export const applicantRows = (
  { applicant, checkedAt }: Pick<ClaimPaperFacts, 'applicant' | 'checkedAt'>,
  say: Say,
): Row[] => [
  ...row(say(words.fullName), applicant.fullName),
  ...row(say(words.iin), applicant.iin),
  ...row(say(words.phone), applicant.phone && formatPhone(applicant.phone)),
  ...row(say(words.email), applicant.email),
  ...row(say(words.document), applicant.document),
  ...row(say(words.checked), checkedAt && moment(checkedAt)),
]

/** Under which policy, and with which cars. */
export const contractRows = (
  { by, policy, cars, address }: Pick<ClaimPaperFacts, 'by' | 'policy' | 'cars' | 'address'>,
  locale: Locale,
): Row[] => [
  ...(by === 'third-party'
    ? isPlate(policy.number)
      ? row(words.atFault[locale], spacedPlate(policy.number))
      : row(words.atFaultPolicy[locale], policy.number)
    : row(words.policy[locale], policy.number)),
  ...row(
    words.period[locale],
    policy.start &&
      policy.end &&
      `${legalDay(policy.start, locale)} – ${legalDay(policy.end, locale)}`,
  ),
  ...row((by === 'third-party' ? words.ownCar : words.car)[locale], cars.join('; '), true),
  ...row(words.property[locale], address, true),
]

/** Rows of the account for the payout. */
const paymentRows = ({ applicant, answers }: ClaimPaperFacts, say: Say): Row[] => [
  ...row(say(words.recipient), applicant.fullName),
  ...row(say(words.iin), applicant.iin),
  ...row(say(words.iban), answers.iban?.replace(/(.{4})(?=.)/g, '$1\u00a0')),
  ...row(say(words.kbe), '19'),
]

/** Rows of the incident: what, where and when. */
export function eventRows(
  { by, answers }: Pick<ClaimPaperFacts, 'by' | 'answers'>,
  locale: Locale,
): Row[] {
  const say: Say = (text) => text[locale]
  const yesNo = (is: boolean | undefined) => is !== undefined && say(is ? words.yes : words.no)
  const wire = wireOf(answers, by)
  const { on, at, position, cause, zones = [] } = answers
  const home = sceneOf(answers.happened) === 'dwelling'
  return [
    ...row(say(words.when), on && [legalDay(on, locale), at].filter(Boolean).join(', ')),
    ...row(say(words.role), wire && say(words.roles[wire.claim_status])),
    ...row(
      say(words.harmed),
      wire && home && by === 'policyholder' ? say(words.harmedWhat[wire.claim_case]) : null,
    ),
    ...row(say(words.cause), cause && say(causeWords[cause])),
    ...row(
      say(words.other),
      home || by === 'third-party'
        ? null
        : answers.other_plate
          ? spacedPlate(answers.other_plate)
          : say(words.noOther),
    ),
    ...row(say(words.drives), yesNo(answers.drives) || null),
    ...row(say(words.injured), yesNo(answers.injured) || null),
    ...row(say(words.place), answers.place, true),
    ...row(
      say(words.position),
      position && `${position.latitude.toFixed(5)}, ${position.longitude.toFixed(5)}`,
    ),
    ...row(say(words.zones), zones.map((zone) => say(zoneWords[zone])).join('; '), true),
    ...row(say(words.words), answers.words, true),
  ]
}

/** The papers of a claim that are made from its answers. */
export type ClaimPaper = 'claim_application' | 'payment_application' | 'identity'
type Part = { title: string; rows: Row[] }

/** One paper of a claim in one language, as the bytes of a PDF (`pdf.ts`). */
export const renderClaimPaper = (
  paper: ClaimPaper,
  facts: ClaimPaperFacts,
  locale: Locale,
  standard: Standard = 'a-2a',
): Uint8Array => pdf('claim-paper.typ', claimPaperView(paper, facts, locale), standard)

/** Returns the template's data: every text written out in one language. */
export function claimPaperView(paper: ClaimPaper, facts: ClaimPaperFacts, locale: Locale) {
  const say = (text: Localized) => text[locale]
  const name = say(words[paper])
  return everyText(
    {
      ...paperHead(
        {
          ...facts,
          name,
          number: facts.policy.number,
          date: facts.documentDate,
          insurer: named(facts.insurer),
        },
        locale,
      ),
      draft: facts.draft ? say(words.draft) : null,
      parts: partsOf(paper, facts, locale),
      statement: statementOf(paper, facts, say),
      signature: paper === 'identity' ? null : signatureOf(facts, say),
    },
    [],
  )
}

function partsOf(paper: ClaimPaper, facts: ClaimPaperFacts, locale: Locale): Part[] {
  const say: Say = (text) => text[locale]
  const person = { title: say(words.applicant), rows: applicantRows(facts, say) }
  const contract = { title: say(words.contract), rows: contractRows(facts, locale) }
  if (paper === 'identity') return [person]
  if (paper === 'payment_application')
    return [person, contract, { title: say(words.payment), rows: paymentRows(facts, say) }]
  return [person, contract, { title: say(words.event_part), rows: eventRows(facts, locale) }]
}

function statementOf(paper: ClaimPaper, { answers }: ClaimPaperFacts, say: Say): string {
  if (paper === 'identity') return say(words.identityText)
  if (paper === 'payment_application') return say(words.paymentRequest)
  return say(answers.happened === 'i-hit' ? words.claimNotice : words.claimRequest)
}

function signatureOf({ signed, applicant }: ClaimPaperFacts, say: Say) {
  const title = say(words.signature)
  if (!signed) return { title, text: say(words.signedBy.none), rows: [] }
  return {
    title,
    text: say(words.signedBy.code),
    rows: [
      ...row(say(words.fullName), applicant.fullName),
      ...row(say(words.signedPhone), formatPhone(signed.phone)),
      ...row(say(words.signedAt), moment(signed.at)),
    ],
  }
}
