import * as closePeriod from '../close-period.ts'
import * as reference from '../reference.ts'
import * as books from '../report-books.ts'
import * as reportExports from '../report-exports.ts'
import * as reportOut from '../report-out.ts'
import { overview } from '../report-overview.ts'
import * as reportPeriods from '../report-periods.ts'
import { sale } from '../report-sale.ts'
import * as reportStarts from '../report-starts.ts'
import * as reportStatements from '../report-statements.ts'
import * as reports from '../reports.ts'
import * as statementRows from '../statement-rows.ts'

/** Reference data, reports and the books. */
export const accountingCalls = {
  referenceRows: reference.rows,
  referencePropose: reference.propose,
  referenceApprove: reference.approve,
  referenceReject: reference.reject,
  referenceRevert: reference.revert,
  referenceEffect: reference.effect,
  reportOrders: reports.orders,
  reportSale: sale,
  reportMovements: reports.movements,
  reportClaims: reports.claims,
  reportOptions: reports.options,
  reportInsurers: reports.insurerStatement,
  reportRefunds: reports.refunds,
  reportPromoters: reports.promoters,
  reportOverview: overview,
  reportReconciliation: books.reconciliation,
  reportMatched: books.matched,
  reportSettle: books.settle,
  reportUnsettle: books.unsettle,
  reportSettleMany: books.settleMany,
  reportUnsettleMany: books.unsettleMany,
  reportStatements: reportStatements.statements,
  reportImportStatement: reportStatements.importStatement,
  reportWithdrawStatement: reportStatements.withdrawStatement,
  reportPreviewStatement: reportStatements.previewStatement,
  reportStatementFormats: reportStatements.statementFormats,
  reportForgetStatementFormat: reportStatements.forgetStatementFormat,
  reportStatementRows: statementRows.statementRows,
  reportExports: reportExports.exports_,
  reportStartExport: reportExports.startExport,
  reportStopExport: reportExports.stopExport,
  reportExportFile: reportExports.exportFile,
  reportOut: reportOut.out,
  reportOutFile: reportOut.outFile,
  reportSetChart: reportOut.setChart,
  reportSetParty: reportOut.setParty,
  reportSetVat: reportOut.setVat,
  reportPeriods: reportPeriods.periods,
  reportMonth: reportPeriods.month,
  reportProposeStart: reportStarts.proposeStart,
  reportSignStart: reportStarts.signStart,
  reportWithdrawStart: reportStarts.withdrawStart,
  reportReopenPeriod: reportStarts.reopenPeriod,
  reportSignReopening: reportStarts.signReopening,
  reportDeclineReopening: reportStarts.declineReopening,
  reportRecordAct: closePeriod.recordAct,
  reportPreparePeriod: closePeriod.preparePeriod,
  reportWithdrawPeriod: closePeriod.withdrawPeriod,
  reportClosePeriod: closePeriod.closePeriod,
} as const
