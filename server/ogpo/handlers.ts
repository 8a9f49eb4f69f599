import type { Handlers } from '../http/route.ts'
import { cancelOrder, changeEmail, sendPolicyDocuments } from './after-order.ts'
import { calculate } from './calculate.ts'
import { estimate } from './estimate.ts'
import { getPolicy } from './get-policy.ts'
import { driver, vehicle } from './look-up.ts'
import { clockCall, options } from './options.ts'
import { order, reorder } from './order.ts'
import { orderLink, orderOpen, orderSendCode, ownOrder } from './order-link.ts'
import { ownClass } from './own-class.ts'
import { promoterCalculate } from './promoter-calculate.ts'
import { promoterOrder, promoterReorder } from './promoter-order.ts'
import { checkOrderPaid, checkOrderSet, orderProgress, promoterCheckOrderSet } from './status.ts'
import { wallets } from './wallets.ts'

/** Who answers the calls of OGPO. */
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
