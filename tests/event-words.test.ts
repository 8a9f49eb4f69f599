import { expect, test } from 'vitest'
import { subscriptionStates } from '#domain/home/subscription.ts'
import { locales } from '#domain/locale.ts'
import { orderStates } from '#domain/order.ts'
import { attemptStates } from '#domain/payment-attempt.ts'
import { policyStates } from '#domain/policy-states.ts'
import type { SmsGatewayName } from '#domain/sms-gateways.ts'
import { operations as acquirer } from '#systems/acquirer/protocol.ts'
import { operations as bank } from '#systems/bank/protocol.ts'
import { operations as esbd } from '#systems/esbd/protocol.ts'
import { paths as fiscal } from '#systems/fiscal/protocol.ts'
import { KDP_METHOD } from '#systems/kdp/protocol.ts'
import { paths as mobizon } from '#systems/mobizon/protocol.ts'
import { paths as sms } from '#systems/sms/protocol.ts'
import { systemNames } from '#systems/system-names.ts'
import { callWords } from '#web/desks/orders/event-texts.ts'
import { systemWords } from '#web/desks/shell/sale-texts.ts'
import stateWords from '#web/ui/order-words.ts'

/** What the history of an order names: none of it is read as a code. */
const calls: Readonly<Record<string, readonly string[]>> = {
  acquirer: Object.values(acquirer),
  bank: Object.values(bank),
  esbd: Object.keys(esbd),
  fiscal: Object.keys(fiscal),
  kdp: [KDP_METHOD],
  ...({
    sms: Object.keys(sms),
    mobizon: Object.keys(mobizon),
  } satisfies Record<SmsGatewayName, readonly string[]>),
  mail: ['send'],
  partner: ['report'],
}

test.each(locales)('staff read a word for each outside call and state, %s', (locale) => {
  const named = Object.entries(calls).flatMap(([system, of]) => of.map((one) => `${system}.${one}`))
  expect(named.filter((call) => !callWords[locale][call])).toEqual([])
  expect(systemNames.filter((system) => !systemWords[locale].names[system])).toEqual([])
  const { order, payment, policy } = stateWords[locale]
  expect([...orderStates, ...subscriptionStates].filter((state) => !order[state])).toEqual([])
  expect([...attemptStates].filter((state) => !payment[state])).toEqual([])
  expect([...policyStates].filter((state) => !policy[state])).toEqual([])
})
