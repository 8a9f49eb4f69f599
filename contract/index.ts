import { accountingCalls } from './calls/accounting.ts'
import { cabinetCalls } from './calls/cabinet.ts'
import { claimCalls } from './calls/claims.ts'
import { promoterCalls } from './calls/promoter.ts'
import { purchaseCalls } from './calls/purchase.ts'
import { staffCalls } from './calls/staff.ts'
import { supervisionCalls } from './calls/supervision.ts'
import * as claimPhotographs from './claim-draft.ts'
import * as claims from './claims.ts'
import * as kycUnblock from './kyc.ts'
import * as uploadList from './kyc-lists.ts'
import * as staffClaimReport from './staff-claim-acts.ts'
import * as staffOrders from './staff-orders.ts'

/**
 * Every call of the product: name → path, method, who may call, body, reply. The server mounts it,
 * the document is made from it, the browser is typed by it.
 */
export const contract = {
  ...purchaseCalls,
  ...cabinetCalls,
  ...promoterCalls,
  ...supervisionCalls,
  ...claimCalls,
  ...staffCalls,
  ...accountingCalls,
} as const

/**
 * Calls that take a form with files (multipart); the body is its text fields, files are named as
 * the schema's file says.
 */
export const uploads = {
  claimSendDocs: claims.sendDocs,
  claimAnswerRequest: claims.answerRequest,
  claimAddPhotograph: claimPhotographs.addPhotograph,
  staffClaimUploadReport: staffClaimReport.uploadReport,
  kycUploadList: uploadList.uploadList,
  kycAddDocument: kycUnblock.addDocument,
  staffAddEndingDocument: staffOrders.addEndingDocument,
} as const

export type Contract = typeof contract
export type CallName = keyof Contract
