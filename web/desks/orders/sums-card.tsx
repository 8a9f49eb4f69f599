import { type ReactNode, useState } from 'react'
import { money } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import parts from '../../ui/desk-parts.module.css'

/** What people may do with a sum, after they have filled in its fields. */
type Step = {
  name: string
  label: string
  fields: (errors: Record<string, string>) => ReactNode
  send: (text: (name: string) => string) => Promise<unknown>
}
type Sum = { id: string; amount: number; beside: ReactNode; below: string; steps: Step[] }

/** Sums of an order that wait for people, each with what may be done. */
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
  const [at, setAt] = useState<{ id: string; step: Step } | null>(null)
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
