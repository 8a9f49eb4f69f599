import * as refusals from '#domain/refusals.ts'
import { bankLink } from '#systems/bank/client.ts'
import { Unavailable } from '#systems/http.ts'
import { withLock } from '../../db/locks.ts'
import type { Deps } from '../../deps.ts'
import type { Attempt } from '../attempts.ts'
import { refundByRest, wentBackByRest } from './refund-by-rest.ts'
import { sendBill, sendNewBill } from './send-bill.ts'
import type { Way } from './way.ts'

/** A bill in the application of the client's mobile bank. It sends no notices. */
export const bankBill: Way<'mobile_bank'> = {
  name: 'mobile_bank',
  isOffered: () => true,
  open: async (deps, about, isFresh) =>
    // Another run is requesting this very bill: the order's watchers see its outcome.
    (await withLock(deps.locks, `bill:${about.attempt.id}`, () =>
      isFresh() ? sendNewBill(deps, about) : sendBill(deps, about),
    )) ?? { opened: false, code: refusals.apiUnavailable },
  status: ({ systems }, { outside_id }) => systems.bank.status(outside_id ?? ''),
  refund: (deps, refund, attempt) =>
    refundByRest(deps, refund, attempt, {
      name: 'the bank',
      restField: 'AvailableReturnAmount',
      amountField: 'TotalAmount',
      held: () => deps.systems.bank.held(attempt.outside_id ?? ''),
      refund: ({ id, amount }) =>
        deps.systems.bank.refund({ billId: attempt.outside_id ?? '', amount, key: id }),
    }),
  wentBack: async ({ systems }, { number }) =>
    (await systems.bank.status(number)).status === 'paid' &&
    wentBackByRest(await systems.bank.held(number)),
  link: ({ systems }, { outside_id, amount }) =>
    outside_id ? bankLink(systems.bank.link, { id: outside_id, sum: amount }) : null,
  withdraw,
}

/**
 * Withdraws a bill we have closed, so that nobody pays it. A payment at that moment is refunded
 * like all late money.
 */
async function withdraw({ systems, log }: Deps, attempt: Attempt): Promise<void> {
  try {
    await systems.bank.cancel(attempt.outside_id ?? '')
  } catch (cause) {
    if (!(cause instanceof Unavailable)) throw cause
    log.warn(
      { attempt: attempt.id, reason: cause.message },
      'a closed bill could not be taken off the phone',
    )
  }
}
