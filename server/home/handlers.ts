import type { Handlers } from '../http/route.ts'
import { addressByCode, addressSuggest } from './addresses.ts'
import { homeCalculate, homePlans } from './calculate.ts'
import { homeOrder } from './order.ts'
import { cancelHomeSubscribe, homeCheckOrderSet } from './status.ts'

/** Who answers the calls of Home. */
export const homeHandlers = {
  homePlans,
  homeCalculate,
  homeOrder,
  homeCheckOrderSet,
  cancelHomeSubscribe,
  addressSuggest,
  addressByCode,
} satisfies Partial<Handlers>
