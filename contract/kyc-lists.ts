import { z } from 'zod'
import { listFormats } from '#domain/kyc/kyc.ts'
import { answer, call } from './call.ts'
import { Instant } from './fields.ts'
import { ListEffect } from './kyc.ts'
import { declines, Signature, signs, withdraws } from './signatures.ts'

const staff = ['staff'] as const

export const lists = call({
  path: '/api/kyc/lists',
  method: 'GET',
  may: staff,
  about:
    'The lists: version in force, age, files refused since, the last walk over the clients, and how many cases there are.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      /** False: a blocking list is missing or too old, and nothing is issued. */
      fresh: z.boolean(),
      lists: z.array(
        z.object({
          code: z.string(),
          title: z.string(),
          effect: ListEffect,
          format: z.enum(listFormats),
          version: z.string().nullable(),
          entries: z.int(),
          origin: z.enum(['fetched', 'uploaded']).nullable(),
          importedAt: Instant.nullable(),
          confirmedAt: Instant.nullable(),
          max_age_hours: z.int(),
          state: z.enum(['fresh', 'too_old', 'missing']),
          /**
           * Entries that a file uploaded by staff leaves out: in force until a second person signs.
           */
          leaving: z
            .object({
              signature: Signature,
              count: z.int(),
              /** The first 500. */
              entries: z.array(
                z.object({
                  name: z.string(),
                  iin: z.string().nullable(),
                  /** `1983-07-12`, or a year alone. */
                  birth: z.string().nullable(),
                }),
              ),
            })
            .nullable(),
          /** Files not taken since the version in force was last confirmed. */
          refused: z.array(
            z.object({
              at: Instant,
              reason: z.enum(['empty', 'truncated', 'unreadable', 'refused', 'shrunk']),
              origin: z.string(),
            }),
          ),
        }),
      ),
      /** As `kycCases` counts them. */
      cases: z.object({ waiting: z.int(), blocked: z.int() }),
      rescreen: z
        .object({
          state: z.enum(['running', 'done', 'replaced']),
          list: z.string(),
          checked: z.int(),
          blocked: z.int(),
          startedAt: Instant,
          finishedAt: Instant.nullable(),
        })
        .nullable(),
    }),
  ),
})

export const signList = signs(
  '/api/kyc/signList',
  'The second signature under what an uploaded file leaves out: the names go, except whoever somebody is blocked by. 14060 when it was decided or another file came, 14063 for whoever brought the file, 14091 when the two are not surely two people, 14090 when one’s own name is among them.',
)
export const declineList = declines(
  '/api/kyc/declineList',
  'The second person does not sign: the names stay in force, the note says why.',
)
export const withdrawList = withdraws(
  '/api/kyc/withdrawList',
  'Whoever brought the file takes the removal back: the names stay in force.',
)

/**
 * Files of one form: `file`, and for a list of the financial monitoring agency also `included` and
 * `excluded`.
 */
export const listFileFields = ['file', 'included', 'excluded'] as const
export const listFileMaxBytes = 30 * 1024 * 1024
export const uploadList = call({
  path: '/api/kyc/uploadList',
  method: 'POST',
  may: staff,
  about:
    'A list file brought by hand, as multipart/form-data: the publisher’s own XML, checked as over HTTP. What it adds holds at once; `leaving` names that it leaves out stay until a second person signs (`kycSignList`). 14078 with data.reason when it is not taken; the version in force stays.',
  body: z.strictObject({
    list: z.string({ error: 'required' }).min(1, { error: 'required' }).max(40),
  }),
  reply: answer(z.object({ outcome: z.enum(['new', 'same']), entries: z.int(), leaving: z.int() })),
})
