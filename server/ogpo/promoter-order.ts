import { reorderRefused } from '../codes/client-proof.ts'
import { handle } from '../http/route.ts'
import { countingFailures } from '../orders/promoter-failures.ts'
import { place } from './order.ts'

export const promoterOrder = handle('promoterOrder', (ask, context) =>
  countingFailures(context, 'order', () => place(ask, null, context)),
)
export const promoterReorder = handle('promoterReorder', ({ globalId, ...ask }, context) =>
  countingFailures(
    context,
    'order',
    async () =>
      (await reorderRefused(context, { calculationId: ask.calculationId, globalId })) ??
      (await place(ask, globalId, context)),
  ),
)
