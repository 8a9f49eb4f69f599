import type { Fields } from './fields.ts'

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
