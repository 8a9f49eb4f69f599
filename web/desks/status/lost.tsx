import { useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { ask } from '../../http/ask.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/desk-parts.module.css'
import { WarnIcon } from '../../ui/icons.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import styles from './found.module.css'
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
    <section className={styles.part}>
      <h3>{t.title}</h3>
      <ul>
        {lost.map((one) => (
          <li key={`${one.what} ${one.about}`} className={styles.find}>
            <WarnIcon />
            <div>
              <span>
                <strong>{t.why[one.why]}.</strong> {t.todo[one.why]}
              </span>
              <small>
                {one.order_id ? (
                  <a
                    href={`${pathOf('staff-orders', locale)}?order=${encodeURIComponent(one.order_id)}`}
                  >
                    {one.number}
                  </a>
                ) : (
                  t.about(one.about)
                )}{' '}
                · {t.found(time(one.found_at))}
              </small>
            </div>
            <Button variant="secondary" size="small" onClick={() => setSettling(one)}>
              {t.settle}
            </Button>
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
          <LimitedField
            name="reason"
            label={t.how}
            rows={3}
            maxLength={500}
            error={act.errors.reason}
          />
        </div>
      </ActDialog>
    </section>
  )
}
