import type { Handlers } from '../http/route.ts'
import { staffFoundBill } from './bills.ts'
import { staffCases, staffFindNotes } from './cases.ts'
import { staffChoices, staffChoose } from './choices.ts'
import { staffClient } from './client.ts'
import * as clientDesk from './client-acts.ts'
import { staffContract } from './contract.ts'
import * as giveBack from './give-back.ts'
import { staffInbox, staffSetInbox } from './inbox.ts'
import { staffInboxAssign, staffInboxReply, staffInboxThread } from './inbox-thread.ts'
import { staffHandOver, staffReadNote, staffWriteNote } from './notes.ts'
import { staffOrder } from './order.ts'
import { staffRerun } from './order-acts.ts'
import { staffOrders } from './orders.ts'
import { staffRecent } from './recent.ts'
import { staffRecentClients } from './recent-clients.ts'
import * as refundDetails from './refund-details.ts'
import * as refundDesk from './refunds.ts'
import { staffReveal } from './reveal.ts'
import { staffOpenPaper } from './sale-papers.ts'
import { staffSearch } from './search.ts'
import { staffSelling } from './selling.ts'
import { staffStatus } from './status.ts'
import { staffCalcTerminate, staffCancelPolicy, staffTerminate } from './terminate.ts'
import { staffToday } from './today.ts'

/** Who answers the calls of the staff's desks. */
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
  staffRetryRefund: refundDesk.staffRetryRefund,
  staffFoundBill,
  staffEnterDetails: refundDetails.staffEnterDetails,
  staffApproveDetails: refundDetails.staffApproveDetails,
  staffRefundPaid: refundDetails.staffRefundPaid,
  staffCalcTerminate,
  staffTerminate,
  staffCancelPolicy,
  staffStatus,
  staffSelling,
  staffToday,
} satisfies Partial<Handlers>
