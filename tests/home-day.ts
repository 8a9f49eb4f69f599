import type { Deps } from '#server/deps.ts'
import { chargeNext } from '#server/home/charge.ts'
import { turnHomePolicies } from '#server/home/contracts.ts'
import { registerNextYear } from '#server/home/register.ts'
import { billable, warnCardless } from '#server/home/work.ts'
import { Interrupted, interruptSteps } from '#server/jobs/steps.ts'
import { sendRefund } from '#server/payments/refund.ts'
import { Unavailable } from '#systems/http.ts'
import { good, poor, type Sold } from './home-months.ts'
import type { TestApp } from './test-app.ts'

/**
 * What a job's queue does with a fault of somebody else or the death of a process: it comes again
 * later.
 */
async function survives(work: Promise<unknown>): Promise<void> {
  await work.catch((cause: unknown) => {
    if (!(cause instanceof Interrupted || cause instanceof Unavailable)) throw cause
  })
}

const modes = ['error', 'unavailable', 'reset', 'reset_before', 'garbage'] as const
const operations = [
  'init',
  'direct',
  'do_capture.php',
  'cancel.php',
  'get_status3.php',
  'revoke.php',
] as const

export async function oneDay(
  at: TestApp,
  deps: Deps,
  people: Sold[],
  random: () => number,
  calm: boolean,
) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  at.sandbox.world.faults.length = 0
  if (!calm) {
    // A card has money or not; now and then somebody cancels, or takes the card away, or gives it
    // again.
    for (const one of people) one.card.pan = random() < 0.25 ? poor : good
    for (let n = 0; n < Math.ceil(people.length / 8); n += 1)
      if (random() < 0.5)
        at.sandbox.world.faults.push({
          system: 'acquirer',
          operation: pick(operations),
          mode: pick(modes),
          times: 1,
        })
    if (random() < 0.1)
      at.sandbox.world.faults.push({
        system: 'acquirer',
        operation: 'result',
        mode: pick(['twice', 'never']),
        times: 3,
      })
    if (random() < 0.1)
      at.sandbox.world.faults.push({
        system: 'esbd',
        operation: 'SetContractDsProperty',
        mode: pick(modes),
        times: 2,
      })
    // An outage that lasts the whole day.
    if (random() < 0.04)
      at.sandbox.world.faults.push({ system: 'acquirer', mode: 'unavailable', times: 10_000 })
    const away = random() < 0.08
    if (random() < 0.15)
      await deps.db
        .updateTable('cards')
        .set({ active: !away, removed_at: away ? deps.clock.now() : null })
        .where('token', '=', pick(people).card.token)
        .execute()
  }
  interruptSteps(calm ? null : () => random() < 0.02)
  for (let run = 0; run < 3; run += 1) {
    const due = (await billable(deps)).map(({ id }) => id)
    const one = async () => {
      for (let id = due.pop(); id; id = due.pop()) {
        const owner = people.find((each) => each.id === id)
        // Two processes may ask for the same work, and the client may cancel in the middle of it.
        const cancels =
          !calm && random() < 0.01 && owner
            ? at.api('cancelHomeSubscribe', { order_id: id }, owner.token)
            : null
        await Promise.all([
          survives(chargeNext(deps, id)),
          random() < 0.2 ? survives(chargeNext(deps, id)) : null,
          cancels,
        ])
      }
    }
    await Promise.all([one(), one(), one()])
  }
  const years = await deps.db
    .selectFrom('home_subscriptions')
    .select('id')
    .whereRef('paid_until', '>', 'contract_until')
    .execute()
  for (const { id } of years) await survives(registerNextYear(deps, id))
  const refunds = await deps.db
    .selectFrom('refunds')
    .select('id')
    .where('state', '=', 'due')
    .execute()
  for (const { id } of refunds) await survives(sendRefund(deps, id))
  await warnCardless(deps)
  await turnHomePolicies(deps)
  interruptSteps(null)
}
