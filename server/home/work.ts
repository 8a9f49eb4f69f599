import type { Deps } from '../deps.ts'
import {
  addressesJob,
  homeCardsJob,
  homeChargeJob,
  homeContractJob,
  homeDocumentsJob,
  homeRegisterJob,
  homeRescindJob,
} from '../jobs/definitions.ts'
import type { Work } from '../jobs/hands.ts'
import { keepPayingCard } from './cards.ts'
import { chargeNext } from './charge.ts'
import { registerNextYear } from './contracts.ts'
import { makeHomePolicy } from './documents.ts'
import { importAddresses } from './import-addresses.ts'
import { register } from './register.ts'
import { rescindContract } from './rescind.ts'

/**
 * The jobs of the Home subscription. On a day of the month thousands are due: charges go many at a
 * time.
 */
export async function workHome(deps: Deps, work: Work): Promise<void> {
  await work(homeRegisterJob, ({ subscriptionId }) => register(deps, subscriptionId), 2)
  await work(homeContractJob, ({ subscriptionId }) => registerNextYear(deps, subscriptionId), 2)
  await work(homeRescindJob, ({ policyId }) => rescindContract(deps, policyId), 1)
  await work(homeCardsJob, ({ subscriptionId }) => keepPayingCard(deps, subscriptionId), 1)
  await work(homeDocumentsJob, ({ subscriptionId }) => makeHomePolicy(deps, subscriptionId), 1)
  await work(homeChargeJob, ({ subscriptionId }) => chargeNext(deps, subscriptionId), 8)
  await work(addressesJob, () => importAddresses(deps), 1)
}
