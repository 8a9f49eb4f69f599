import * as deskChoices from '../desk-choices.ts'
import * as deskNotes from '../desk-notes.ts'
import * as deskRecent from '../desk-recent.ts'
import * as deskSearch from '../desk-search.ts'
import * as looks from '../looks.ts'
import * as refundDetails from '../refund-details.ts'
import { selling } from '../selling.ts'
import * as staffClients from '../staff-clients.ts'
import { contractPage } from '../staff-contract.ts'
import * as giveBack from '../staff-give-back.ts'
import * as staffInbox from '../staff-inbox.ts'
import * as staffOrderList from '../staff-order-list.ts'
import * as staffOrders from '../staff-orders.ts'
import * as staffRefunds from '../staff-refunds.ts'
import { systemsStatus } from '../staff-status.ts'
import { today } from '../staff-today.ts'

/** The staff's desks of orders, clients and states. */
export const staffCalls = {
  staffSearch: deskSearch.search,
  staffRecent: deskRecent.recent,
  staffChoices: deskChoices.choices,
  staffChoose: deskChoices.choose,
  staffRecentClients: deskRecent.recentClients,
  staffClient: staffClients.client,
  staffReveal: looks.reveal,
  staffSendPapers: staffClients.sendPolicyDocuments,
  staffSetEmail: staffClients.setEmail,
  staffWriteNote: deskNotes.write,
  staffHandOver: deskNotes.handOver,
  staffReadNote: deskNotes.read,
  staffCases: deskNotes.cases,
  staffFindNotes: deskNotes.find,
  staffInbox: staffInbox.inbox,
  staffSetInbox: staffInbox.setInbox,
  staffInboxThread: staffInbox.thread,
  staffInboxReply: staffInbox.reply,
  staffInboxAssign: staffInbox.assign,
  staffSelling: selling,
  staffOrders: staffOrderList.orders,
  staffOrder: staffOrders.order,
  staffOpenPaper: staffOrders.openPaper,
  staffContract: contractPage,
  staffRerun: staffOrders.rerun,
  staffGiveBack: giveBack.ask,
  staffSignGiveBack: giveBack.sign,
  staffDeclineGiveBack: giveBack.decline,
  staffWithdrawGiveBack: giveBack.withdraw,
  staffRetryRefund: staffRefunds.retryRefund,
  staffFoundBill: staffRefunds.foundBill,
  staffEnterDetails: refundDetails.enterDetails,
  staffApproveDetails: refundDetails.approveDetails,
  staffRefundPaid: refundDetails.refundPaid,
  staffCalcTerminate: staffOrders.calcTerminate,
  staffTerminate: staffOrders.terminate,
  staffCancelPolicy: staffOrders.cancelPolicy,
  staffStatus: systemsStatus,
  staffToday: today,
} as const
