import { useState } from 'react'
import { ask } from '../../http/ask.ts'
import { money, useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import orderWords from '../../ui/order-words.ts'
import { TextField } from '../../ui/text-field.tsx'
import type { OrderPart, StaffOrder } from './order.ts'
import words from './texts.ts'

type Refund = StaffOrder['refunds'][number]
type Step = 'retry' | 'enter' | 'approve' | 'paid'
const tones = { due: 'now', done: 'good', failed: 'bad' } as const

/** What may be done with a refund that did not go back by itself. */
function stepsOf({ state, way, details }: Refund): Step[] {
  if (state !== 'failed') return []
  if (!details) return way === 'bank_details' ? ['enter'] : ['retry', 'enter']
  if (details.approved_by) return ['paid']
  return details.mine ? ['enter'] : ['approve', 'enter']
}

/** Money on its way back. Bank details are written down by one and approved by another. */
export function Refunds({ order, onDone }: OrderPart) {
  const t = useTexts(words)
  const states = useTexts(orderWords).refund
  const act = useAct()
  const [at, setAt] = useState<{ refund: Refund; step: Step } | null>(null)
  const run = async (form: FormData) => {
    if (!at) return
    const text = (name: string) => String(form.get(name) ?? '')
    const { id: refund_id, details } = at.refund
    const done = await act.run(async () => {
      if (at.step === 'retry') await ask('staffRetryRefund', { refund_id, reason: text('reason') })
      if (at.step === 'enter')
        await ask('staffEnterDetails', {
          refund_id,
          iban: text('iban'),
          holder: text('holder'),
          holder_iin: text('holder_iin'),
        })
      if (at.step === 'approve')
        await ask('staffApproveDetails', { refund_id, iban: details?.iban ?? '' })
      if (at.step === 'paid')
        await ask('staffRefundPaid', { refund_id, reference: text('reference') })
    })
    if (done) setAt(null)
    onDone()
  }
  return (
    <Card title={t.refunds}>
      <ul className={parts.lines}>
        {order.refunds.map((refund) => (
          <li key={refund.id}>
            <span className={parts.head}>
              <strong>{money(refund.amount)}</strong>
              <Chip tone={tones[refund.state]}>{states[refund.state]}</Chip>
              <span>{t.ways[refund.way]}</span>
            </span>
            <span className={parts.soft}>
              {almatyTime(refund.done_at ?? refund.at)}
              {refund.details
                ? `, ${refund.details.iban}, ${refund.details.holder}. ${t.enteredBy(refund.details.entered_by)}. ${
                    refund.details.approved_by
                      ? t.approvedBy(refund.details.approved_by)
                      : t.waitsApproval
                  }`
                : ''}
            </span>
            <span className={parts.actions}>
              {stepsOf(refund).map((step) => (
                <Button
                  key={step}
                  look="secondary"
                  size="small"
                  onClick={() => setAt({ refund, step })}
                >
                  {t[step]}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <ActDialog
        open={at !== null}
        title={at ? t[at.step] : ''}
        submit={at ? t[at.step] : ''}
        act={act}
        onClose={() => {
          setAt(null)
          act.reset()
        }}
        onSubmit={(form) => void run(form)}
      >
        <div className={parts.form} key={`${at?.refund.id} ${at?.step}`}>
          {at?.step === 'retry' ? (
            <TextField
              name="reason"
              label={t.reason}
              rows={2}
              maxLength={500}
              error={act.errors.reason}
            />
          ) : null}
          {at?.step === 'enter' ? (
            <>
              <TextField
                name="iban"
                label={t.iban}
                autoCapitalize="characters"
                autoComplete="off"
                maxLength={30}
                error={act.errors.iban}
              />
              <TextField
                name="holder"
                label={t.holder}
                autoComplete="off"
                maxLength={120}
                error={act.errors.holder}
              />
              <TextField
                name="holder_iin"
                label={t.holderIin}
                inputMode="numeric"
                autoComplete="off"
                maxLength={12}
                error={act.errors.holder_iin}
              />
            </>
          ) : null}
          {at?.step === 'approve' && at.refund.details ? (
            <p>{t.approveText(at.refund.details.iban, at.refund.details.holder)}</p>
          ) : null}
          {at?.step === 'paid' ? (
            <TextField
              name="reference"
              label={t.reference}
              maxLength={60}
              error={act.errors.reference}
            />
          ) : null}
        </div>
      </ActDialog>
    </Card>
  )
}
