import { z } from 'zod'
import { dayOf, type Day } from '#domain/calendar.ts'

/**
 * The wire of the unified insurance database (ESBD): ASP.NET service `IICWebService`, document/literal, qualified elements.
 * Names and order are the operator's; `[A]` marks what no public source shows and the operator has to confirm.
 * One table of structures and one of operations: the WSDL, the client's filling-in and the sandbox's strictness come from it.
 */
export const NAMESPACE = 'https://icweb/IICWebService'

/** `int`, `double`, `decimal`, `boolean`, `dateTime` are mandatory, `string` is not; `X[]` is `ArrayOfX`; anything else is a structure. */
export type Fields = Readonly<Record<string, string>>

const stamps = { RECORD_CHANGED_AT: 'string', CREATED_BY_USER_ID: 'int', INPUT_DATE: 'string', CHANGED_BY_USER_ID: 'int' } as const

export const structures = {
  User: {
    ID: 'int',
    Name: 'string',
    Branch_ID: 'int',
    CLIENT_ID: 'int',
    SYSTEM_DELIMITER_ID: 'int',
    IsAuthenticated: 'int',
    SessionID: 'string',
    ErrorMessage: 'string',
    LastRequestTime: 'dateTime',
    DN: 'string',
    IsBusy: 'boolean',
  },
  Client: {
    ID: 'int',
    First_Name: 'string',
    Middle_Name: 'string',
    Last_Name: 'string',
    Juridical_Person_Name: 'string',
    Natural_Person_Bool: 'int',
    TPRN: 'string',
    Class_ID: 'int',
    Class: 'string',
    Born: 'string',
    Sex_ID: 'int',
    SETTLEMENT_ID: 'int',
    Address: 'string',
    Juridical_Address: 'string',
    DOCUMENT_TYPE_ID: 'int',
    DOCUMENT_NUMBER: 'string',
    DOCUMENT_GIVED_BY: 'string',
    DOCUMENT_GIVED_DATE: 'string',
    EMAIL: 'string',
    PHONES: 'string',
    ACTIVITY_KIND_ID: 'int',
    DESCRIPTION: 'string',
    RESIDENT_BOOL: 'int',
    ECONOMICS_SECTOR_ID: 'int',
    COUNTRY_ID: 'int',
    IIN: 'string',
    verify_bool: 'int',
    dtVerified: 'string',
  },
  CLIENT_DOCUMENTS: {
    ID: 'int',
    CLIENT_ID: 'int',
    DOCUMENT_TYPE_ID: 'int',
    DOCUMENT_SERIAL: 'string',
    DOCUMENT_NUM: 'string',
    DTISSUED: 'string',
    DTEFFECTIVE: 'string',
    DTEXPIRY: 'string',
    ISSUING_AUTHORITY_ID: 'int',
  },
  Vehicle: {
    ID: 'int',
    TYPE_ID: 'int',
    VIN: 'string',
    REG_NUM: 'string',
    REG_CERT_NUM: 'string',
    DT_REG_CERT: 'string',
    NYEAR: 'int',
    REGION_ID: 'int',
    BIG_CITY_BOOL: 'int',
    COLOR: 'string',
    MODEL_ID: 'int',
    MODEL: 'string',
    MARK_ID: 'int',
    MARK: 'string',
    nPlaces: 'int',
    verified_bool: 'int',
    dtVerified: 'string',
  },
  Item: { ID: 'int', Name: 'string', PARENT_ID: 'int', Code: 'string' },
  Driver: {
    DRIVER_ID: 'int',
    POLICY_ID: 'int',
    CLIENT_ID: 'int',
    HOUSEHOLD_POSITION_ID: 'int',
    AGE_EXPERIENCE_ID: 'int',
    EXPERIENCE: 'int',
    DRIVER_CERTIFICATE: 'string',
    DRIVER_CERTIFICATE_DATE: 'string',
    PRIVELEGER_BOOL: 'int',
    PRIVELEDGER_TYPE: 'string',
    PRIVELEDGER_CERTIFICATE: 'string',
    PRIVELEDGER_CERTIFICATE_DATE: 'string',
    WOW_BOOL: 'int',
    WOW_CERTIFICATE: 'string',
    WOW_CERTIFICATE_DATE: 'string',
    PENSIONER_BOOL: 'int',
    PENSIONER_CERTIFICATE: 'string',
    PENSIONER_CERTIFICATE_DATE: 'string',
    INVALID_BOOL: 'int',
    INVALID_CERTIFICATE: 'string',
    INVALID_CERTIFICATE_BEG_DATE: 'string',
    INVALID_CERTIFICATE_END_DATE: 'string',
    ...stamps,
    SYSTEM_DELIMITER_ID: 'int',
    ClassId: 'int',
  },
  Policies_TF: {
    POLICY_TF_ID: 'int',
    POLICY_ID: 'int',
    TF_ID: 'int',
    TF_TYPE_ID: 'int',
    TF_AGE_ID: 'int',
    TF_NUMBER: 'string',
    TF_REGISTRATION_CERTIFICATE: 'string',
    GIVE_DATE: 'string',
    PURPOSE: 'string',
    ODOMETER: 'int',
    ...stamps,
    SYSTEM_DELIMITER_ID: 'int',
    REGION_ID: 'int',
    BIG_CITY_BOOL: 'int',
  },
  SCHEDULED_PAYMENT: { SCHEDULED_PAYMENT_ID: 'int', PAYMENT_DATE: 'string', AMOUNT: 'decimal' },
  Policy: {
    POLICY_ID: 'int',
    POLICY_NUMBER: 'string',
    DATE_BEG: 'string',
    DATE_END: 'string',
    PREMIUM: 'double',
    CALCULATED_PREMIUM: 'double',
    SYSTEM_DELIMITER_ID: 'int',
    CLIENT_ID: 'int',
    RECORD_CHANGED_AT: 'string',
    RECORD_CHANGED_AT_DATETIME: 'string',
    CREATED_BY_USER_ID: 'int',
    INPUT_DATE: 'string',
    INPUT_DATETIME: 'string',
    CHANGED_BY_USER_ID: 'int',
    POLICY_DATE: 'string',
    RESCINDING_DATE: 'string',
    REWRITE_BOOL: 'int',
    BRANCH_ID: 'int',
    REWRITE_POLICY_ID: 'int',
    RESCINDING_REASON_ID: 'int',
    Drivers: 'Driver[]',
    PoliciesTF: 'Policies_TF[]',
    DESCRIPTION: 'string',
    GLOBAL_ID: 'string',
    PAYMENT_ORDER_TYPE_ID: 'int',
    PAYMENT_ORDER_TYPE: 'string',
    PAYMENT_DATE: 'string',
    MIDDLEMAN_ID: 'int',
    MIDDLEMAN_CONTRACT_NUMBER: 'string',
    ScheduledPayments: 'SCHEDULED_PAYMENT[]',
    CLIENT_FORM_ID: 'int',
    PAYMENT_TYPE_ID: 'int',
    PAYMENT_TYPE: 'string',
    mobileNum: 'string',
    email: 'string',
    notification_type_id: 'int',
    verify_bool: 'int',
    online_bool: 'int',
  },
  MIDDLEMAN: {
    MIDDLEMAN_ID: 'int',
    CLIENT_ID: 'int',
    MIDDLEMAN_TYPE_ID: 'int',
    PARENT_MIDDLEMAN_ID: 'int',
    CONTRACT_NUMBER: 'string',
    CONTRACT_DATE: 'string',
    LETTER_OF_ATTORNEY_NUMBER: 'string',
    BRANCH_ID: 'int',
    ...stamps,
    SYSTEM_DELIMITER_ID: 'int',
    USER_ID: 'int',
    /** [A] The published WSDL has no rate here (only `MiddlemenPayment.Rate`, per paid policy). Percent, optional. */
    COMMISSION_PERCENT: 'string',
  },
  EsbdRequest: { Type: 'string', Version: 'int', Body: 'string', Parameters: 'int' },
  EsbdResponse: { ResultCode: 'int', ErrorMessage: 'string', Body: 'string' },
} as const satisfies Record<string, Fields>
export type Structure = keyof typeof structures

const session = { aSessionID: 'string' } as const
const withPolicy = { ...session, aPolicy: 'Policy' } as const
/** Request fields, the type of `{Operation}Result`, and whether repeating the call changes nothing. */
export const operations = {
  AuthenticateUser: { in: { aName: 'string', aPassword: 'string' }, out: 'User', safe: true },
  SessionExists: { in: { ...session, aUserName: 'string' }, out: 'boolean', safe: true },
  GetServerDateTime: { in: session, out: 'dateTime', safe: true },
  GetItems: { in: { ...session, aTableName: 'string' }, out: 'Item[]', safe: true },
  GetClientsByKeyFields: { in: { ...session, aClient: 'Client' }, out: 'Client[]', safe: true },
  GetClientByID: { in: { ...session, aID: 'int' }, out: 'Client', safe: true },
  SetClient: { in: { ...session, aClient: 'Client' }, out: 'Client', safe: false },
  SetClientDocuments: { in: { ...session, aCLIENT_DOCUMENTS: 'CLIENT_DOCUMENTS' }, out: 'CLIENT_DOCUMENTS', safe: false },
  GetClassId: { in: { ...session, aClientId: 'int', aDate: 'string', aTFId: 'int' }, out: 'int', safe: true },
  GetClassText: { in: { ...session, aClassId: 'int' }, out: 'string', safe: true },
  SearchVehicles: {
    in: { ...session, aVIN: 'string', aTF_NUMBER: 'string', aTF_ID: 'int', aTF_REG_CERTIF: 'string' },
    out: 'Vehicle[]',
    safe: true,
  },
  SetPolicyDraft: { in: withPolicy, out: 'double', safe: true },
  CalculatePolicyPremium: { in: withPolicy, out: 'int', safe: true },
  SetPolicy: { in: withPolicy, out: 'Policy', safe: false },
  GetPolicyByID: { in: { ...session, aPolicyID: 'int' }, out: 'Policy', safe: true },
  GetPolicyByGlobalID: { in: { ...session, aGlobalID: 'string' }, out: 'Policy', safe: true },
  GetPoliciesByNumber: { in: { ...session, aPolicyNumber: 'string' }, out: 'Policy[]', safe: true },
  SetPolicyRescindingReason: {
    in: { ...session, aPolicyId: 'int', aRescindingReasonId: 'int', aRescindingDate: 'string' },
    out: 'int',
    safe: false,
  },
  GetMiddlemenByKeyFields: { in: { ...session, aMiddleman: 'MIDDLEMAN' }, out: 'MIDDLEMAN[]', safe: true },
  /** The generic call; here only for reads. Its session field is spelled another way than everywhere else. */
  Execute: { in: { aSessionId: 'string', aRequest: 'EsbdRequest' }, out: 'EsbdResponse', safe: true },
} as const satisfies Record<string, { in: Fields; out: string; safe: boolean }>
export type Operation = keyof typeof operations

export const isOperation = (name: string): name is Operation => Object.hasOwn(operations, name)
export const isStructure = (name: string): name is Structure => Object.hasOwn(structures, name)

const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() ?? '')
const int = z.int()

/** What both sides read of the structures, after `decode`. Fields left out of the reply are empty strings. */
export const replies = {
  User: z.object({ IsAuthenticated: int, SessionID: text, ErrorMessage: text }),
  Client: z.object({
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
  ClientDocument: z.object({ ID: int, CLIENT_ID: int, DOCUMENT_TYPE_ID: int, DOCUMENT_NUM: text, DTISSUED: text, DTEXPIRY: text }),
  Vehicle: z.object({
    ID: int,
    TYPE_ID: int,
    VIN: text,
    REG_NUM: text,
    REG_CERT_NUM: text,
    NYEAR: int,
    REGION_ID: int,
    BIG_CITY_BOOL: int,
    MARK: text,
    MODEL: text,
  }),
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
      z.object({ CLIENT_ID: int, AGE_EXPERIENCE_ID: int, ClassId: int, DRIVER_CERTIFICATE: text, DRIVER_CERTIFICATE_DATE: text }),
    ),
    PoliciesTF: z.array(
      z.object({ TF_ID: int, TF_TYPE_ID: int, TF_NUMBER: text, TF_REGISTRATION_CERTIFICATE: text, REGION_ID: int, BIG_CITY_BOOL: int }),
    ),
  }),
  Middleman: z.object({ CONTRACT_NUMBER: text, SYSTEM_DELIMITER_ID: int, COMMISSION_PERCENT: text }),
  Executed: z.object({ ResultCode: int, ErrorMessage: text, Body: text }),
}
export type WireClient = z.infer<typeof replies.Client>
export type WirePolicy = z.infer<typeof replies.Policy>
export type WireVehicle = z.infer<typeof replies.Vehicle>

/** `dd.MM.yyyy`, the only form of a date on this wire. */
export const toWireDate = (day: Day): string => `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}`

/** The day of `dd.MM.yyyy`, with or without a time behind it; null for an empty or impossible one. */
export function fromWireDate(date: string): Day | null {
  const [, d, m, y] = /^(\d{2})\.(\d{2})\.(\d{4})(?: \d{1,2}:\d{2}(?::\d{2})?)?$/.exec(date.trim()) ?? []
  return dayOf(Number(y), Number(m), Number(d))
}
