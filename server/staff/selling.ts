import type { SaleVerdict, StepVerdict, Waiting } from '#domain/sale-steps.ts'
import { systemNames } from '#systems/system-names.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { sellingNow } from '../telemetry/selling.ts'

/** Whether selling goes on, for the foot of every desk. */
export const staffSelling = handle('staffSelling', async (_body, context) => {
  const { verdict, at } = await sellingNow(context)
  return ok({
    verdict: verdictReply(verdict),
    systems: systemNames.length,
    at: at.toISOString(),
  })
})

const waitingReply = ({ count, since }: Waiting) => ({
  count,
  since: since?.toISOString() ?? null,
})

export const verdictReply = (verdict: SaleVerdict) => ({
  ...verdict,
  since: verdict.since?.toISOString() ?? null,
  waiting: waitingReply(verdict.waiting),
})

export const stepReply = ({ lastOk, since, waiting, ...step }: StepVerdict) => ({
  ...step,
  since: since?.toISOString() ?? null,
  last_ok: lastOk?.toISOString() ?? null,
  waiting: waitingReply(waiting),
})
