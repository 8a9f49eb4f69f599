import type { Handlers } from '../http/route.ts'
import { cancelOrder, changeEmail, sendPolicyDocuments } from './after-order.ts'
import { calculate, promoterCalculate } from './calculate.ts'
import { wallets } from './documents.ts'
import { estimate } from './estimate.ts'
import { clockCall, driver, options, ownClass, vehicle } from './look-up.ts'
import { order, promoterOrder, promoterReorder, reorder } from './order.ts'
import { orderLink, orderOpen, orderSendCode, ownOrder } from './order-link.ts'
import { getPolicy } from './policies.ts'
import { checkOrderPaid, checkOrderSet, orderProgress, promoterCheckOrderSet } from './status.ts'

/** Handlers of OGPO's calls. */
export const ogpoHandlers = {
  clock: clockCall,
  ogpoEstimate: estimate,
  ogpoOptions: options,
  ogpoVehicle: vehicle,
  ogpoOwnClass: ownClass,
  ogpoDriver: driver,
  ogpoCalculate: calculate,
  ogpoOrder: order,
  ogpoReorder: reorder,
  checkOrderPaid,
  ogpoCheckOrderSet: checkOrderSet,
  ogpoOrderProgress: orderProgress,
  ogpoOrderLink: orderLink,
  ogpoOrderSendCode: orderSendCode,
  ogpoOrderOpen: orderOpen,
  ogpoOwnOrder: ownOrder,
  ogpoCancelOrder: cancelOrder,
  ogpoSendPapers: sendPolicyDocuments,
  ogpoChangeEmail: changeEmail,
  ogpoGetPolicy: getPolicy,
  ogpoWallets: wallets,
  promoterCalculate,
  promoterOrder,
  promoterReorder,
  promoterCheckOrderSet,
} satisfies Partial<Handlers>
