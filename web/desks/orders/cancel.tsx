import { ask } from '../../http/ask.ts'
import { money, useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import parts from '../../ui/desk-parts.module.css'
import { Facts } from '../../ui/facts.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import type { OrderPart } from './order.ts'
import words from './texts.ts'

type Props = OrderPart & { globalId: string; open: boolean; onClose: () => void }

/** On the day of issue, before the start: everything goes back, and what goes out is read before. */
export function Cancel({ order, globalId, open, onClose, onDone }: Props) {
  const t = useTexts(words)
  const act = useAct()
  const { cancel_refund: refundAmount, acted } = order
  if (refundAmount === null) return null
  const close = () => {
    act.reset()
    onClose()
  }
  const submit = async (form: FormData) => {
    const reason = String(form.get('reason') ?? '')
    const cancels = () => ask('staffCancelPolicy', { globalId, refundAmount, reason, acted })
    if (await act.run(cancels)) close()
    onDone()
  }
  return (
    <ActDialog
      open={open}
      title={t.act.cancel}
      submit={t.cancel}
      danger
      act={act}
      onClose={close}
      onSubmit={(form) => void submit(form)}
    >
      <div className={parts.form}>
        <Facts
          facts={[
            { label: t.refundAmount, value: money(refundAmount) },
            { label: t.goesLabel, value: t.cancelGoes },
          ]}
        />
        <LimitedField
          name="reason"
          label={t.reason}
          hint={t.reasonHint}
          rows={3}
          maxLength={500}
          required
          error={act.errors.reason}
        />
      </div>
    </ActDialog>
  )
}
