import { reorderRefused } from '../client-proof.ts'
import { countingFailures } from '../promoter-failures.ts'
import { handle } from '../route.ts'
import { place } from './order.ts'

export const promoterOrder = handle('promoterOrder', (ask, context) => countingFailures(context, 'order', () => place(ask, null, context)))
export const promoterReorder = handle('promoterReorder', ({ globalId, ...ask }, context) =>
  countingFailures(
    context,
    'order',
    async () => (await reorderRefused(context, { calculationId: ask.calculationId, globalId })) ?? (await place(ask, globalId, context)),
  ),
)
