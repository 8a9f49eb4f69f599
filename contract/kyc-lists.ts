import { z } from 'zod'
import { listFormats } from '#domain/kyc.ts'
import { answer, call } from './call.ts'
import { Instant } from './fields.ts'
import { ListEffect } from './kyc.ts'

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
