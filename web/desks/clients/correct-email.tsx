import { useState } from 'react'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/desk-parts.module.css'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ClientPart } from './client.ts'
import words from './texts.ts'

/** A mistyped address put right; the documents of one order may go to it at once. */
export function CorrectEmail({ client, onDone }: ClientPart) {
  const t = useTexts(words)
  const act = useAct()
  const [open, setOpen] = useState(false)
  const save = async (form: FormData) => {
    const order = String(form.get('order') ?? '')
    const body = {
      account_id: client.account_id,
      email: String(form.get('email') ?? ''),
      ...(order ? { order_id: order } : {}),
    }
    if (!(await act.run(() => ask('staffSetEmail', body)))) return
    setOpen(false)
    onDone()
  }
  const orders = client.orders.filter(({ state }) => state === 'issued')
  return (
    <>
      <div className={parts.actions}>
        <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
          {t.correctEmail}
        </Button>
      </div>
      <ActDialog
        open={open}
        title={t.correctEmail}
        submit={t.save}
        act={act}
        onClose={() => {
          setOpen(false)
          act.reset()
        }}
        onSubmit={(form) => void save(form)}
      >
        <div className={parts.form}>
          <TextField
            name="email"
            type="email"
            inputMode="email"
            autoComplete="off"
            label={t.newEmail}
            defaultValue={client.email ?? ''}
            error={act.errors.email}
          />
          {orders.length > 0 ? (
            <Select
              name="order"
              label={t.emailOrder}
              placeholder={t.noOrder}
              options={orders.map((order) => ({
                value: order.order_id,
                label: `${order.number} – ${order.email ?? '–'}`,
              }))}
            />
          ) : null}
        </div>
      </ActDialog>
    </>
  )
}
