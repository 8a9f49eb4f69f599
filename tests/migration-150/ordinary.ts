import type { OldBooks } from './old-books.ts'
import { globalIdOf, paymentOf } from './old-rows.ts'

/**
 * What the old books of every reissue had wrong: premium and commission of the part taken over
 * stand there twice.
 */
export type Twice = {
  contract: string
  takenOver: number
  differs: { booked: number; kept: number } | null
}

/**
 * Sales as they ought to be: nothing is to be found of them, but what the old books counted twice
 * of a reissue.
 */
export async function ordinarySales(books: OldBooks): Promise<Twice[]> {
  const { sale, refund, payment, ending, transferred, insert, staffAct } = books
  await sale({ id: 'O1', premium: 28_875 })
  await sale({ id: 'O2', premium: 41_000, system: 'card' })
  await sale({ id: 'O3', premium: 30_000, state: 'awaiting_payment' })
  await sale({ id: 'O4', premium: 30_000, state: 'cancelled' })
  await sale({ id: 'O5', premium: 30_000, state: 'refunded' })
  await refund({
    id: 'R-O5-1-not_issued',
    order: 'O5',
    payment: 'O5-1',
    amount: 30_000,
    reason: 'not_issued',
    state: 'done',
  })
  // Paid, and the release comes before it is issued.
  await sale({ id: 'O6', premium: 30_000, state: 'issuing' })
  // A second payment went back, of another the refund is on its way.
  await sale({ id: 'O7', premium: 28_875 })
  await payment({ order: 'O7', n: 2, amount: 28_875, system: 'card', state: 'refunded' })
  await refund({
    id: 'R-O7-2-late_or_second_payment',
    order: 'O7',
    payment: 'O7-2',
    amount: 28_875,
    reason: 'late_or_second_payment',
    state: 'done',
  })
  await payment({ order: 'O7', n: 3, amount: 28_875, system: 'mobile_bank', state: 'refunding' })
  await refund({
    id: 'R-O7-3-late_or_second_payment',
    order: 'O7',
    payment: 'O7-3',
    amount: 28_875,
    reason: 'late_or_second_payment',
    state: 'due',
  })
  // Ended by the law's table; the bank refused, and it went to bank details.
  await sale({ id: 'O8', premium: 28_875, policy: 'terminated' })
  await ending('O8', 'terminate', 20_000, 8_875)
  await refund({
    id: 'R-O8-1-terminated',
    order: 'O8',
    payment: 'O8-1',
    amount: 20_000,
    reason: 'terminated',
    state: 'done',
  })
  await transferred('R-O8-1-terminated')
  await staffAct({ order_id: 'O8' }, 'refund.transferred')
  // Ended, and the refund failed: the client's account was closed.
  await sale({ id: 'O9', premium: 28_875, policy: 'cancelled' })
  await ending('O9', 'cancel', 28_875)
  await refund({
    id: 'R-O9-1-cancelled',
    order: 'O9',
    payment: 'O9-1',
    amount: 28_875,
    reason: 'cancelled',
    state: 'failed',
  })
  // Reissues ordered and given up, one after the other.
  await sale({ id: 'P1', premium: 28_875 })
  await sale({
    id: 'P1A',
    premium: 92_852,
    amount: 63_977,
    replaces: globalIdOf('P1'),
    takenOver: 28_875,
    state: 'cancelled',
  })
  await sale({
    id: 'P1B',
    premium: 41_000,
    amount: 12_125,
    replaces: globalIdOf('P1'),
    takenOver: 28_875,
    state: 'awaiting_payment',
  })
  await insert('messages', {
    id: 'free',
    order_id: null,
    kind: 'mail',
    purpose: 'other',
    created_at: books.now(),
    sent_at: null,
  })

  // Three reissues in a row: dearer after some months of the old one, the same, cheaper.
  await sale({ id: 'Q1', premium: 28_875, policy: 'replaced' })
  await sale({
    id: 'Q2',
    premium: 92_852,
    amount: 72_852,
    replaces: globalIdOf('Q1'),
    takenOver: 20_000,
    policy: 'replaced',
  })
  await sale({
    id: 'Q3',
    premium: 92_852,
    amount: 0,
    replaces: globalIdOf('Q2'),
    takenOver: 92_852,
    policy: 'replaced',
  })
  await sale({
    id: 'Q4',
    premium: 50_000,
    amount: 0,
    replaces: globalIdOf('Q3'),
    takenOver: 92_852,
    left: 42_852,
  })
  await refund({
    id: 'R-Q2-1-Q4-reissue',
    order: 'Q4',
    payment: paymentOf('Q2'),
    amount: 42_852,
    reason: 'reissue',
    state: 'done',
  })
  // Cheaper, with its refund on the way.
  await sale({ id: 'S1', premium: 28_875, policy: 'replaced', system: 'card' })
  await sale({
    id: 'S2',
    premium: 14_319,
    amount: 0,
    replaces: globalIdOf('S1'),
    takenOver: 28_875,
    left: 14_556,
  })
  await refund({
    id: 'R-S1-1-S2-reissue',
    order: 'S2',
    payment: 'S1-1',
    amount: 14_556,
    reason: 'reissue',
    state: 'due',
  })
  // Reissued and then ended.
  await sale({ id: 'T1', premium: 28_875, policy: 'replaced' })
  await sale({
    id: 'T2',
    premium: 40_000,
    amount: 11_125,
    replaces: globalIdOf('T1'),
    takenOver: 28_875,
    policy: 'terminated',
  })
  await ending('T2', 'terminate', 30_000, 10_000)
  await refund({
    id: 'R-T2-1-terminated',
    order: 'T2',
    payment: 'T2-1',
    amount: 11_125,
    reason: 'terminated',
    state: 'done',
  })
  await refund({
    id: 'R-T1-1-T2-terminated',
    order: 'T2',
    payment: 'T1-1',
    amount: 18_875,
    reason: 'terminated',
    state: 'done',
  })
  // The surcharge is paid and the reissue is being issued when the release comes: nothing is at
  // rest, nothing is found.
  await sale({ id: 'U1', premium: 28_875 })
  await sale({
    id: 'U2',
    premium: 40_000,
    amount: 11_125,
    replaces: globalIdOf('U1'),
    takenOver: 28_875,
    state: 'issuing',
  })
  return [
    { contract: 'Q1', takenOver: 205_704, differs: { booked: 221_727, kept: 58_875 } },
    // Its refund is under way: what stayed is not known yet.
    { contract: 'S1', takenOver: 28_875, differs: null },
    { contract: 'T1', takenOver: 28_875, differs: { booked: 38_875, kept: 10_000 } },
  ]
}
