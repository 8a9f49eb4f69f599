import {
  type Fields,
  personStructures,
  policyStructures,
  propertyStructures,
  vehicleStructures,
} from './structures.ts'

/**
 * Request fields, the type of `{Operation}Result`, and whether it only reads: what writes is never
 * sent twice.
 */
export const operations = {
  AuthenticateUser: { in: { aName: 'string', aPassword: 'string' }, out: 'User', reads: true },
  SessionExists: { in: { aSessionID: 'string', aUserName: 'string' }, out: 'boolean', reads: true },
  GetServerDateTime: { in: { aSessionID: 'string' }, out: 'dateTime', reads: true },
  GetItems: { in: { aSessionID: 'string', aTableName: 'string' }, out: 'Item[]', reads: true },
  GetClientsByKeyFields: {
    in: { aSessionID: 'string', aClient: 'Client' },
    out: 'Client[]',
    reads: true,
  },
  GetClientByID: { in: { aSessionID: 'string', aID: 'int' }, out: 'Client', reads: true },
  SetClient: { in: { aSessionID: 'string', aClient: 'Client' }, out: 'Client', reads: false },
  GetClientDocumentsListByID: {
    in: { aSessionID: 'string', aClientID: 'int' },
    out: 'CLIENT_DOCUMENTS[]',
    reads: true,
  },
  SetClientDocuments: {
    in: { aSessionID: 'string', aClientDocuments: 'CLIENT_DOCUMENTS' },
    out: 'CLIENT_DOCUMENTS',
    reads: false,
  },
  GetClassId: {
    in: { aSessionID: 'string', aClientId: 'int', aDate: 'string', aTFId: 'int' },
    out: 'int',
    reads: true,
  },
  GetClassText: { in: { aSessionID: 'string', aClassId: 'int' }, out: 'string', reads: true },
  SearchVehicles: {
    in: {
      aSessionID: 'string',
      aVIN: 'string',
      aTF_NUMBER: 'string',
      aTF_ID: 'int',
      aTF_REG_CERTIF: 'string',
    },
    out: 'Vehicle[]',
    reads: true,
  },
  GetTFByNumber: { in: { aSessionID: 'string', aTF_NUMBER: 'string' }, out: 'TF[]', reads: true },
  SetPolicyDraft: { in: { aSessionID: 'string', aPolicy: 'Policy' }, out: 'double', reads: false },
  CalculatePolicyPremium: {
    in: { aSessionID: 'string', aPolicy: 'Policy' },
    out: 'int',
    reads: true,
  },
  SetPolicy: { in: { aSessionID: 'string', aPolicy: 'Policy' }, out: 'Policy', reads: false },
  GetPolicyByID: { in: { aSessionID: 'string', aPolicyID: 'int' }, out: 'Policy', reads: true },
  GetPolicyByGlobalID: {
    in: { aSessionID: 'string', aGlobalID: 'string' },
    out: 'Policy',
    reads: true,
  },
  GetPoliciesByNumber: {
    in: { aSessionID: 'string', aPolicyNumber: 'string' },
    out: 'Policy[]',
    reads: true,
  },
  GetPoliciesByPolicyDate: {
    in: { aSessionID: 'string', aPolicyDate1: 'string', aPolicyDate2: 'string' },
    out: 'Policy[]',
    reads: true,
  },
  SetPolicyRescindingReason: {
    in: {
      aSessionID: 'string',
      aPolicyId: 'int',
      aRescindingReasonId: 'int',
      aRescindingDate: 'string',
    },
    out: 'int',
    reads: false,
  },
  SetContractDsProperty: {
    in: { aSessionID: 'string', aCONTRACT_DS_PROPERTY: 'CONTRACT_DS_PROPERTY' },
    out: 'CONTRACT_DS_PROPERTY',
    reads: false,
  },
  GetContractDsProperty_By_Id: {
    in: { aSessionID: 'string', aCONTRACT_ID: 'int' },
    out: 'CONTRACT_DS_PROPERTY',
    reads: true,
  },
  GetContractDsProperty_By_Number: {
    in: { aSessionID: 'string', aContractNumber: 'string' },
    out: 'CONTRACT_DS_PROPERTY[]',
    reads: true,
  },
  SetContractRescinding: {
    in: {
      aSessionID: 'string',
      aCONTRACT_ID: 'int',
      aRESCINDING_REASON_ID: 'int',
      aRESCINDING_DATE: 'string',
    },
    out: 'string',
    reads: false,
  },
  GetMiddlemenByKeyFields: {
    in: { aSessionID: 'string', aMiddleman: 'MIDDLEMAN' },
    out: 'MIDDLEMAN[]',
    reads: true,
  },
  Execute: {
    in: { aSessionId: 'string', aRequest: 'EsbdRequest' },
    out: 'EsbdResponse',
    reads: true,
  },
} as const satisfies Record<string, { in: Fields; out: string; reads: boolean }>

/**
 * Facts of the operator's published contract: the structures and operations we use, field by field,
 * in the operator's order. Source: `IICWebService.wsdl` of the public repository
 * `eurasia-insurance/esbd-jaxws-client` (2019-03-04, 222 operations); the file itself is no part of
 * the product. `contract.test.ts` holds this table against it where it is at hand. The operator's
 * present WSDL takes precedence. The structures are by subject in `structures-*.ts`.
 *
 * `int`, `double`, `decimal`, `boolean`, `dateTime` are mandatory (minOccurs 1), with `?` not;
 * `string` and structures never are; `X[]` is `ArrayOfX`, whose items may be nil. Never copy a name
 * from a web page: some there have Cyrillic look-alike letters.
 */
export const structures = {
  ...personStructures,
  ...vehicleStructures,
  ...policyStructures,
  ...propertyStructures,
  EsbdRequest: {
    Type: 'string',
    Version: 'int',
    Body: 'string',
    Parameters: 'int',
  },
  EsbdResponse: {
    ResultCode: 'int',
    ErrorMessage: 'string',
    Body: 'string',
  },
} as const satisfies Record<string, Fields>
export type Structure = keyof typeof structures

export type Operation = keyof typeof operations

export const isOperation = (name: string): name is Operation => Object.hasOwn(operations, name)
export const isStructure = (name: string): name is Structure => Object.hasOwn(structures, name)

/**
 * The wire of the unified insurance database (ESBD): ASP.NET service `IICWebService`,
 * document/literal, qualified elements, SOAP 1.1 and 1.2.
 *
 * Evidence, line by line:
 * - names, types, order, what is mandatory: `contract.ts`, from the WSDL of
 *   `eurasia-insurance/esbd-jaxws-client` (2019-03-04);
 * - session: `AuthenticateUser`, `SessionExists` before use, new session when it says false, hosts
 *   in turn: `eurasia-insurance/esbd-connection`, `SoapSession.java`, `ConnectionPoolBean.java` (3
 *   s to connect, 5 s an answer);
 * - a Fault leaves the session alive ("call is ok also session is ok too") and reads as "nothing
 *   found": the same file;
 * - people are queried twice, RESIDENT_BOOL 1 and 0; a class id of 0 is "no class"; `GetClassText`
 *   gives the class: `eurasia-insurance/esbd-dao`, `SubjectPersonEntityServiceBean.java`,
 *   `InsuranceClassTypeServiceBean.java`;
 * - a policy is ended when RESCINDING_DATE *or* RESCINDING_REASON_ID is set; BRANCH_ID, CLIENT_ID,
 *   dates, PREMIUM, number are mandatory: `esbd-dao`, `PolicyEntityServiceBean.java` (its comments
 *   quote the operator's "обязательно");
 * - ids of regions 1–20, vehicle types 4–15, rescinding reasons, documents: `esbd-dao`,
 *   `…/elements/mapping/*.java`;
 * - PAYMENT_ORDER_TYPE_ID 1, PAYMENT_TYPE_ID 1, HOUSEHOLD_POSITION_ID 2, Parameters −1, Execute's
 *   base64 bodies: `kutlymurat/esbd-connector`, `EsbdFunctions.php`, `examples/example4.php`;
 *   RESCINDING reasons with their words: the same file;
 * - dates `dd.MM.yyyy`: `esbd-dao`, `ESBDDates.java`;
 * - production answers on the equal hosts `web1`, `web2` and `web3.mkb.kz` (`/IICWebService.asmx`),
 *   a test host is `testesbd.mkb.kz:8077`; access takes a client certificate, the operator's root and
 *   a login: `esbd-connection`, the readme of `esbd-jaxws-client`.
 *
 * Beware: `GetClients_By_Key`, `GetTF_By_Key`, `SetPolicyCancel`, `GetDrivers…` and `TPL_…`, often
 * quoted, are not in the WSDL. `SetPolicyDuplicate` rescinds the original too. The operator merges
 * duplicate clients (`GetUnionRecords`): a stored client id may go stale. One insurer's code cancels
 * (reason 6) only a policy issued today.
 * What no public source shows is in `port.ts`, each with its setting.
 */
export const NAMESPACE = 'https://icweb/IICWebService'

export type { Fields } from './structures.ts'
