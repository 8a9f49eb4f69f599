import type { Handlers } from '../http/route.ts'
import { staffFoundBill } from './bills.ts'
import { staffCases, staffFindNotes } from './cases.ts'
import * as clientDesk from './client.ts'
import { staffClient } from './client.ts'
import { staffContract } from './contract.ts'
import * as giveBack from './give-back.ts'
import { staffHeldUp, staffRetryHeldUp, staffTellHeldUp } from './held-up.ts'
import {
  staffInbox,
  staffInboxAssign,
  staffInboxReply,
  staffInboxThread,
  staffSetInbox,
} from './inbox.ts'
import { staffHandOver, staffReadNote, staffWriteNote } from './notes.ts'
import { staffOrder, staffRerun } from './order.ts'
import { staffChoices, staffChoose, staffOrders } from './orders.ts'
import { staffRecent, staffRecentClients } from './recent.ts'
import * as refundDetails from './refunds.ts'
import { staffReveal } from './reveal.ts'
import { staffOpenPaper } from './sale-papers.ts'
import { staffSearch } from './search.ts'
import { staffSelling, staffStatus } from './status.ts'
import { staffCalcTerminate, staffCancelPolicy, staffTerminate } from './terminate.ts'
import { staffToday } from './today.ts'

/** Handlers of the calls of staff's desks. */
export const staffHandlers = {
  staffSearch,
  staffReveal,
  staffRecent,
  staffRecentClients,
  staffChoices,
  staffChoose,
  staffClient,
  staffSendPapers: clientDesk.staffSendPapers,
  staffSetEmail: clientDesk.staffSetEmail,
  staffWriteNote,
  staffHandOver,
  staffReadNote,
  staffCases,
  staffFindNotes,
  staffInbox,
  staffInboxAssign,
  staffInboxReply,
  staffInboxThread,
  staffSetInbox,
  staffOrders,
  staffOrder,
  staffOpenPaper,
  staffContract,
  staffRerun,
  staffGiveBack: giveBack.ask,
  staffSignGiveBack: giveBack.sign,
  staffDeclineGiveBack: giveBack.decline,
  staffWithdrawGiveBack: giveBack.withdraw,
  staffRetryRefund: refundDetails.staffRetryRefund,
  staffFoundBill,
  staffEnterDetails: refundDetails.staffEnterDetails,
  staffApproveDetails: refundDetails.staffApproveDetails,
  staffRefundPaid: refundDetails.staffRefundPaid,
  staffCalcTerminate,
  staffTerminate,
  staffCancelPolicy,
  staffStatus,
  staffHeldUp,
  staffTellHeldUp,
  staffRetryHeldUp,
  staffSelling,
  staffToday,
} satisfies Partial<Handlers>
