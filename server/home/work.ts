import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import {
  addressesJob,
  homeCardsJob,
  homeChargeJob,
  homeCheckJob,
  homeContractJob,
  homeDocumentsJob,
  homePageJob,
  homeRefundJob,
  homeRegisterJob,
  homeTellJob,
  type Job,
} from '../jobs/queue.ts'
import { keepPayingCard } from './cards.ts'
import { chargeNext } from './charge.ts'
import { registerNextYear } from './contracts.ts'
import { makeHomePolicy } from './documents.ts'
import { importAddresses } from './import-addresses.ts'
import { checkPage, openPage } from './pay.ts'
import { sendHomeRefund } from './refund.ts'
import { register } from './register.ts'
import { sendHomeMessage } from './tell.ts'

type Work = <Payload extends z.ZodType>(
  what: Job<Payload>,
  run: (payload: z.output<Payload>) => Promise<unknown>,
  parallel?: number,
) => Promise<void>

/** The jobs of the Home subscription. Few at a time: most hold a connection for their lock while they work. */
export async function workHome(deps: Deps, work: Work): Promise<void> {
  await work(homePageJob, ({ attemptId }) => openPage(deps, attemptId), 1)
  await work(homeCheckJob, ({ attemptId }) => checkPage(deps, attemptId), 1)
  await work(homeRegisterJob, ({ subscriptionId }) => register(deps, subscriptionId), 1)
  await work(homeContractJob, ({ subscriptionId }) => registerNextYear(deps, subscriptionId), 1)
  await work(homeCardsJob, ({ subscriptionId }) => keepPayingCard(deps, subscriptionId), 1)
  await work(homeDocumentsJob, ({ subscriptionId }) => makeHomePolicy(deps, subscriptionId), 1)
  await work(homeChargeJob, ({ subscriptionId }) => chargeNext(deps, subscriptionId))
  await work(homeTellJob, ({ subscriptionId, purpose }) => sendHomeMessage(deps, subscriptionId, purpose), 1)
  await work(homeRefundJob, ({ attemptId }) => sendHomeRefund(deps, attemptId), 1)
  await work(addressesJob, () => importAddresses(deps), 1)
}
