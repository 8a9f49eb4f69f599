import type { Handlers } from '../http/route.ts'
import * as booksStart from './books-start.ts'
import { reportClaims } from './claims.ts'
import * as closePeriod from './close-period.ts'
import * as reportDuties from './duties.ts'
import * as reportExports from './exports.ts'
import * as insurerPapers from './insurer-papers.ts'
import * as insurerPayments from './insurer-payments.ts'
import { reportMovements } from './movements.ts'
import { reportOrders } from './orders.ts'
import { reportOutFile } from './out/give-out.ts'
import { reportOut } from './out/out.ts'
import { reportSetChart, reportSetVat } from './out/set.ts'
import { reportSetParty, reportSignParty, reportWithdrawParty } from './out/set-party.ts'
import { reportOverview } from './overview.ts'
import * as periods from './periods.ts'
import { reportPreviewStatement } from './preview-statement.ts'
import { reportPromoters } from './promoters.ts'
import { reportReconciliation } from './reconciliation.ts'
import { reportRefunds } from './refunds.ts'
import * as reopenPeriod from './reopen-period.ts'
import { reportOptions } from './reports.ts'
import { reportSale } from './sale.ts'
import { reportMatched, reportSettleMany, reportUnsettleMany } from './settle.ts'
import { reportInsurers } from './settlements.ts'
import {
  reportForgetStatementFormat,
  reportImportStatement,
  reportStatementFormats,
  reportStatementRows,
  reportWithdrawStatement,
} from './statement-import.ts'
import { reportStatements } from './statements.ts'

/** Who answers the calls of the reports. */
export const reportsHandlers = {
  reportOrders,
  reportSale,
  reportMovements,
  reportClaims,
  reportOptions,
  reportInsurers,
  reportRefunds,
  reportPromoters,
  reportOverview,
  reportReconciliation,
  reportMatched,
  reportSettleMany,
  reportUnsettleMany,
  reportStatements,
  reportPreviewStatement,
  reportStatementFormats,
  reportForgetStatementFormat,
  reportImportStatement,
  reportWithdrawStatement,
  reportStatementRows,
  reportExports: reportExports.reportExports,
  reportStartExport: reportExports.reportStartExport,
  reportStopExport: reportExports.reportStopExport,
  reportExportFile: reportExports.reportExportFile,
  reportOut,
  reportOutFile,
  reportSetChart,
  reportSetParty,
  reportSignParty,
  reportWithdrawParty,
  reportSetVat,
  reportPeriods: periods.reportPeriods,
  reportMonth: periods.reportMonth,
  reportProposeStart: booksStart.reportProposeStart,
  reportSignStart: booksStart.reportSignStart,
  reportWithdrawStart: booksStart.reportWithdrawStart,
  reportReopenPeriod: reopenPeriod.reportReopenPeriod,
  reportSignReopening: reopenPeriod.reportSignReopening,
  reportDeclineReopening: reopenPeriod.reportDeclineReopening,
  reportPapers: insurerPapers.reportPapers,
  reportPreparePaper: insurerPapers.reportPreparePaper,
  reportSignPaper: insurerPapers.reportSignPaper,
  reportWithdrawPaper: insurerPapers.reportWithdrawPaper,
  reportPaperFile: insurerPapers.reportPaperFile,
  reportRecordPayment: insurerPayments.reportRecordPayment,
  reportUndoPayment: insurerPayments.reportUndoPayment,
  reportDuties: reportDuties.reportDuties,
  reportMarkDuty: reportDuties.reportMarkDuty,
  reportUnmarkDuty: reportDuties.reportUnmarkDuty,
  reportConfirmTerm: reportDuties.reportConfirmTerm,
  reportUnconfirmTerm: reportDuties.reportUnconfirmTerm,
  reportRecordAct: periods.reportRecordAct,
  reportPreparePeriod: closePeriod.reportPreparePeriod,
  reportWithdrawPeriod: closePeriod.reportWithdrawPeriod,
  reportClosePeriod: closePeriod.reportClosePeriod,
} satisfies Partial<Handlers>
