import { z } from 'zod'
import { startOfDay } from '#domain/calendar.ts'
import { smsGatewayNames } from '#domain/sms-gateways.ts'
import { systemNames } from '#systems/http.ts'
import { callModes, noticeModes } from '#systems/sandbox-kit.ts'

/** What the control page sends: faults and the clock. */

/**
 * Systems that send notices by themselves, and the SMS gateways, which may accept and never deliver.
 */
const noticing: readonly string[] = ['acquirer', 'epay', ...smsGatewayNames]
export const faultFields = z
  .strictObject({
    system: z.enum(systemNames),
    operation: z.string().min(1).optional(),
    mode: z.enum([...callModes, ...noticeModes]),
    times: z.int().min(1).default(1),
    after: z.int().min(1).optional(),
    /** Of mode `slow`: how long an answer takes, milliseconds. */
    ms: z.int().min(1).max(60_000).optional(),
  })
  .refine(
    ({ system, mode }) => noticing.includes(system) || callModes.some((name) => name === mode),
    {
      path: ['mode'],
      message: `this system sends no notices; modes for calls: ${callModes.join(', ')}`,
    },
  )
const instant = z.union([
  z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString()),
  z.iso.date().transform((day) => startOfDay(day).toISOString()),
])
export const clockFields = z.strictObject(
  { now: instant.nullable() },
  'now: an ISO instant with offset, or null for the clock of its own',
)
