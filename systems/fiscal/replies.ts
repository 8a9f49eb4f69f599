import { z } from 'zod'
import { Text, Ticket } from './ticket.ts'

/** What the fiscal operator answers. */

export const Errors = z.object({
  Errors: z.array(z.object({ Code: z.int(), Text: z.string().default('') })).min(1),
})
export const Authorized = z.object({ Data: z.object({ Token: z.string().min(1) }) })

export const Checked = z.object({ Data: Ticket })
export const Shifts = z.object({
  Data: z.union([
    z.array(z.object({ ShiftNumber: z.int() })),
    z
      .object({ Shifts: z.array(z.object({ ShiftNumber: z.int() })) })
      .transform(({ Shifts: all }) => all),
  ]),
})
export const ClientInfo = z.object({
  Data: z.object({
    CashboxUniqueNumber: z.string(),
    CashboxRegistrationNumber: Text,
    CashboxStatus: z.int(),
    License: z.object({ LicenseExpirationDate: z.string() }).nullish(),
    Ofd: z.object({ Expiration: z.string() }).nullish(),
  }),
})
