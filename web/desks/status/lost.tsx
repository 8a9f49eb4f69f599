import { useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { ask } from '../../http/ask.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import { WarnIcon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './lost.module.css'
import words from './lost-texts.ts'
import type { State } from './state.ts'
import { time } from './time.ts'

type Found = State['lost'][number]

/**
 * Sales that were lost with a database's server and could not come back by themselves: what is to
 * be done with each, and who has done it says so. Nothing where there is none.
 */
export function Lost({ lost, onDone }: Pick<State, 'lost'> & { onDone: () => void }) {
  const t = useTexts(words)
  const locale = useLocale()
  const act = useAct()
  const [settling, setSettling] = useState<Found | null>(null)
  const settle = async (form: FormData) => {
    if (!settling) return
    const { about, what } = settling
    const reason = String(form.get('reason') ?? '')
    if (await act.run(() => ask('staffSettleLost', { about, what, reason }))) setSettling(null)
    onDone()
  }
  if (lost.length === 0) return null
  return (
    <Card title={t.title}>
      <ul className={parts.lines}>
        {lost.map((one) => (
          <li key={`${one.what} ${one.about}`} className={styles.find}>
            <div className={styles.about}>
              <span className={parts.head}>
                <Chip tone="bad" icon={<WarnIcon />}>
                  {t.why[one.why]}
                </Chip>
                {one.order_id ? (
                  <a
                    className={parts.link}
                    href={`${pathOf('staff-orders', locale)}?order=${encodeURIComponent(one.order_id)}`}
                  >
                    {one.number}
                  </a>
                ) : null}
              </span>
              <span>{t.todo[one.why]}</span>
              <span className={parts.soft}>
                {t.found(time(one.found_at))} · {t.about(one.about)}
              </span>
            </div>
            <span className={parts.actions}>
              <Button variant="secondary" size="small" onClick={() => setSettling(one)}>
                {t.settle}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <ActDialog
        open={settling !== null}
        title={settling ? t.why[settling.why] : ''}
        submit={t.settle}
        act={act}
        onClose={() => {
          setSettling(null)
          act.reset()
        }}
        onSubmit={(form) => void settle(form)}
      >
        <div className={parts.form} key={settling?.about}>
          <TextField
            name="reason"
            label={t.how}
            rows={3}
            maxLength={500}
            error={act.errors.reason}
          />
        </div>
      </ActDialog>
    </Card>
  )
}
