import { z } from 'zod'
import { answer, call, done } from './call.ts'
import { Instant, Uuid } from './fields.ts'

/** A client's open sessions and their end. */
const client = ['user'] as const

export const sessions = call({
  path: '/api/cabinet/auth/sessions',
  method: 'GET',
  may: client,
  about: 'The client’s open sessions with device and time, the newest use first.',
  body: z.strictObject({}),
  reply: answer(
    z.array(
      z.object({
        id: z.string(),
        /** As the browser named itself, shortened: `Chrome, Windows`. */
        device: z.string(),
        began_by: z.enum(['password', 'temporary', 'code', 'egov']),
        createdAt: Instant,
        lastUsedAt: Instant,
        current: z.boolean(),
      }),
    ),
  ),
})
export const endSession = call({
  path: '/api/cabinet/auth/endSession',
  method: 'POST',
  may: client,
  about: 'Ends one of the client’s sessions.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
export const logoutEverywhere = call({
  path: '/api/cabinet/auth/logoutEverywhere',
  method: 'POST',
  may: client,
  about: 'Ends every session of the client, this one too.',
  body: z.strictObject({}),
  reply: done,
})
