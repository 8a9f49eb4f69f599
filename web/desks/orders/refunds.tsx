import { type ReactNode, useState } from 'react'
import { ask } from '../../http/ask.ts'
import { money, useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import { LimitedField } from '../../ui/limited-field.tsx'
import orderWords from '../../ui/order-words.ts'
import type { OrderPart, StaffOrder } from './order.ts'
import words from './texts.ts'

type Refund = StaffOrder['refunds'][number]
type Step = 'retry' | 'enter' | 'approve' | 'paid'
const tones = { due: 'now', done: 'good', failed: 'bad' } as const

/** Returns what may be done with a refund that did not go back by itself. */
function stepsOf({ state, way, details, frozen }: Refund): Step[] {
  if (state !== 'failed' || frozen) return []
  if (!details) return way === 'bank_details' ? ['enter'] : ['retry', 'enter']
  if (details.approved_by) return ['paid']
  return details.mine ? ['enter'] : ['approve', 'enter']
}

function send(
  step: Step,
  { id: refund_id, details }: Refund,
  text: (name: string) => string,
): Promise<unknown> {
  if (step === 'retry') return ask('staffRetryRefund', { refund_id, reason: text('reason') })
  if (step === 'enter')
    return ask('staffEnterDetails', {
      refund_id,
      iban: text('iban'),
      holder: text('holder'),
      holder_iin: text('holder_iin'),
    })
  if (step === 'approve')
    return ask('staffApproveDetails', { refund_id, iban: details?.iban ?? '' })
  return ask('staffRefundPaid', { refund_id, reference: text('reference') })
}

/** Refunds on their way. One person enters bank details, another approves them. */
export function Refunds({ order, onDone }: OrderPart) {
  const t = useTexts(words)
  const states = useTexts(orderWords).refund
  const sums = order.refunds.map((refund) => {
    const { id, amount, details } = refund
    const below = details
      ? `, ${details.iban}, ${details.holder}. ${t.enteredBy(details.entered_by)}. ${
          details.approved_by ? t.approvedBy(details.approved_by) : t.waitsApproval
        }`
      : ''
    return {
      id,
      amount,
      beside: (
        <>
          {refund.frozen ? (
            <Chip tone="bad">{t.frozen}</Chip>
          ) : (
            <Chip tone={tones[refund.state]}>{states[refund.state]}</Chip>
          )}
          <span>{t.ways[refund.way]}</span>
        </>
      ),
      below: `${almatyTime(refund.done_at ?? refund.at)}${below}${refund.frozen ? `. ${t.frozenText}` : ''}`,
      steps: stepsOf(refund).map((step) => ({
        name: step,
        label: t[step],
        fields: (errors: Record<string, string>) => (
          <Fields step={step} refund={refund} errors={errors} />
        ),
        send: (text: (name: string) => string) => send(step, refund, text),
      })),
    }
  })
  return <SumsCard title={t.refunds} sums={sums} onDone={onDone} />
}

function Fields({
  step,
  refund: { amount, details },
  errors,
}: {
  step: Step
  refund: Refund
  errors: Record<string, string>
}) {
  const t = useTexts(words)
  if (step === 'retry')
    return (
      <LimitedField name="reason" label={t.reason} rows={2} maxLength={500} error={errors.reason} />
    )
  if (step === 'approve')
    return details ? <p>{t.approveText(money(amount), details.iban, details.holder)}</p> : null
  if (step === 'paid')
    return (
      <LimitedField name="reference" label={t.reference} maxLength={60} error={errors.reference} />
    )
  return (
    <>
      <LimitedField
        name="iban"
        label={t.iban}
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={30}
        error={errors.iban}
      />
      <LimitedField
        name="holder"
        label={t.holder}
        autoComplete="off"
        maxLength={120}
        error={errors.holder}
      />
      <LimitedField
        name="holder_iin"
        label={t.holderIin}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        error={errors.holder_iin}
      />
    </>
  )
}

/** An act of staff on a sum, after they fill in its fields. */
type SumsCardStep = {
  name: string
  label: string
  fields: (errors: Record<string, string>) => ReactNode
  send: (text: (name: string) => string) => Promise<unknown>
}
type Sum = { id: string; amount: number; beside: ReactNode; below: string; steps: SumsCardStep[] }

/** Sums of an order that wait for staff, each with its acts. */
export function SumsCard({
  title,
  sums,
  onDone,
}: {
  title: string
  sums: Sum[]
  onDone: () => void
}) {
  const act = useAct()
  const [at, setAt] = useState<{ id: string; step: SumsCardStep } | null>(null)
  const run = async (form: FormData) => {
    if (await act.run(async () => at?.step.send((name) => String(form.get(name) ?? ''))))
      setAt(null)
    onDone()
  }
  return (
    <Card title={title}>
      <ul className={parts.lines}>
        {sums.map(({ id, amount, beside, below, steps }) => (
          <li key={id}>
            <span className={parts.head}>
              <strong>{money(amount)}</strong>
              {beside}
            </span>
            <span className={parts.soft}>{below}</span>
            {steps.length > 0 ? (
              <span className={parts.actions}>
                {steps.map((step) => (
                  <Button
                    key={step.name}
                    variant="secondary"
                    size="small"
                    onClick={() => setAt({ id, step })}
                  >
                    {step.label}
                  </Button>
                ))}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      <ActDialog
        open={at !== null}
        title={at?.step.label ?? ''}
        submit={at?.step.label ?? ''}
        act={act}
        onClose={() => setAt(null)}
        onSubmit={(form) => void run(form)}
      >
        <div className={parts.form} key={`${at?.id} ${at?.step.name}`}>
          {at?.step.fields(act.errors)}
        </div>
      </ActDialog>
    </Card>
  )
}
