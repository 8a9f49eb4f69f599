import { useState } from 'react'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/desk-parts.module.css'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { OrderPart, StaffOrder } from './order.ts'
import { Terminate } from './terminate.tsx'
import words from './texts.ts'

type Name = StaffOrder['acts'][number]

/** What may be done now, each with its reason. */
export function Acts({ order, onDone }: OrderPart) {
  const t = useTexts(words)
  const act = useAct(t.asked)
  const [chosen, setChosen] = useState<Name | null>(null)
  const [began, setBegan] = useState<string | null>(order.acted)
  const close = () => {
    setChosen(null)
    act.reset()
  }
  const run = async (form: FormData) => {
    const of = {
      order_id: order.order_id,
      reason: String(form.get('reason') ?? ''),
      acted: began ?? order.acted,
    }
    const done = await act.run(async () => {
      if (chosen === 'refund') await ask('staffGiveBack', of)
      else if (chosen && chosen !== 'terminate') await ask('staffRerun', { ...of, what: chosen })
    })
    if (done) setChosen(null)
    // Refused, the text stays: the next try goes by what is seen then.
    else setBegan(null)
    onDone()
  }
  return (
    <section aria-label={t.acts}>
      <div className={parts.actions}>
        {order.acts.map((name) => (
          <Button
            key={name}
            variant={name === 'issue' ? 'primary' : 'secondary'}
            size="small"
            onClick={() => {
              setBegan(order.acted)
              setChosen(name)
            }}
          >
            {t.act[name]}
          </Button>
        ))}
      </div>
      {order.policy ? (
        <Terminate
          globalId={order.policy.global_id}
          open={chosen === 'terminate'}
          onClose={() => setChosen(null)}
          onDone={onDone}
        />
      ) : null}
      <ActDialog
        open={chosen !== null && chosen !== 'terminate'}
        title={chosen ? t.act[chosen] : ''}
        submit={chosen ? t.act[chosen] : ''}
        danger={chosen === 'refund'}
        act={act}
        onClose={close}
        onSubmit={(form) => void run(form)}
      >
        <div className={parts.form}>
          {began === null || began === order.acted ? null : (
            <Notice tone="warn" live title={t.actedMeanwhile} />
          )}
          {chosen === 'refund' ? <p>{t.refundText}</p> : null}
          <TextField
            key={chosen ?? ''}
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
    </section>
  )
}
