import { z } from 'zod'
import { zones } from '#domain/claim-way/answers.ts'
import { claimLetters } from '#domain/claims/letters.ts'
import { noticeDoubts } from '#domain/claims/notice.ts'
import { reasonLength } from '#domain/claims/two-people.ts'
import { locales } from '#domain/locale.ts'
import { LocalizedText } from '#domain/localized-text.ts'
import { productNames } from '#domain/products.ts'
import { DeskNotice } from './accident-notice.ts'
import { answer, call, done } from './call.ts'
import { Claim, ClaimSlot, ClaimState, claimFile } from './claims.ts'
import { CaseNotes } from './desk-notes.ts'
import { Day, Instant, maybeWritten, Tenge, written } from './fields.ts'
import { ClaimSigning } from './signatures.ts'

const staff = ['staff'] as const
/** Days that the government moved, beside the law's calendar: whether each is worked. */
const MovedDays = z.record(Day, z.boolean())
export const ClaimId = written().max(40)
/** The last act with a claim that was looked at. */
export const Acted = z.string().regex(/^\d{1,18}$/, { error: 'invalid' })
const Text = (longest: number) => written(2).max(longest, { error: 'invalid' })

export const move = call({
  path: '/api/staff/claim/move',
  method: 'POST',
  may: staff,
  about:
    'Sets the state. `from` is the state that was looked at: 14060 when a colleague was faster, 14090 for one’s own claim, here and in the acts below. A rejection needs its reason, which the client reads; so does an approval that is held. `payable` goes with `accepted` and is at most what the law allows (422); a sum for two people is 14096. `acted` is the last act that was looked at: 14060 where somebody acted since.',
  body: z
    .strictObject({
      claim_id: ClaimId,
      from: ClaimState,
      to: ClaimState,
      reason: maybeWritten().max(1_000).default(''),
      payable: Tenge.min(0, { error: 'invalid' }).max(1e9, { error: 'invalid' }).optional(),
      acted: Acted.optional(),
      /** Delays the act by 8 seconds, unless `takeBack` cancels it. */
      hold: z.boolean().default(false),
    })
    .refine(
      ({ to, reason, hold }) =>
        !(to === 'rejected' || (hold && to === 'accepted')) || reason.length >= reasonLength,
      {
        path: ['reason'],
        error: 'required',
      },
    ),
  reply: done,
})
export const takeBack = call({
  path: '/api/staff/claim/takeBack',
  method: 'POST',
  may: staff,
  about:
    'Takes back a decision of one’s own that is held and has not gone yet: neither the claim nor its client knew of it. 14118 once it has gone.',
  body: z.strictObject({ claim_id: ClaimId }),
  reply: done,
})
export const requestDocument = call({
  path: '/api/staff/claim/requestDocument',
  method: 'POST',
  may: staff,
  about:
    'Asks the client for a paper; they see it in the cabinet and upload it there. 14060 for a finished claim or one already asked for it.',
  body: z.strictObject({
    claim_id: ClaimId,
    slot: ClaimSlot,
    note: maybeWritten().max(500).default(''),
  }),
  reply: done,
})
export const message = call({
  path: '/api/staff/claim/message',
  method: 'POST',
  may: staff,
  about: 'Writes to the client about the claim.',
  body: z.strictObject({ claim_id: ClaimId, text: Text(2_000) }),
  reply: done,
})
export const setDamage = call({
  path: '/api/staff/claim/setDamage',
  method: 'POST',
  may: staff,
  about:
    'Corrects the type of damage. `from` is what was looked at: 14060 when a colleague was faster.',
  body: z.strictObject({ claim_id: ClaimId, from: z.string().max(200), to: Text(200) }),
  reply: done,
})

/** Author of an act: the client, a named member of staff, or the scanner of files. */
const Actor = z.object({
  kind: z.enum(['client', 'staff', 'scanner']),
  name: z.string(),
  /** The caller did it. */
  mine: z.boolean(),
})
export const PaperVerdict = z.enum(['fits', 'again'])
/**
 * `signature`: what the scanner found; `small`: a photograph as a `data:` address, once made;
 * `verdict`: a person's judgement of the paper, and whose.
 */
const StaffFile = claimFile.extend({
  by: z.enum(['client', 'staff']),
  signature: z.string().nullable(),
  small: z.string().nullable(),
  verdict: z.object({ is: PaperVerdict, by: z.string() }).nullable(),
})
/** Tenge; null if not set. */
const Sums = z.object({
  asked: Tenge.nullable(),
  estimated: Tenge.nullable(),
  payable: Tenge.nullable(),
})
/**
 * Warnings that decide nothing: a file of this claim is also in another one; the accident came so
 * many hours after the policy began; a photograph looks like one of another claim (`photo`: what it
 * shows); another claim is of the same accident; a photograph was taken so far from the place; the
 * notice both drivers signed differs from the claim.
 */
const Sign = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('same_file'), slot: z.string(), claim_id: z.string() }),
  z.object({ kind: z.literal('young_policy'), hours: z.int() }),
  z.object({
    kind: z.literal('like_photo'),
    photo: z.string(),
    file_id: z.string(),
    claim_id: z.string(),
  }),
  z.object({ kind: z.literal('same_accident'), claim_id: z.string() }),
  z.object({
    kind: z.literal('far_photo'),
    photo: z.string(),
    file_id: z.string(),
    kilometres: z.int(),
  }),
  z.object({ kind: z.literal('other_notice'), about: z.array(z.enum(noticeDoubts)).min(1) }),
])

export const claim = call({
  path: '/api/staff/claim',
  method: 'POST',
  may: staff,
  about:
    'One claim with its papers, messages, what was asked for, and who did what when. Files open by fileLink. The look is audited.',
  body: z.strictObject({ claim_id: ClaimId }),
  reply: answer(
    Claim.omit({ evaluation_report: true, policy_type: true }).extend({
      policy_type: z.enum(productNames),
      account_id: z.string(),
      /**
       * Made by a third party: the plate or number by which they named the policyholder; else null.
       */
      third_party: z.string().nullable(),
      client: z.object({
        name: z.string(),
        /** Masked, as the phone; whole ones by `reveal`. */
        iin: z.string(),
        phone: z.string().nullable(),
        /** The language they read. */
        locale: z.enum(locales),
      }),
      plates: z.array(z.string()),
      period: z.object({ start: Day, end: Day }),
      documents: z.array(StaffFile),
      /** Photographs from the scene: `type` is what a photograph shows. */
      photographs: z.array(StaffFile),
      /** Parts of the car or the room that the client marked. */
      zones: z.array(z.enum(zones)),
      reports: z.array(StaffFile),
      requests: z.array(
        z.object({
          id: z.string(),
          slot: ClaimSlot,
          note: z.string(),
          at: Instant,
          answered_at: Instant.nullable(),
          /** Null: requested automatically, because the file sent before was infected. */
          by: z.string().nullable(),
        }),
      ),
      messages: z.array(
        z.object({
          id: z.string(),
          text: z.string(),
          from: z.enum(['client', 'staff']),
          at: Instant,
          by: z.string(),
        }),
      ),
      events: z.array(
        z.object({ id: z.string(), what: z.string(), note: z.string(), at: Instant, by: Actor }),
      ),
      /** States it may come to now. */
      next: z.array(ClaimState),
      sums: Sums,
      /** Facts for the rules of a claim (domain/claims). */
      rules: z.object({
        /** Day of the accident; null if the claim does not give it. */
        happened_on: Day.nullable(),
        submitted_on: Day,
        /** From which the law's days count. */
        counted_from: Day,
        decided_on: Day.nullable(),
        paid_on: Day.nullable(),
        identity_confirmed: z.boolean(),
        injured: z.boolean(),
        /** Both drivers have signed the notice of the simplified procedure. */
        simplified: z.boolean(),
        /** The claim is made to the claimant's own insurer, who has 7 working days (26-1 § 2). */
        direct: z.boolean(),
        own_cover: z.boolean(),
        /** Tenge of today's MRP, null if there is no table of it. */
        mrp: Tenge.nullable(),
        sum_insured: Tenge.nullable(),
        today: Day,
        moved: MovedDays,
      }),
      signs: z.array(Sign),
      /** The last act with the claim, which a decision names. */
      acted: z.string(),
      signing: ClaimSigning,
      /** A decision made and carried out at `goes_at`, unless its author takes it back. */
      held: z
        .object({
          to: ClaimState,
          payable: Tenge.nullable(),
          reason: z.string(),
          goes_at: Instant,
          by: z.string(),
          mine: z.boolean(),
        })
        .nullable(),
      notes: CaseNotes,
      /** The two drivers' signed statement instead of a call to the police. */
      notice: DeskNotice.nullable(),
      /** Letters from the claim's facts that fit its state. */
      letters: z.array(z.object({ letter: z.enum(claimLetters), text: LocalizedText })),
    }),
  ),
})

/** `open`: needs action; oldest first. Finished ones and `all`: newest first. */
const ClaimView = z.enum(['open', ...ClaimState.options, 'all'])
const Deadline = Claim.shape.deadlines.element

const StaffClaimLine = z.object({
  claim_id: z.string(),
  state: ClaimState,
  /** Surname and initial, and the car: opening the claim shows more, and is audited. */
  who: z.string(),
  plate: z.string().nullable(),
  policy_type: z.enum(productNames),
  policy_number: z.string(),
  global_id: z.string(),
  damage_type: z.string(),
  claim_date: Day,
  /** The nearest of the law's deadlines still open. */
  deadline: Deadline.extend({ soon: z.boolean() }).nullable(),
  /** The last to do something was the client: a document or a message waits to be looked at. */
  client_acted: z.boolean(),
  updated_at: Instant,
})

export const claims = call({
  path: '/api/staff/claims',
  method: 'POST',
  may: staff,
  about: 'The queue of claims by state, deadline, kind of policy and number, a page at a time.',
  body: z.strictObject({
    view: ClaimView.default('open'),
    /** `late`: a deadline has passed; `soon`: one passes within the next working day, or has. */
    deadline: z.enum(['late', 'soon']).optional(),
    policy_type: z.enum(productNames).optional(),
    /** Number of the claim, the policy or its Global ID; a prefix suffices. */
    number: maybeWritten().max(40).optional(),
    cursor: z.string().max(100).optional(),
  }),
  reply: answer(z.object({ claims: z.array(StaffClaimLine), next: z.string().nullable() })),
})

const BoardClaim = z.object({
  claim_id: z.string(),
  state: ClaimState,
  /** Surname and initial: opening the claim shows more, and is audited. */
  who: z.string(),
  plate: z.string().nullable(),
  policy_type: z.enum(productNames),
  policy_number: z.string(),
  damage_type: z.string(),
  deadline: Claim.shape.deadlines.element,
  /** From which the law's days count. */
  counted_from: Day,
  /** The claim is made to the claimant's own insurer, who has 7 working days (26-1 § 2). */
  direct: z.boolean(),
  sum: Tenge.nullable(),
  /** Name of who leads it; null until assigned. */
  lead: z.string().nullable(),
  mine: z.boolean(),
  client_acted: z.boolean(),
})

export const board = call({
  path: '/api/staff/claims/board',
  method: 'POST',
  may: staff,
  about:
    'Every open claim with the next deadline of the law, the nearest first; at most 500, `more` says that some were left out.',
  body: z.strictObject({}),
  reply: answer(
    z.object({ claims: z.array(BoardClaim), today: Day, moved: MovedDays, more: z.boolean() }),
  ),
})
