/** A fault put into the rules: `find` stands exactly once in `domain/contract/<file>`. */
export type Mutation = { name: string; file: string; find: string; replace: string }

/** Each attack of the review, and plausible errors beside them. The model has to find every one. */
export const mutations: readonly Mutation[] = [
  {
    name: 'a reissue ignores that its policy is being ended',
    file: 'ogpo-hindrances.ts',
    find: 'const other = endedEarly(contract, policy) ?? reissued(contract, policy, but)',
    replace: 'const other = reissued(contract, policy, but)',
  },
  {
    name: "a reissue ignores the partner's refund",
    file: 'ogpo-hindrances.ts',
    find: "return refundedOutside(contract, policy) ? 'refunded_outside' : null",
    replace: 'return null',
  },
  {
    name: 'a reissue ignores another one that is paid',
    file: 'ogpo-hindrances.ts',
    find: 'const other = endedEarly(contract, policy) ?? reissued(contract, policy, but)',
    replace: 'const other = endedEarly(contract, policy)',
  },
  {
    name: 'an ending ignores a paid reissue',
    file: 'ogpo-hindrances.ts',
    find: 'const other = reissued(contract, policy) ?? endedEarly(contract, policy)',
    replace: 'const other = endedEarly(contract, policy)',
  },
  {
    name: 'an ending leaves unpaid reissues',
    file: 'ogpo-end.ts',
    find: "...dropUnpaidReissues(contract, policy, 'the policy is being ended'),",
    replace: '',
  },
  {
    name: 'another ending of the same policy is taken',
    file: 'ogpo-hindrances.ts',
    find: 'const other = reissued(contract, policy) ?? endedEarly(contract, policy)',
    replace: 'const other = reissued(contract, policy)',
  },
  {
    name: "an ending ignores the partner's refund",
    file: 'ogpo-hindrances.ts',
    find: "if (refundedOutside(contract, policy)) return 'refunded_outside'",
    replace: '',
  },
  {
    name: 'an accepted claim is ignored',
    file: 'ogpo-hindrances.ts',
    find: "return claimed ? 'claim_accepted' : null",
    replace: 'return null',
  },
  {
    name: 'a reissue is not looked at again when its money lands',
    file: 'ogpo.ts',
    find: 'if (!hindrance)\n      return [',
    replace: 'if (!hindrance || hindrance)\n      return [',
  },
  {
    name: 'a reissue is not looked at again before the issue',
    file: 'ogpo.ts',
    find: 'if (hindrance) return refuse(14007, hindrance)\n  if (!isPaidFor',
    replace: 'if (!isPaidFor',
  },
  {
    name: 'money charged back before the issue is not missed',
    file: 'ogpo.ts',
    find: 'if (!isPaidFor(contract, order)) return refuse(14012)',
    replace: '',
  },
  {
    name: "the partner's refund is taken while the policy is being replaced",
    file: 'ogpo-refunds.ts',
    find: "return refuse(14012, 'being_reissued')",
    replace: '{}',
  },
  {
    name: 'a reissue does not move the old policy to replaced',
    file: 'ogpo-issued.ts',
    find: '...(isInForce(old)\n',
    replace: '...(isInForce(old) && order.refundDue === 0\n',
  },
  {
    name: 'a reissue gives back more than is left over',
    file: 'ogpo-issued.ts',
    find: "amount: order.refundDue,\n        reason: 'reissue'",
    replace: "amount: order.takenOver,\n        reason: 'reissue'",
  },
  {
    name: 'no negative line of premium',
    file: 'ogpo-issued.ts',
    find: 'amount: order.takenOver,\n      ...at,',
    replace: 'amount: 0,\n      ...at,',
  },
  {
    name: 'no negative line of commission',
    file: 'ogpo-issued.ts',
    find: 'amount: commissionBack({ premium: old.premium, commission }, order.takenOver)',
    replace: 'amount: 0',
  },
  {
    name: 'the commission that goes back is rounded up',
    file: 'ogpo-issued.ts',
    find: 'roundTenge(new Big(old.commission).times(takenOver).div(old.premium))',
    replace: 'Math.ceil((old.commission * takenOver) / old.premium)',
  },
  {
    name: 'OGPO+ is not booked',
    file: 'ogpo-issued.ts',
    find: 'amount: order.ogpoPlus,\n      ...at',
    replace: 'amount: 0,\n      ...at',
  },
  {
    name: 'an ending without its posting',
    file: 'ogpo-ended.ts',
    find: "debit: 'insurer',\n        credit: 'client',\n        amount: termination.refund,",
    replace: "debit: 'insurer',\n        credit: 'client',\n        amount: 0,",
  },
  {
    name: 'an ending gives back by its own order only',
    file: 'money-back.ts',
    find: '    ...contract.payments.filter(({ orderId }) => orderId !== of.orderId).toReversed(),\n',
    replace: '',
  },
  {
    name: 'a second payment is kept',
    file: 'ogpo.ts',
    find: '    ...owe(payment, whole),\n  ]\n}',
    replace: '  ]\n}',
  },
  {
    name: 'late money of a cancelled order issues it all the same',
    file: 'ogpo.ts',
    find: "if (order.state === 'awaiting_payment') {",
    replace: "if (order.state === 'awaiting_payment' || order.state === 'cancelled') {",
  },
  {
    name: 'money for an order that was not issued is kept',
    file: 'ogpo.ts',
    find: "const back = giveAllBack(contract, id, 'not_issued')",
    replace: 'const back: Effect[] = []',
  },
  {
    name: 'nobody is told that an order is not issued',
    file: 'ogpo.ts',
    find: "{ do: 'notify', orderId: id, purpose: 'not_issued' },",
    replace: '',
  },
  {
    name: 'an order is called refunded while a refund of it is still owed',
    file: 'ogpo-refunds.ts',
    find: 'if (!order || stillOwed(contract, orderId, refundId)) return []',
    replace: 'if (!order) return []',
  },
  {
    name: 'refunds that failed are not counted as given',
    file: 'facts.ts',
    find: 'refunds.filter(({ paymentId }) => paymentId === payment.id)',
    replace:
      "refunds.filter(({ paymentId, state }) => paymentId === payment.id && state !== 'failed')",
  },
  {
    name: 'money that was charged back is not counted as given',
    file: 'facts.ts',
    find: 'refunds.filter(({ paymentId }) => paymentId === payment.id)',
    replace:
      "refunds.filter(({ paymentId, reason }) => paymentId === payment.id && reason !== 'chargeback')",
  },
  {
    name: 'a refund of more than the payment holds',
    file: 'money-back.ts',
    find: 'const part = Math.min(rest, heldBy(contract, payment))',
    replace: 'const part = rest',
  },
  {
    name: 'a refund is written down as gone twice',
    file: 'decide.ts',
    find: "if (!refund || refund.state === 'done') return nothing",
    replace: 'if (!refund) return nothing',
  },
  {
    name: 'a notice that comes twice is money twice',
    file: 'decide.ts',
    find: 'if (!payment || moneyCame(payment)) return nothing',
    replace: 'if (!payment) return nothing',
  },
  {
    name: 'a chargeback is written down each time we hear of it',
    file: 'chargeback.ts',
    find: 'if (isKnown || contract.overdrawn.some((line) => line.key === key)) return nothing',
    replace: '',
  },
  {
    name: "what the card's bank took beyond what was held is nobody's debt",
    file: 'chargeback.ts',
    find: 'const beyond = of.amount - amount',
    replace: 'const beyond = 0',
  },
  {
    name: 'a refund is set off against less than it',
    file: 'chargeback.ts',
    find: 'overdrawnOf(contract, paymentId) >= amount',
    replace: 'overdrawnOf(contract, paymentId) > 0',
  },
  {
    name: 'a refund that people may be transferring is set off',
    file: 'chargeback.ts',
    find: " || refund.state !== 'failed' || refund.byHand) continue",
    replace: " || refund.state !== 'failed') continue",
  },
  {
    name: "a debt that was set off stays the client's",
    file: 'applied.ts',
    find: "kind === 'set_off' ? -amount : amount",
    replace: 'amount',
  },
  {
    name: 'nobody sends a refund',
    file: 'money-back.ts',
    find: "    { do: 'job', job: 'refund', id },\n",
    replace: '',
  },
  {
    name: 'nobody is told of a refund',
    file: 'money-back.ts',
    find: "    { do: 'notify', orderId: refund.orderId,",
    replace: "    { do: 'notify', orderId: 'nobody',",
  },
  {
    name: 'Home: money for a cancelled subscription is kept',
    file: 'home.ts',
    find: '      ...owe(payment, whole),',
    replace: "      ...(subscription.state === 'cancelled' ? [] : owe(payment, whole)),",
  },
  {
    name: 'Home: a period that is paid is paid again',
    file: 'home.ts',
    find: "month?.state === 'due' && subscription",
    replace: "(month?.state === 'due' || month?.state === 'paid') && subscription",
  },
  {
    name: 'Home: the premium of the first period is booked before it is registered',
    file: 'home.ts',
    find: "    ...closeLive(contract, 0, 'paid another way', payment.id),",
    replace:
      "    ...closeLive(contract, 0, 'paid another way', payment.id),\n    ...earned(contract, month),",
  },
  {
    name: 'Home: the commission is not booked',
    file: 'home-month.ts',
    find: 'amount: subscription.commission,',
    replace: 'amount: 0,',
  },
  {
    name: 'Home: the money of what could not be registered is kept',
    file: 'home-registered.ts',
    find: "const back = giveAllBack(contract, contract.id, 'not_registered')",
    replace: 'const back: Effect[] = []',
  },
  {
    name: 'Home: money that comes after the last try renews what has ended',
    file: 'home.ts',
    find: "subscription.state === (first ? 'awaiting_payment' : 'active')",
    replace:
      "(first ? subscription.state === 'awaiting_payment' : subscription.state !== 'expired')",
  },
  {
    name: 'Home: nobody is told of a period that was not renewed',
    file: 'home.ts',
    find: "{ do: 'notify', orderId: id, purpose: `not_renewed:",
    replace: "{ do: 'notify', orderId: 'nobody', purpose: `not_renewed:",
  },
]
