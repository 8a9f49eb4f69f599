import { useState } from 'react'
import { Waits } from '../desks/signatures/waits.tsx'
import { ask } from '../http/ask.ts'
import { useLocale, useTexts } from '../texts.ts'
import { ActDialog, ActError, useAct } from '../ui/act.tsx'
import { almatyTime } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './months.module.css'
import words from './months-texts.ts'
import { monthName } from './period.ts'
import type { MonthDetail } from './replies.ts'

type Props = { month: MonthDetail; again: () => void }

/** Reopens the last closed month: one person requests with a reason, another signs. */
export function Reopening({ month: { month, mayReopen, reopening }, again }: Props) {
  const t = useTexts(words).reopen
  const locale = useLocale()
  const act = useAct(null)
  const [asked, setAsked] = useState(false)
  const does = async (work: () => Promise<unknown>, said: string | null) => {
    if (!(await act.run(work, said))) return
    setAsked(false)
    again()
  }
  if (!mayReopen) return <p className={styles.soft}>{t.onlyLast}</p>
  if (reopening)
    return (
      <>
        <Notice tone="warn" title={t.asked}>
          {reopening.by}, {almatyTime(reopening.at)}. {reopening.reason}
        </Notice>
        {reopening.held ? <Waits held={reopening.held} onDone={again} /> : null}
        <div className={styles.acts}>
          {reopening.mine || reopening.held ? null : (
            <Button
              busy={act.busy}
              onClick={() =>
                void does(() => ask('reportSignReopening', { id: reopening.id, hold: true }), null)
              }
            >
              {t.sign}
            </Button>
          )}
          <Button
            variant="secondary"
            busy={act.busy}
            onClick={() =>
              void does(() => ask('reportDeclineReopening', { id: reopening.id }), t.declined)
            }
          >
            {reopening.mine ? t.take : t.decline}
          </Button>
        </div>
        <ActError act={act} />
      </>
    )
  return (
    <>
      <Button variant="secondary" wide onClick={() => setAsked(true)}>
        {t.open}
      </Button>
      <p className={styles.soft}>{t.about}</p>
      <ActDialog
        open={asked}
        title={t.title(monthName(month, locale))}
        submit={t.submit}
        act={act}
        onClose={() => setAsked(false)}
        onSubmit={(form) =>
          void does(
            () => ask('reportReopenPeriod', { month, reason: String(form.get('reason') ?? '') }),
            t.sent,
          )
        }
      >
        <p>{t.about}</p>
        <TextField name="reason" label={t.reason} rows={3} error={act.errors.reason} />
      </ActDialog>
    </>
  )
}
