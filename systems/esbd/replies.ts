import { z } from 'zod'
import { type Day, dayOf } from '#domain/calendar.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() ?? '')
const int = z.int()

/**
 * Fields of the structures that both sides read, after `decode`. Fields absent in the reply are
 * empty strings.
 */
export const replies = {
  User: z.object({
    IsAuthenticated: int,
    SessionID: text,
    ErrorMessage: text,
    Branch_ID: int.catch(0),
    SYSTEM_DELIMITER_ID: int.catch(0),
  }),
  /** Loose: SetClient writes the whole record back. */
  Client: z.looseObject({
    ID: int,
    First_Name: text,
    Middle_Name: text,
    Last_Name: text,
    Natural_Person_Bool: int,
    Born: text,
    Sex_ID: int,
    DOCUMENT_TYPE_ID: int,
    DOCUMENT_NUMBER: text,
    DOCUMENT_GIVED_BY: text,
    DOCUMENT_GIVED_DATE: text,
    EMAIL: text,
    PHONES: text,
    RESIDENT_BOOL: int,
    IIN: text,
    verify_bool: int,
  }),
  ClientDocument: z.object({
    CLIENT_DOCUMENT_ID: int,
    CLIENT_ID: int,
    DOCUMENT_TYPE_ID: int,
    DOCUMENT_SERIAL: text,
    DOCUMENT_NUM: text,
    DTISSUED: text,
    DTEXPIRY: text,
  }),
  Vehicle: z.object({
    ID: int,
    TYPE_ID: int,
    VIN: text,
    REG_NUM: text,
    REG_CERT_NUM: text,
    /** Text on their side, and may be empty. */
    NYEAR: text,
    REGION_ID: int,
    BIG_CITY_BOOL: int,
    MARK: text,
    MODEL: text,
  }),
  TF: z.object({ TF_ID: int, VIN: text, BORN: text }),
  Item: z.object({ ID: int, Name: text }),
  Policy: z.object({
    POLICY_ID: int,
    POLICY_NUMBER: text,
    GLOBAL_ID: text,
    DATE_BEG: text,
    DATE_END: text,
    POLICY_DATE: text,
    PREMIUM: z.number(),
    CALCULATED_PREMIUM: z.number(),
    SYSTEM_DELIMITER_ID: int,
    CLIENT_ID: int,
    REWRITE_BOOL: int,
    REWRITE_POLICY_ID: int,
    RESCINDING_DATE: text,
    RESCINDING_REASON_ID: int,
    Drivers: z.array(
      z.object({
        CLIENT_ID: int,
        AGE_EXPERIENCE_ID: int,
        ClassId: int,
        DRIVER_CERTIFICATE: text,
        DRIVER_CERTIFICATE_DATE: text,
      }),
    ),
    PoliciesTF: z.array(
      z.object({
        TF_ID: int,
        TF_TYPE_ID: int,
        TF_NUMBER: text,
        TF_REGISTRATION_CERTIFICATE: text,
        REGION_ID: int,
        BIG_CITY_BOOL: int,
      }),
    ),
  }),
  Property: z.object({
    CONTRACT_ID: int,
    CONTRACT_NUMBER: text,
    CONTRACT_DATE: text,
    GLOBALID: text,
    DATE_BEG: text,
    DATE_END: text,
    CLIENT_ID: int,
    SYSTEM_DELIMITER_ID: int,
    AMOUNT: z.number(),
    PREMIUM: z.number(),
    PROPERTY_DESCRIPTION: text,
    RESCINDING_DATE: text,
    RESCINDING_REASON_ID: int,
  }),
  Executed: z.object({ ResultCode: int, ErrorMessage: text, Body: text }),
}
export type WireClient = z.infer<typeof replies.Client>
export type WirePolicy = z.infer<typeof replies.Policy>
export type WireVehicle = z.infer<typeof replies.Vehicle>
export type WireProperty = z.infer<typeof replies.Property>

/** `dd.MM.yyyy`, the only form of a date on this wire. */
export const toWireDate = (day: Day): string =>
  `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}`

/**
 * The day of `dd.MM.yyyy`, with or without a time behind it; null for an empty or impossible one.
 */
export function fromWireDate(date: string): Day | null {
  const [, d, m, y] =
    /^(\d{2})\.(\d{2})\.(\d{4})(?: \d{1,2}:\d{2}(?::\d{2})?)?$/.exec(date.trim()) ?? []
  return dayOf(Number(y), Number(m), Number(d))
}

/** Nothing written, or .NET's own first day. */
export const isNoWireDate = (date: string): boolean => date === '' || /^0?1\.0?1\.0001/.test(date)

/**
 * Ended if it has a date *or* a reason (`eurasia-insurance/esbd-dao`,
 * `PolicyEntityServiceBean.java`). A reason without a date counts from the beginning: the policy
 * covers nothing.
 */
export function rescindedOf(of: {
  RESCINDING_DATE: string
  RESCINDING_REASON_ID: number
  DATE_BEG: string
}): {
  on: Day
  reasonId: number
} | null {
  const isDate = !isNoWireDate(of.RESCINDING_DATE)
  if (!isDate && of.RESCINDING_REASON_ID <= 0) return null
  const on = fromWireDate(of.RESCINDING_DATE) ?? fromWireDate(of.DATE_BEG)
  return { on: on ?? FIRST_DAY, reasonId: Math.max(0, of.RESCINDING_REASON_ID) }
}
const FIRST_DAY: Day = '1900-01-01'
