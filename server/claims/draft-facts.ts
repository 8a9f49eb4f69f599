import { z } from 'zod'
import { brand } from '#brand'
import { ClaimAnswers } from '#contract/claim-draft.ts'
import type { ClaimPaperFacts } from '#documents/claim-paper.ts'
import { spacedPlate } from '#documents/format.ts'
import { unanswered } from '#domain/claim-way/answers.ts'
import { isPaper, type Shows } from '#domain/claim-way/photographs.ts'
import { inEveryLanguage } from '#domain/locale.ts'
import { fullName, nameKeys } from '#domain/person.ts'
import { fieldText } from '#texts/fields.ts'
import type { Account } from '../accounts/accounts.ts'
import type { Context } from '../http/context.ts'
import { invalid } from '../http/refuse.ts'
import { reads } from '../products/products.ts'
import type { ClaimPolicy } from './claim-policies.ts'
import { identityConfirmed, policyOfDraft } from './draft-policy.ts'
import { claimantOf, type DraftRow, type PhotographRow, photographsOf } from './draft-row.ts'
import { checkDay } from './save-draft.ts'

export type DraftWhole = {
  draft: DraftRow
  answers: ClaimAnswersOf
  policy: ClaimPolicy
  /** Those in which nothing was found, or nothing was looked for yet. */
  photographs: PhotographRow[]
  identity: 'register' | 'photographs'
}
type ClaimAnswersOf = z.output<typeof ClaimAnswers>

/** A draft whose answers are all there and possible; 422 names every one that is not. */
export async function wholeDraft(context: Context, draft: DraftRow): Promise<DraftWhole> {
  const { db, me, locale } = context
  const answers = ClaimAnswers.parse(draft.answers)
  const policy = await policyOfDraft(db, me().iin, draft, answers)
  const missing = unanswered(answers, claimantOf(draft))
  if (missing.length > 0 || !policy)
    throw invalid(
      [...missing, ...(policy || missing.includes('policy') ? [] : ['policy'])].map((path) => ({
        path,
        message: fieldText('required', locale),
      })),
    )
  await checkDay(context, draft, answers)
  const photographs = (await photographsOf(db, draft.id)).filter(({ scan }) => scan !== 'infected')
  const confirmed = await identityConfirmed(db, me().iin)
  return {
    draft,
    answers,
    policy,
    photographs,
    identity: confirmed ? 'register' : 'photographs',
  }
}

/** The papers that a draft lacks: of these the event's document alone may come later. */
export function missingPapers({ photographs, identity }: DraftWhole): string[] {
  const there = new Set(photographs.map(({ slot }) => slot))
  const scene = photographs.some(({ slot }) => !isPaper(slot as Shows))
  return [
    ...(scene ? [] : ['damage_document']),
    ...(identity === 'register' ? [] : ['id_front', 'id_back'].filter((slot) => !there.has(slot))),
    ...(there.has('event_document') ? [] : ['event_document']),
  ]
}

const Document = z.object({ number: z.string() })

/** What the papers of a draft say, of the client, the contract and the answers. */
export async function claimPaperFacts(
  context: Context,
  account: Account,
  { draft, answers, policy }: DraftWhole,
  of: Pick<ClaimPaperFacts, 'signed' | 'draft'>,
): Promise<ClaimPaperFacts> {
  const { db, me, clock, locale, reference } = context
  const person = await db
    .selectFrom('people')
    .select([...nameKeys, 'document', 'checked_at'])
    .where('iin', '=', me().iin)
    .executeTakeFirst()
  const listed = await Promise.all(
    reads().map((product) =>
      product.policies({ db, iin: me().iin, now: clock.now(), locale, reference }),
    ),
  )
  const card = listed.flat().find(({ global_id }) => global_id === policy.global_id)
  const insurer = (await reference.insurers(clock.today())).find(
    ({ code }) => code === policy.insurer_code,
  )
  const document = Document.safeParse(person?.document)
  return {
    ...of,
    broker: brand,
    insurer: insurer?.name ?? inEveryLanguage(() => policy.insurer_code),
    documentDate: clock.now(),
    applicant: {
      fullName: fullName(person ?? account),
      iin: me().iin,
      phone: account.phone,
      email: account.email,
      document: document.success ? document.data.number : null,
    },
    ...(draft.against === null
      ? {
          by: 'policyholder' as const,
          policy: { number: policy.global_id, start: policy.start_date, end: policy.end_date },
          cars: (card?.cars ?? []).map((car) => `${car.name}, ${car.registrationNumber}`),
          address: card?.home?.address ?? null,
        }
      : thirdPartyFacts(draft.against, answers)),
    answers,
    checkedAt: person?.checked_at.toISOString() ?? null,
  }
}

/** Of the contract a third party's papers say what they named themselves, and nothing more. */
const thirdPartyFacts = (named: string, { own_plate }: ClaimAnswersOf) => ({
  by: 'third-party' as const,
  policy: { number: named, start: null, end: null },
  cars: own_plate ? [spacedPlate(own_plate)] : [],
  address: null,
})
