import {
  addressesJob,
  homeCardsJob,
  homeChargeJob,
  homeContractJob,
  homeDocumentsJob,
  homeRegisterJob,
  homeRescindJob,
} from '../jobs/definitions.ts'
import { works } from '../jobs/work.ts'
import { keepPayingCard } from './cards.ts'
import { chargeNext } from './charge.ts'
import { makeHomePolicy } from './documents.ts'
import { importAddresses } from './import-addresses.ts'
import { registerNextYear } from './next-year.ts'
import { register } from './register.ts'
import { rescindContract } from './rescind.ts'

/**
 * The jobs of the Home subscription. On a day of the month thousands are due: charges go many at a
 * time.
 */
export const homeWork = [
  works(homeRegisterJob, (deps, { subscriptionId }) => register(deps, subscriptionId)),
  works(homeContractJob, (deps, { subscriptionId }) => registerNextYear(deps, subscriptionId), {
    unhurried: true,
  }),
  works(homeRescindJob, (deps, { policyId }) => rescindContract(deps, policyId), {
    concurrency: 1,
    unhurried: true,
  }),
  works(homeCardsJob, (deps, { subscriptionId }) => keepPayingCard(deps, subscriptionId), {
    concurrency: 1,
    unhurried: true,
  }),
  works(homeDocumentsJob, (deps, { subscriptionId }) => makeHomePolicy(deps, subscriptionId)),
  works(homeChargeJob, (deps, { subscriptionId }) => chargeNext(deps, subscriptionId), {
    concurrency: 8,
  }),
  works(addressesJob, (deps) => importAddresses(deps), { concurrency: 1, unhurried: true }),
]
