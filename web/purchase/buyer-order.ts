import { flowName } from '../flow.ts'
import type { call } from '../http/call.ts'
import type { Door } from '../sale/door.ts'

type OrderAct = Door['order']
type Body = Parameters<OrderAct>[0]

/** The order of a buyer, or the reorder, in the flow the page belongs to. */
export async function buyerOrder(
  buy: ReturnType<typeof call>,
  body: Body,
  reissue: string | null,
  onWait?: Parameters<OrderAct>[2],
): ReturnType<OrderAct> {
  const order = { ...body, ...(flowName() === 'egov' ? { flow: 'egov' as const } : {}) }
  return reissue
    ? (await buy('ogpoReorder', { ...order, globalId: reissue }, { onWait })).data
    : (await buy('ogpoOrder', order, { onWait })).data
}
