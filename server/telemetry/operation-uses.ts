import type { OperationUse, SaleStep } from '#domain/sale-steps.ts'
import type { Operation as Acquirer } from '#systems/acquirer/protocol.ts'
import type { SetName } from '#systems/addresses/protocol.ts'
import type { operation as antivirusOperation } from '#systems/antivirus/protocol.ts'
import type { Operation as Bank } from '#systems/bank/protocol.ts'
import type { BMG_SERVICE } from '#systems/bmg/protocol.ts'
import type { Operation as Epay } from '#systems/epay/protocol.ts'
import type { Operation as Esbd } from '#systems/esbd/protocol.ts'
import type { Operation as Files } from '#systems/files/object-storage.ts'
import type { Operation as Fiscal } from '#systems/fiscal/protocol.ts'
import type { SOCIAL_SERVICE } from '#systems/gkb/protocol.ts'
import { type SystemName, systemNames } from '#systems/http.ts'
import type { Operation as Idp } from '#systems/idp/protocol.ts'
import type { Operation as Kdp } from '#systems/kdp/protocol.ts'
import type { Operation as Licences } from '#systems/licences/protocol.ts'
import type { operation as mailOperation } from '#systems/mail/protocol.ts'
import type { Operation as Mobizon } from '#systems/mobizon/protocol.ts'
import type { Operation as Partner } from '#systems/partner/protocol.ts'
import type { Operation as Scoring } from '#systems/scoring/protocol.ts'
import type { SIGN } from '#systems/shep-sign.ts'
import type { Operation as Sms } from '#systems/sms/protocol.ts'
import type { Operation as Vehicles } from '#systems/vehicles/protocol.ts'

/** The operations of each outside system, as its protocol has them. */
type Operations = {
  esbd: Esbd
  gkb: 'getPerson' | typeof SOCIAL_SERVICE
  bmg: typeof BMG_SERVICE
  kdp: Kdp | typeof SIGN
  licences: Licences
  vehicles: Vehicles
  scoring: Scoring
  idp: Idp
  /** A list each, as the reference has them. */
  aml: never
  sms: Sms
  mobizon: Mobizon
  mail: typeof mailOperation
  bank: Bank
  acquirer: Acquirer
  epay: Epay
  fiscal: Fiscal
  addresses: SetName
  files: Files
  antivirus: typeof antivirusOperation
  partner: Partner
}
type Uses = readonly OperationUse[]

const must = (...steps: SaleStep[]): Uses => steps.map((step) => ({ step, need: 'must' }))
const may = (...steps: SaleStep[]): Uses => steps.map((step) => ({ step, need: 'may' }))
const beside = may('beside')

/**
 * Which steps of a sale each operation is for: a new operation does not compile without its row.
 * `else`: names that settings or rows give (BMG_SERVICE, SOCIAL_SERVICE, lists).
 */
const uses: {
  readonly [System in SystemName]: Readonly<Record<Operations[System] | 'else', Uses>>
} = {
  esbd: {
    AuthenticateUser: must('find', 'price', 'register', 'home_register'),
    SessionExists: must('find', 'price', 'register', 'home_register'),
    GetServerDateTime: beside,
    GetItems: must('find', 'price', 'register'),
    GetClientsByKeyFields: must('find'),
    GetClientByID: must('find'),
    SetClient: must('find'),
    GetClientDocumentsListByID: must('find'),
    SetClientDocuments: must('find'),
    GetClassId: must('price'),
    GetClassText: must('price'),
    SearchVehicles: must('find'),
    GetTFByNumber: must('find'),
    Execute: must('find'),
    SetPolicyDraft: must('price'),
    CalculatePolicyPremium: must('price'),
    SetPolicy: must('register'),
    GetPoliciesByNumber: must('register'),
    GetPolicyByGlobalID: may('register', 'ending'),
    GetPolicyByID: must('ending'),
    GetPoliciesByPolicyDate: beside,
    SetPolicyRescindingReason: must('ending'),
    GetContractDsProperty_By_Number: must('home_register'),
    GetContractDsProperty_By_Id: must('ending'),
    SetContractDsProperty: must('home_register'),
    SetContractRescinding: must('ending'),
    GetMiddlemenByKeyFields: beside,
    else: beside,
  },
  gkb: {
    getPerson: must('find'),
    RDBService_STATUS: may('price'),
    else: may('price'),
  },
  bmg: { MCDB_SERVICE: must('find'), else: must('find') },
  kdp: {
    getPersonDataAccessControl: must('consent'),
    // Signs what goes to the state gateway.
    'wsse/sign': must('find'),
    else: must('consent'),
  },
  licences: { getZipDriverPortType: must('find'), else: must('find') },
  vehicles: { getAuto: must('find'), else: must('find') },
  scoring: { score: must('price'), else: must('price') },
  idp: { token: must('eid'), basic: must('eid'), phone: may('eid'), else: may('eid') },
  aml: { else: beside },
  sms: {
    send: must('sign_in', 'message'),
    status: may('sign_in', 'message'),
    balance: beside,
    else: beside,
  },
  mobizon: {
    sendSmsMessage: must('sign_in', 'message'),
    list: may('sign_in', 'message'),
    getOwnBalance: beside,
    else: beside,
  },
  mail: { send: must('message'), else: may('message') },
  bank: {
    'remote/client-info': must('bill'),
    'remote/create': must('bill'),
    'payment/status': must('bill'),
    'remote/cancel': may('bill'),
    'payment/details': must('refund'),
    'payment/return': must('refund'),
    tradepoints: beside,
    else: beside,
  },
  acquirer: {
    'init_payment.php': must('card'),
    'get_status3.php': [...must('card', 'home_charge'), ...may('refund')],
    'do_capture.php': must('card'),
    'cancel.php': must('refund'),
    'revoke.php': must('refund'),
    add2: may('home_charge'),
    list: may('home_charge'),
    remove: beside,
    init: must('home_charge'),
    direct: must('home_charge'),
    else: beside,
  },
  epay: {
    'oauth2/token': must('epay', 'refund'),
    invoice: must('epay'),
    'invoice-links': may('epay'),
    'check-status': must('epay', 'refund'),
    'operation/charge': may('epay'),
    'operation/cancel': may('epay'),
    'operation/refund': must('refund'),
    else: beside,
  },
  fiscal: {
    Authorize: may('papers'),
    Check: may('papers'),
    ZReport: beside,
    ShiftHistory: beside,
    GetTicket: may('papers'),
    ClientInfo: beside,
    else: beside,
  },
  addresses: {
    s_ats: beside,
    s_geonims: beside,
    s_buildings: beside,
    s_pb: beside,
    else: beside,
  },
  files: { put: beside, read: beside, remove: beside, list: beside, else: beside },
  antivirus: { INSTREAM: beside, else: beside },
  partner: { report: beside, else: beside },
}

/** What an operation of the journal is for. */
export function usesOf(system: string, operation: string): Uses {
  const ofSystem: Readonly<Record<string, Uses>> =
    uses[systemNames.find((name) => name === system) ?? 'partner']
  return (Object.hasOwn(ofSystem, operation) ? ofSystem[operation] : ofSystem.else) ?? beside
}

/** Every operation that has a name of its own. */
export const knownOperations: readonly { system: SystemName; operation: string }[] =
  systemNames.flatMap((system) =>
    Object.keys(uses[system]).flatMap((operation) =>
      operation === 'else' ? [] : [{ system, operation }],
    ),
  )
