import type { OldBooks } from './old-books.ts'
import type { Refund } from './old-endings.ts'
import { globalIdOf, paymentOf } from './old-rows.ts'

/**
 * What the migration has to say of a contract: the finding, what should be and what is, whole
 * tenge.
 */
export type Found = { finding: string; expected: number; found: number }
type Case = { contract: string; found: Found[] }
type Attack = { name: string; make: (books: OldBooks) => Promise<Case> }

const back = (
  order: string,
  payment: string | null,
  amount: number,
  more: Partial<Refund> = {},
): Refund => {
  const reason = more.reason ?? 'cancelled'
  return {
    id: `R-${payment ?? order}${payment?.startsWith(order) === false ? `-${order}` : ''}-${reason}`,
    order,
    payment,
    amount,
    reason,
    state: 'done',
    ...more,
  }
}
/** P1 of 28,875 ended whole, its reissue of 92,852 paid by the surcharge alone. */
async function bothPaid(
  { sale, ending, refund }: OldBooks,
  id: string,
  last: 'pending' | 'cancelled',
) {
  await sale({ id, premium: 28_875, policy: 'cancelled' })
  await ending(id, 'cancel', 28_875)
  await refund(back(id, paymentOf(id), 28_875))
  await sale({
    id: `${id}R`,
    premium: 92_852,
    amount: 63_977,
    replaces: globalIdOf(id),
    takenOver: 28_875,
    policy: last,
  })
}

/**
 * The attacks of the security review as if each had succeeded on the releases before decision 150.
 */
export const attacks: Attack[] = [
  {
    name: 'ended and reissued, both paid, the dearer policy in force',
    make: async (books) => {
      await bothPaid(books, 'A1', 'pending')
      return {
        contract: 'A1',
        found: [
          { finding: 'in_force_and_refunded', expected: 92_852, found: 63_977 },
          { finding: 'reissue_of_an_ended_policy', expected: 0, found: 28_875 },
          { finding: 'reissue_counted_twice', expected: 0, found: 28_875 },
          { finding: 'kept_differs', expected: 92_852, found: 63_977 },
        ],
      }
    },
  },
  {
    name: 'ended and reissued and ended again: 121,727 owed for 92,852 paid',
    make: async (books) => {
      await bothPaid(books, 'A2', 'cancelled')
      await books.ending('A2R', 'cancel', 92_852)
      await books.refund(back('A2R', paymentOf('A2R'), 63_977))
      await books.refund(back('A2R', null, 28_875, { state: 'failed' }))
      return {
        contract: 'A2',
        found: [
          { finding: 'refunded_more_than_paid', expected: 92_852, found: 121_727 },
          { finding: 'reissue_of_an_ended_policy', expected: 0, found: 28_875 },
          { finding: 'reissue_counted_twice', expected: 0, found: 28_875 },
        ],
      }
    },
  },
  {
    name: 'a policy in force with its whole premium back, for its reissue had nothing to pay',
    make: async ({ sale, ending, refund }) => {
      await sale({ id: 'A3', premium: 28_875, policy: 'cancelled' })
      await ending('A3', 'cancel', 28_875)
      await refund(back('A3', paymentOf('A3'), 28_875))
      await sale({
        id: 'A3R',
        premium: 28_875,
        amount: 0,
        replaces: globalIdOf('A3'),
        takenOver: 28_875,
      })
      return {
        contract: 'A3',
        found: [
          { finding: 'in_force_and_refunded', expected: 28_875, found: 0 },
          { finding: 'reissue_of_an_ended_policy', expected: 0, found: 28_875 },
          { finding: 'reissue_counted_twice', expected: 0, found: 28_875 },
          { finding: 'kept_differs', expected: 28_875, found: 0 },
        ],
      }
    },
  },
  {
    name: "a partner's outside refund, then a free reissue that owes 14,556 more",
    make: async ({ sale, refund }) => {
      await sale({ id: 'A4', premium: 28_875, policy: 'replaced', partner: true })
      await refund(
        back('A4', paymentOf('A4'), 28_875, { id: 'R-A4-1-partner-77', reason: 'partner' }),
      )
      await sale({
        id: 'A4R',
        premium: 14_319,
        amount: 0,
        replaces: globalIdOf('A4'),
        takenOver: 28_875,
        left: 14_556,
      })
      await refund(back('A4R', null, 14_556, { reason: 'reissue', state: 'failed' }))
      return {
        contract: 'A4',
        found: [
          { finding: 'refunded_more_than_paid', expected: 28_875, found: 43_431 },
          { finding: 'in_force_and_refunded', expected: 14_319, found: -14_556 },
          { finding: 'reissue_counted_twice', expected: 0, found: 28_875 },
        ],
      }
    },
  },
  {
    name: "a partner's outside refund, then a reissue of the same price: nothing is owed and nothing was kept",
    make: async ({ sale, refund }) => {
      await sale({ id: 'A5', premium: 28_875, policy: 'replaced', partner: true })
      await refund(
        back('A5', paymentOf('A5'), 28_875, { id: 'R-A5-1-partner-78', reason: 'partner' }),
      )
      await sale({
        id: 'A5R',
        premium: 28_875,
        amount: 0,
        replaces: globalIdOf('A5'),
        takenOver: 28_875,
      })
      return {
        contract: 'A5',
        found: [
          { finding: 'in_force_and_refunded', expected: 28_875, found: 0 },
          { finding: 'reissue_counted_twice', expected: 0, found: 28_875 },
          { finding: 'kept_differs', expected: 57_750, found: 0 },
        ],
      }
    },
  },
  {
    name: 'four reissues counted twice: 14,319 kept and 28,401 booked',
    make: async ({ sale, refund }) => {
      const premiums = [28_875, 3_041, 11_945, 4_000, 14_319]
      for (const [n, premium] of premiums.entries()) {
        const id = `A6${n}`
        const before = n > 0 ? { premium: premiums[n - 1] ?? 0, id: `A6${n - 1}` } : null
        const difference = premium - (before?.premium ?? 0)
        const left = Math.max(0, -difference)
        await sale({
          ...{
            id,
            premium,
            amount: Math.max(0, difference),
            left,
            takenOver: before?.premium ?? 0,
          },
          ...(before ? { replaces: globalIdOf(before.id) } : {}),
          policy: n < 4 ? 'replaced' : 'pending',
        })
        const payment = n === 1 ? 'A60-1' : 'A62-1'
        if (left > 0) await refund(back(id, payment, left, { reason: 'reissue' }))
      }
      return {
        contract: 'A60',
        found: [
          { finding: 'reissue_counted_twice', expected: 0, found: 47_861 },
          { finding: 'kept_differs', expected: 28_401, found: 14_319 },
        ],
      }
    },
  },
  {
    name: 'a refund beyond its payment: a failed one was made again after another had taken its place',
    make: async ({ sale, refund, ending }) => {
      await sale({ id: 'A7', premium: 28_875, policy: 'terminated' })
      await ending('A7', 'terminate', 20_000, 8_875)
      await refund(back('A7', paymentOf('A7'), 20_000, { reason: 'terminated' }))
      await refund(back('A7', paymentOf('A7'), 20_000, { reason: 'reissue', state: 'failed' }))
      return {
        contract: 'A7',
        found: [{ finding: 'refunded_more_than_paid', expected: 28_875, found: 40_000 }],
      }
    },
  },
  {
    name: 'a refund beyond its payment, where another payment of the contract hides it',
    make: async ({ sale, refund, payment }) => {
      await sale({ id: 'A8', premium: 28_875 })
      await payment({ order: 'A8', n: 2, amount: 28_875, system: 'mobile_bank', state: 'paid' })
      await refund(back('A8', 'A8-2', 28_875, { reason: 'late_or_second_payment' }))
      await refund(back('A8', 'A8-2', 28_874, { reason: 'terminated', state: 'failed' }))
      return {
        contract: 'A8',
        found: [
          { finding: 'refunded_more_than_paid', expected: 28_875, found: 57_749 },
          { finding: 'in_force_and_refunded', expected: 28_875, found: 1 },
        ],
      }
    },
  },
  {
    name: 'two policies in force: the old one was never replaced',
    make: async ({ sale }) => {
      await sale({ id: 'A9', premium: 28_875, policy: 'pending' })
      await sale({
        id: 'A9R',
        premium: 92_852,
        amount: 63_977,
        replaces: globalIdOf('A9'),
        takenOver: 28_875,
      })
      return {
        contract: 'A9',
        found: [
          { finding: 'two_in_force', expected: 1, found: 2 },
          { finding: 'reissue_counted_twice', expected: 0, found: 28_875 },
          { finding: 'kept_differs', expected: 121_727, found: 92_852 },
        ],
      }
    },
  },
]
