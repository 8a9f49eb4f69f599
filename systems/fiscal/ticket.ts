import { z } from 'zod'

/** A word that some of them write as a number. */
export const Text = z.union([z.string().min(1), z.number()]).transform(String)

/** A receipt as they know it; a looked-up one has some of its fields by other names. */
export const Ticket = z
  .object({
    CheckNumber: Text.optional(),
    Number: Text.optional(),
    DateTime: z.string().optional(),
    RegistratedOn: z.string().optional(),
    Total: z.number(),
    ShiftNumber: z.int(),
    OperationType: z.int().optional(),
    ExternalCheckNumber: z.string().nullish(),
    OfflineMode: z.boolean().optional(),
    IsOffline: z.boolean().optional(),
    TicketUrl: z.string().nullish(),
    CashboxRegistrationNumber: Text.nullish(),
    RegistrationNumber: Text.nullish(),
    Cashbox: z.object({ RegistrationNumber: Text.nullish() }).nullish(),
  })
  .transform((ticket, context) => {
    const number = ticket.CheckNumber ?? ticket.Number
    const at = isoOf(ticket.DateTime ?? ticket.RegistratedOn ?? '')
    const registration =
      ticket.CashboxRegistrationNumber ??
      ticket.RegistrationNumber ??
      ticket.Cashbox?.RegistrationNumber
    const url = ticket.TicketUrl ?? ''
    const wrong = (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (!number) wrong(['CheckNumber'], 'missing')
    if (!at) wrong(['DateTime'], 'not DD.MM.YYYY HH:mm:ss')
    if (!registration) wrong(['Cashbox', 'RegistrationNumber'], 'missing')
    if (url !== '' && !/^https?:\/\/\S+$/.test(url)) wrong(['TicketUrl'], 'not an address')
    return {
      number: number ?? '',
      at: at ?? '',
      registration: registration ?? '',
      url: url || null,
      total: ticket.Total,
      shift: ticket.ShiftNumber,
      operation: ticket.OperationType ?? null,
      key: ticket.ExternalCheckNumber ?? null,
      offline: ticket.OfflineMode ?? ticket.IsOffline ?? false,
    }
  })
export type Ticket = z.infer<typeof Ticket>

function isoOf(text: string): string | null {
  const dotted = /^(\d{2})\.(\d{2})\.(\d{4}) (\d{2}:\d{2}:\d{2})$/.exec(text)
  if (dotted) return `${dotted[3]}-${dotted[2]}-${dotted[1]} ${dotted[4]}`
  const iso = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})/.exec(text)
  return iso ? `${iso[1]} ${iso[2]}` : null
}
