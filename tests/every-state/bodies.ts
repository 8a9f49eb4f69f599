import { z } from 'zod'
import { contract, uploads } from '#contract/index.ts'
import { Schema } from '#tests/fuzz/from-schema.ts'
import type { Thing } from './things.ts'

export const everyCall = { ...contract, ...uploads }
export type AnyCall = keyof typeof everyCall

/** Which thing each id of a call's body names. An id that is not here is a missing line. */
export const idsOf: Partial<Record<AnyCall, Readonly<Record<string, Thing>>>> = {
  consentStatus: { requestId: 'consentRequest' },
  withdrawConsent: { id: 'consent' },
  ogpoCalculate: { 'order.reorderGlobalId': 'policy', 'order.prolongGlobalId': 'policy' },
  ogpoOrder: { calculationId: 'quote' },
  ogpoReorder: { calculationId: 'quote', globalId: 'policy' },
  checkOrderPaid: { orderId: 'order' },
  ogpoCheckOrderSet: { orderId: 'order' },
  ogpoOrderProgress: { key: 'progress' },
  ogpoOrderLink: { key: 'progress' },
  ogpoOrderSendCode: { key: 'progress' },
  ogpoOrderOpen: { key: 'progress' },
  ogpoOwnOrder: { key: 'progress' },
  ogpoCancelOrder: { orderId: 'order' },
  ogpoSendPapers: { orderId: 'order' },
  ogpoChangeEmail: { orderId: 'order' },
  ogpoGetPolicy: { globalId: 'policy' },
  ogpoWallets: { globalId: 'policy' },
  partnerStart: { visit: 'visit' },
  homeOrder: { calculationId: 'homeQuote' },
  homeCheckOrderSet: { orderId: 'home' },
  cancelHomeSubscribe: { order_id: 'home' },
  cabinetConfirmSignIn: { pending: 'signIn' },
  cabinetResendSignInCode: { pending: 'signIn' },
  cabinetEndSession: { id: 'session' },
  accountNotMeRead: { key: 'notMe' },
  accountNotMe: { key: 'notMe' },
  accountNotMePassword: { key: 'notMe' },
  cabinetPolicyFiles: { calcId: 'papers', covernoteUuid: 'own' },
  cabinetPolicy: { globalId: 'policy' },
  cabinetCalcTerminate: { globalId: 'policy' },
  cabinetSendTerminateCode: { calcId: 'ending' },
  cabinetTerminate: { calcId: 'ending', globalId: 'policy' },
  cabinetCancelPolicy: { globalId: 'policy' },
  cabinetEndingStatus: { globalId: 'policy' },
  cabinetRenewalPrice: { globalId: 'policy' },
  cabinetChangeActiveCard: { id: 'card' },
  cabinetDeleteCard: { id: 'card' },
  cabinetFileLink: { id: 'file' },
  promoterCalculate: { 'order.reorderGlobalId': 'policy', 'order.prolongGlobalId': 'policy' },
  promoterOrder: { calculationId: 'soldQuote' },
  promoterReorder: { calculationId: 'soldQuote', globalId: 'policy' },
  promoterCheckOrderSet: { orderId: 'order' },
  promoterGetPolicy: { globalId: 'policy' },
  promoterSendClientCode: { globalId: 'policy' },
  promoterProveClient: { globalId: 'policy' },
  promoterCalcTerminate: { globalId: 'policy' },
  promoterSendTerminateCode: { calcId: 'ending' },
  promoterTerminate: { calcId: 'ending', globalId: 'policy' },
  promoterCancelPolicy: { globalId: 'policy' },
  promoterRenewalPrice: { globalId: 'policy' },
  promoterRenewalContact: { globalId: 'policy' },
  promoterRenewalAnswer: { globalId: 'policy' },
  promoterNoCalls: { globalId: 'policy' },
  promoterDraftSave: { id: 'promoterDraft', applicationId: 'own' },
  promoterDraftGet: { id: 'promoterDraft' },
  promoterDraftDelete: { id: 'promoterDraft' },
  promoterDraftGive: { id: 'promoterDraft', to: 'promoter' },
  promoterHandOffCreate: { calculationId: 'soldQuote' },
  promoterHandOffStatus: { calculationId: 'soldQuote' },
  promoterClientFormStatus: { id: 'clientForm' },
  promoterClientFormDelete: { id: 'clientForm' },
  clientFormRead: { key: 'clientFormKey' },
  clientFormSend: { key: 'clientFormKey' },
  promoterHandOffRead: { key: 'handOff' },
  promoterHandOffSendCode: { key: 'handOff' },
  promoterHandOffConfirm: { key: 'handOff' },
  promoterHandOffOrder: { key: 'handOff' },
  staffPromoterTerms: { id: 'account' },
  staffSetPromoterTerms: { id: 'account' },
  staffSignPromoterTerms: { signature_id: 'signature' },
  staffWithdrawPromoterTerms: { signature_id: 'signature' },
  kycStatus: { case_id: 'case', account_id: 'account' },
  kycUnblock: { case_id: 'case' },
  kycKeep: { case_id: 'case' },
  kycAskUnblock: { case_id: 'case' },
  kycSignUnblock: { signature_id: 'signature' },
  kycDeclineUnblock: { signature_id: 'signature' },
  kycWithdrawUnblock: { signature_id: 'signature' },
  kycBlock: { case_id: 'case' },
  kycSignList: { signature_id: 'signature' },
  kycDeclineList: { signature_id: 'signature' },
  kycWithdrawList: { signature_id: 'signature' },
  kycAddDocument: { case_id: 'case' },
  staffUsers: { id: 'account' },
  staffUsersBlock: { id: 'account' },
  staffUsersUnblock: { id: 'account' },
  staffUsersSetRole: { id: 'account' },
  staffUsersResetPassword: { id: 'account' },
  staffUsersConfirm: { id: 'account' },
  staffUsersEndSessions: { id: 'account' },
  claimGetClaim: { claim_id: 'claim' },
  claimWriteMessage: { claim_id: 'claim' },
  claimDraft: { id: 'draft' },
  claimDraftSave: { id: 'draft', 'answers.policy': 'policy' },
  claimDraftDrop: { id: 'draft' },
  claimDraftDropPhotograph: { id: 'photograph', draft_id: 'draft' },
  claimDraftPapers: { id: 'draft' },
  claimDraftCode: { id: 'draft' },
  claimDraftSend: { id: 'draft' },
  claimThirdParty: { id: 'own', named: 'policy' },
  claimNotice: { draft: 'noticeDraft' },
  claimNoticeLink: { key: 'notice' },
  claimNoticeJoin: { key: 'notice' },
  claimNoticeRead: { draft: 'noticeDraft', key: 'notice' },
  claimNoticeSave: { draft: 'noticeDraft', key: 'notice' },
  claimNoticeCode: { draft: 'noticeDraft', key: 'notice' },
  claimNoticeSign: { draft: 'noticeDraft', key: 'notice' },
  claimNoticePaper: { draft: 'noticeDraft', key: 'notice' },
  claimVerdict: { claim_id: 'claim' },
  claimAnswerRequest: { request_id: 'request', claim_id: 'claim' },
  claimAddPhotograph: { draft_id: 'draft', id: 'own' },
  claimSendDocs: { policy_number: 'policy' },
  staffClaim: { claim_id: 'claim' },
  staffClaimTakeBack: { claim_id: 'claim' },
  deskTakeBack: { held_id: 'signature' },
  staffClaimMove: { claim_id: 'claim' },
  staffClaimRequest: { claim_id: 'claim' },
  staffClaimMessage: { claim_id: 'claim' },
  staffClaimDamage: { claim_id: 'claim' },
  staffClaimShowReport: { claim_id: 'claim' },
  staffClaimUploadReport: { claim_id: 'claim' },
  staffClaimJudge: { file_id: 'paper', claim_id: 'claim' },
  staffClaimAskAgain: { claim_id: 'claim' },
  staffClaimFile: { claim_id: 'claim' },
  staffClaimSums: { claim_id: 'claim' },
  staffClaimAskSignature: { claim_id: 'claim' },
  staffClaimSign: { signature_id: 'signature' },
  staffClaimDecline: { signature_id: 'signature' },
  staffClaimWithdraw: { signature_id: 'signature' },
  staffClient: { account_id: 'account' },
  staffReveal: {
    account_id: 'account',
    case_id: 'case',
    claim_id: 'claim',
    order_id: 'order',
  },
  staffSendPapers: { order_id: 'order' },
  staffSetEmail: { account_id: 'account', order_id: 'order' },
  staffWriteNote: { key: 'own', subject: 'notesCase' },
  staffHandOver: { 'cases.subject': 'notesCase', 'cases.owner': 'account', to: 'account' },
  staffReadNote: { note_id: 'note' },
  staffSetInbox: { id: 'message' },
  staffInboxThread: { id: 'message' },
  staffInboxReply: { id: 'message', key: 'own' },
  staffInboxAssign: { id: 'message', to: 'account' },
  staffOpenPaper: { order_id: 'order' },
  staffOrder: { order_id: 'order' },
  staffContract: { order_id: 'order' },
  staffRerun: { order_id: 'order' },
  staffTellHeldUp: { 'orders.order_id': 'order' },
  staffRetryHeldUp: { 'orders.order_id': 'order' },
  staffGiveBack: { order_id: 'order' },
  staffSignGiveBack: { signature_id: 'signature' },
  staffDeclineGiveBack: { signature_id: 'signature' },
  staffWithdrawGiveBack: { signature_id: 'signature' },
  staffRetryRefund: { refund_id: 'refund' },
  staffFoundBill: { attempt_id: 'attempt' },
  staffEnterDetails: { refund_id: 'refund' },
  staffApproveDetails: { refund_id: 'refund' },
  staffRefundPaid: { refund_id: 'refund' },
  staffCalcTerminate: { globalId: 'policy' },
  staffTerminate: { calcId: 'ending', globalId: 'policy' },
  staffAddEndingDocument: { calc_id: 'ending' },
  staffCancelPolicy: { globalId: 'policy' },
  referenceApprove: { id: 'proposal' },
  referenceReject: { id: 'proposal' },
  referenceRevert: { id: 'proposal' },
  referenceEffect: { id: 'proposal' },
  reportOrders: { promoter: 'promoter' },
  reportSale: { id: 'order' },
  reportMovements: { promoter: 'promoter' },
  reportClaims: { promoter: 'promoter' },
  reportSignStart: { id: 'booksStart' },
  reportWithdrawStart: { id: 'booksStart' },
  reportSignReopening: { id: 'signature' },
  reportDeclineReopening: { id: 'signature' },
  reportPaperFile: { id: 'insurerPaper' },
  reportSignParty: { id: 'signature' },
  reportWithdrawParty: { id: 'signature' },
  reportSignPaper: { id: 'insurerPaper' },
  reportWithdrawPaper: { id: 'insurerPaper' },
  reportUndoPayment: { id: 'insurerPayment' },
  reportWithdrawStatement: { id: 'statement' },
  reportForgetStatementFormat: { id: 'statementFormat' },
  reportStatementRows: { id: 'statement' },
  reportStartExport: { 'ask.promoter': 'promoter' },
  reportStopExport: { id: 'export' },
  reportExportFile: { id: 'export' },
}
/** A field that names a thing; in other calls the same name is something else. */
const idNames =
  /(^|\.)(id|key|.*Id|.*_id|visit|pending|draft|about|promoter|named|policy|policy_number|.*GlobalId|covernoteUuid)$/
/** What looks like an id and is none, or names nothing of ours. */
const noIds: readonly string[] = [
  'operation.applicationId',
  'planId',
  'staffFoundBill.bill_id',
  'consentRequired',
  'referencePropose.key',
  'reportSettleMany.differences.key',
  'reportUnsettleMany.differences.key',
]

/** A right value of each text and number by the name it goes under. */
const rightly: Readonly<Record<string, readonly unknown[]>> = {
  iin: ['850315399904', '830304399916', '900101399908'],
  ownerIin: ['850315399904'],
  holder_iin: ['850315399904'],
  agentIin: ['900101399908'],
  login: ['900101399908'],
  phone: ['77010000001', '77010000021'],
  email: ['client@example.kz'],
  otp_code: ['0000'],
  code: ['0000', '0200010001000000'],
  phone_code: ['0000'],
  name: ['Асель', 'columns.orders', 'views.orders'],
  surname: ['Сейітова'],
  patronymic: ['Қанатұлы'],
  text: ['Когда придёт полис?', '16760055433V', 'Абай'],
  reason: ['клиент күткісі келмейді'],
  note: ['Клиент әлі күтеді'],
  number: ['049900001', 'QC00000001'],
  issuer: ['ҚР ІІМ'],
  issue_date: ['2021-09-15'],
  date: ['2026-11-01'],
  valid_to: ['2031-09-15'],
  birth_date: ['1985-03-15'],
  registrationNumber: ['901ZHK02', '123ABC02'],
  techPassport: ['AF50010002'],
  plate: ['456KZA02', '123ABC02'],
  other_plate: ['456KZA02', ''],
  own_plate: ['123ABC02', ''],
  driverLicenseNumber: ['AB100001'],
  dateStart: ['2026-11-27', '2026-12-31'],
  period: [12, 6],
  planId: [1, 2],
  address: ['0200020002000000'],
  building: ['0200020002000000'],
  password: [['every', 'state', '2026'].join('-')],
  password_repeat: [['every', 'state', '2026'].join('-')],
  current_password: [['demo', '2026'].join('-')],
  region: ['ALMATY_CITY'],
  vehicleType: ['PASSENGER'],
  age: [30],
  experienceYears: [5],
  vehicleAgeYears: [5],
  kind: ['CLASS'],
  class: ['3'],
  insurer: ['dala', 'tobyl'],
  source: ['qorgan_site', 'portal'],
  status: ['issued', 'wait'],
  state: ['issued', 'active'],
  channel: ['site'],
  from: ['2026-11-01', '2027-01-01', 'Бампер'],
  to: ['2026-11-30', 'Капот'],
  on: ['2026-11-22'],
  at: ['08:40'],
  since: ['08:00'],
  until: ['18:00'],
  day: ['2026-11-23'],
  month: ['2026-10', '2026-11'],
  amount: [36_094, 1, 0],
  refundAmount: [1_000, 0],
  payable: [100_000, 5_000_000],
  asked: [100_000],
  estimated: [90_000],
  limit: [10],
  cursor: ['5'],
  page: ['2'],
  after: ['1'],
  before: ['5'],
  upTo: ['5'],
  acted: ['5'],
  value: ['123ABC02', '77010000001', '850315399904'],
  by: ['plate'],
  title: ['Сату'],
  revision: [0, 1, 2],
  version: [1, 2, 3, 4, 5],
  actor: ['staff'],
  action: ['claim.'],
  object: ['QC00000001'],
  ground: ['own_will', 'died', 'insurer_refused'],
  iban: ['KZ86125KZT5004100100'],
  holder: ['Серікұлы Нұрлан'],
  bill_id: ['4100'],
  reference: ['ПП-7'],
  fileName: ['bank.csv'],
  content: [
    'date;operation;order_id;payment_id;amount;fee\n2026-11-20;payment;QG0;QG0-1;5000;10\n',
  ],
  // Two lines of an account's statement.
  file: [
    Buffer.from(
      'Дата;Номер;Дебет;Кредит;Назначение\n20.11.2026;1;;10,00;Оплата\n20.11.2026;2;5,00;;Возврат QG0\n',
    ).toString('base64'),
  ],
  sheet: [''],
  bank: ['Демо'],
  payment: ['QG0-1'],
  movement: ['sold'],
  plus: ['yes'],
  columns: ['number'],
  key: ['dala', 'QG0'],
  linked: ['QG0'],
  query: ['state=issued'],
  words: ['Артынан соқты.'],
  place: ['Алматы, Абай даңғылы, 99'],
  damage_type: ['Бампер'],
  personalData: ['1'],
  terms: ['1'],
  commission: ['1'],
  ogpoPlus: ['1'],
  homeTerms: ['1'],
  latitude: [43.25],
  longitude: [76.92],
  accuracy: [12],
  dateFrom: ['2026-11-24T06:00:00Z'],
  dateTo: ['2026-11-25T06:00:00Z'],
  dayGoal: [19],
  payPercent: [2.5],
  error: ['TIMEOUT'],
  error_code: ['TIMEOUT', 3],
  operator_iin: ['850315399904'],
  policy_start_date: ['2026-11-21'],
  policy_end_date: ['2027-11-20'],
  insured_amount: ['1000000'],
  premium: ['36094'],
  property_address: ['Алматы, Абай даңғылы, 99'],
  taken_at: ['2026-11-22T03:40:00Z'],
  list: ['UN', '1'],
  template: ['papers'],
  paper: ['policy', 'application'],
  debit: ['1210'],
  credit: ['6010'],
  subject: ['dala', 'card'],
  proof: ['выписка 30.09'],
  // Of a duty: a month, a quarter, a year.
  'duty.period': ['2026-10', '2026-Q3', '2025'],
}

export type Body = Record<string, unknown>
/** `choice`: differs from the first in what a person chooses, which a state may forbid. */
export type Template = { body: Body; choice: boolean }
/**
 * The bodies of a call, `$field` where an id is put in: the first what must be there, the others
 * with each other value of each field. `unnamed`: ids and texts that the tables do not know.
 */
export function bodiesOf(
  name: AnyCall,
  idFields: readonly string[],
): { bodies: Template[]; unnamed: string[] } {
  const unnamed: string[] = []
  const schema = Schema.parse(
    z.toJSONSchema(everyCall[name].body, {
      io: 'input',
      unrepresentable: 'any',
      target: 'openapi-3.0',
    }),
  )
  const first = (at: Schema, path: string): unknown => all(at, path)[0]
  const all = (at: Schema, path: string): unknown[] =>
    at.nullable ? [null, ...some(at, path)] : some(at, path)
  function some(at: Schema, path: string): unknown[] {
    const field = path.split('.').at(-1) ?? ''
    if (idFields.includes(path)) return [`$${path}`]
    const variants = at.anyOf ?? at.oneOf
    if (variants) return variants.flatMap((each) => all(each, path))
    if (at.enum) return at.enum
    if ('const' in at) return [at.const]
    if (at.allOf?.[0]) return all(at.allOf[0], path)
    if (at.properties) return objects(at, path).map(({ body }) => body)
    if (at.type === 'array')
      return [[first(at.items ?? {}, path)], []].slice(0, (at.minItems ?? 0) > 0 ? 1 : 2)
    if (at.type === 'boolean') return [true, false]
    if (at.type === 'null') return [null]
    if (at.type === 'object' || at.type === undefined) return [{}]
    if (at.format === 'uuid' || (at.pattern ?? '').includes('[0-9a-f')) {
      if (!noIds.some((one) => path.endsWith(one))) unnamed.push(`${name}: ${path}`)
      return ['$new']
    }
    const looksLikeAnId = idNames.test(path)
    if (looksLikeAnId && !noIds.some((one) => `${name}.${path}`.endsWith(one)))
      unnamed.push(`${name}: ${path}`)
    if (at.format === 'date-time') return ['2026-11-23T06:00:00Z']
    const dutys = name.endsWith('Duty') ? rightly[`duty.${field}`] : undefined
    const known = (dutys ?? rightly[field])?.filter((value) => fits(at, value))
    if (known?.length) return [...known]
    if (at.type === 'integer' || at.type === 'number') return [at.minimum ?? 1]
    unnamed.push(`${name}: ${path}`)
    return ['x']
  }
  function objects({ properties = {}, required = [] }: Schema, path: string): Template[] {
    const under = (key: string) => (path ? `${path}.${key}` : key)
    const base: Body = {}
    for (const key of required) {
      const of = properties[key]
      if (of) base[key] = first(of, under(key))
    }
    const bodies = [{ body: base, choice: false }]
    for (const [key, of] of Object.entries(properties)) {
      const isThere = required.includes(key)
      const choice = isThere && (of.enum !== undefined || of.type === 'boolean')
      for (const value of all(of, under(key)).slice(isThere ? 1 : 0))
        bodies.push({ body: { ...base, [key]: value }, choice })
    }
    // A move is from each state to each.
    const { from, to } = properties
    for (const was of from?.enum ?? [])
      for (const becomes of to?.enum ?? [])
        bodies.push({ body: { ...base, from: was, to: becomes }, choice: true })
    return bodies
  }
  return { bodies: objects(schema, ''), unnamed: [...new Set(unnamed)] }
}
const fits = ({ type, pattern }: Schema, value: unknown) =>
  typeof value === (type === 'integer' ? 'number' : type) &&
  (type !== 'string' || !pattern || new RegExp(pattern, 'u').test(String(value)))
