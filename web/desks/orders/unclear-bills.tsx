import { useState } from 'react'
import { ask } from '../../http/ask.ts'
import { money, useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import parts from '../../ui/desk-parts.module.css'
import { TextField } from '../../ui/text-field.tsx'
import type { OrderPart } from './order.ts'
import words from './texts.ts'

/**
 * Bills that may have been sent: staff find them in the bank's application by our number and write
 * down theirs.
 */
export function UnclearBills({ order, onDone }: OrderPart) {
  const t = useTexts(words)
  const act = useAct()
  const [at, setAt] = useState<string | null>(null)
  const run = async (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '')
    const done = await act.run(() =>
      ask('staffFoundBill', {
        attempt_id: at ?? '',
        bill_id: text('bill_id'),
        reason: text('reason'),
      }),
    )
    if (done) setAt(null)
    onDone()
  }
  return (
    <Card title={t.unclearBills}>
      <ul className={parts.lines}>
        {order.unclear_bills.map((bill) => (
          <li key={bill.attempt_id}>
            <span className={parts.head}>
              <strong>{money(bill.amount)}</strong>
              <span>{almatyTime(bill.at)}</span>
            </span>
            <span className={parts.soft}>{t.unclearBill(bill.attempt_id)}</span>
            <span className={parts.actions}>
              <Button look="secondary" size="small" onClick={() => setAt(bill.attempt_id)}>
                {t.foundBill}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <ActDialog
        open={at !== null}
        title={t.foundBill}
        submit={t.foundBill}
        act={act}
        onClose={() => {
          setAt(null)
          act.reset()
        }}
        onSubmit={(form) => void run(form)}
      >
        <div className={parts.form} key={at}>
          <TextField
            name="bill_id"
            label={t.billId}
            inputMode="numeric"
            autoComplete="off"
            maxLength={18}
            error={act.errors.bill_id}
          />
          <TextField
            name="reason"
            label={t.reason}
            rows={2}
            maxLength={500}
            error={act.errors.reason}
          />
        </div>
      </ActDialog>
    </Card>
  )
}
