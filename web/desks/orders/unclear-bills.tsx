import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { LimitedField } from '../../ui/limited-field.tsx'
import type { OrderPart } from './order.ts'
import { SumsCard } from './sums-card.tsx'
import words from './texts.ts'

/**
 * Bills that may have been sent: staff find them in the bank's application by our number and write
 * down theirs.
 */
export function UnclearBills({ order, onDone }: OrderPart) {
  const t = useTexts(words)
  const sums = order.unclear_bills.map(({ attempt_id, amount, at }) => ({
    id: attempt_id,
    amount,
    beside: <span>{almatyTime(at)}</span>,
    below: t.unclearBill(attempt_id),
    steps: [
      {
        name: 'found',
        label: t.foundBill,
        fields: (errors: Record<string, string>) => (
          <>
            <LimitedField
              name="bill_id"
              label={t.billId}
              inputMode="numeric"
              autoComplete="off"
              maxLength={18}
              error={errors.bill_id}
            />
            <LimitedField
              name="reason"
              label={t.reason}
              rows={2}
              maxLength={500}
              error={errors.reason}
            />
          </>
        ),
        send: (text: (name: string) => string) =>
          ask('staffFoundBill', { attempt_id, bill_id: text('bill_id'), reason: text('reason') }),
      },
    ],
  }))
  return <SumsCard title={t.unclearBills} sums={sums} onDone={onDone} />
}
