import { z } from 'zod'
import { call, done } from './call.ts'
import { Instant, Tenge, Uuid, written } from './fields.ts'

/** A delayed act: its author may take it back until it is carried out. */
export const Held = z.object({
  id: Uuid,
  goes_at: Instant,
  by: z.string(),
  mine: z.boolean(),
  /** The outside system that did not answer when the act was due: it is retried automatically. */
  waits_for: z.string().nullable(),
})

/**
 * An act of two signatures, as a desk shows it (decision 213): the first line with who requested it
 * and why, the second empty, signed, refused with a note, or taken back by the first.
 */
export const Signature = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'signed', 'refused', 'withdrawn']),
  reason: z.string(),
  /** The caller requested it: another person must sign the second line. */
  mine: z.boolean(),
  asked_by: z.string(),
  asked_at: Instant,
  decided_by: z.string().nullable(),
  decided_at: Instant.nullable(),
  note: z.string(),
  /** The second has signed and it has not gone yet. */
  held: Held.nullable(),
})

/** Signatures of a claim's decision by two, for its page. */
export const ClaimSigning = z.object({
  /** From this sum on two people decide; null: always. */
  two_people_from: Tenge.nullable(),
  /** Granted to the same person by other claims under the policy: it counts towards that sum. */
  granted: Tenge,
  /** The newest signature; null if none was requested. */
  signature: Signature.nullable(),
  /** What the first has signed; null if unsigned. The sum is null if none was given. */
  signed: z
    .object({
      payable: Tenge.nullable(),
      /**
       * The claim is unchanged since then; otherwise nobody may sign, and the first must request
       * anew.
       */
      holds: z.boolean(),
    })
    .nullable(),
})

/** Why the first asks, and why the second does not sign. */
export const SigningReason = written(5, 'reason').max(500, { error: 'invalid' })

/** The signature to give, refuse or take back. */
export const Signing = z.strictObject({ signature_id: Uuid })

/** Delays the act by 8 seconds, unless `takeBack` cancels it; 14160 while it waits. */
export const Hold = z.boolean().default(false)

/** The second person signs. */
export const signs = (path: `/${string}`, about: string) =>
  call({
    path,
    method: 'POST',
    may: ['staff'],
    about,
    body: Signing.extend({ hold: Hold }),
    reply: done,
  })

export const takeBack = call({
  path: '/api/staff/takeBack',
  method: 'POST',
  may: ['staff', 'accountant'],
  about:
    'Takes back what one pressed oneself and what has not gone yet: nothing of it has happened. 14161 once it has gone.',
  body: z.strictObject({ held_id: Uuid }),
  reply: done,
})

/** The second person does not sign. */
export const declines = (
  path: `/${string}`,
  about = 'The second person does not sign, with a note. Refusals as of the signature.',
) =>
  call({
    path,
    method: 'POST',
    may: ['staff'],
    about,
    body: z.strictObject({ signature_id: Uuid, note: SigningReason }),
    reply: done,
  })

/** The first takes back their request. */
export const withdraws = (
  path: `/${string}`,
  about = 'Whoever asked takes it back before it is signed: 404 for anybody else, 14060 afterwards.',
) => call({ path, method: 'POST', may: ['staff'], about, body: Signing, reply: done })
