import * as looks from '../client-data.ts'
import * as deskNotes from '../desk-notes.ts'
import * as deskSearch from '../desk-search.ts'
import { selling } from '../ogpo-order.ts'
import { takeBack } from '../signatures.ts'
import * as staffClients from '../staff-clients.ts'
import * as refundDetails from '../staff-contract.ts'
import { contractPage } from '../staff-contract.ts'
import * as staffOrders from '../staff-orders.ts'
import { heldUp, retryHeldUp, systemsStatus, tellHeldUp } from '../staff-status.ts'
import * as staffInbox from '../staff-today.ts'
import { today } from '../staff-today.ts'

/** The staff's desks of orders, clients and states. */
export const staffCalls = {
  staffSearch: deskSearch.search,
  staffRecent: deskSearch.recent,
  staffChoices: deskSearch.choices,
  staffChoose: deskSearch.choose,
  staffRecentClients: deskSearch.recentClients,
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
  staffOrders: staffOrders.orders,
  staffOrder: staffOrders.order,
  staffOpenPaper: staffOrders.openPaper,
  staffContract: contractPage,
  staffRerun: staffOrders.rerun,
  staffGiveBack: staffOrders.ask,
  staffSignGiveBack: staffOrders.sign,
  deskTakeBack: takeBack,
  staffDeclineGiveBack: staffOrders.decline,
  staffWithdrawGiveBack: staffOrders.withdraw,
  staffRetryRefund: staffOrders.retryRefund,
  staffFoundBill: staffOrders.foundBill,
  staffEnterDetails: refundDetails.enterDetails,
  staffApproveDetails: refundDetails.approveDetails,
  staffRefundPaid: refundDetails.refundPaid,
  staffCalcTerminate: staffOrders.calcTerminate,
  staffTerminate: staffOrders.terminate,
  staffCancelPolicy: staffOrders.cancelPolicy,
  staffStatus: systemsStatus,
  staffHeldUp: heldUp,
  staffTellHeldUp: tellHeldUp,
  staffRetryHeldUp: retryHeldUp,
  staffToday: today,
} as const
