import { useState } from 'react'
import { ask } from '../http/ask.ts'
import { useLocale, useTexts } from '../texts.ts'
import { ActDialog, useAct } from '../ui/act.tsx'
import { almatyTime } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import parts from '../ui/desk-parts.module.css'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded, useLoading } from '../ui/loaded.tsx'
import words from './accounting-texts.ts'
import { InsurerTable } from './insurers.tsx'
import { monthName } from './period.ts'

/**
 * Months whose books are closed, each with its statement as it stood; the next one can be closed
 * once it is over.
 */
export function Periods(_props: { today: string }) {
  const t = useTexts(words).periods
  const locale = useLocale()
  const act = useAct()
  const name = (month: string) => monthName(month, locale)
  const [asked, setAsked] = useState(false)
  const loading = useLoading(async (signal) => (await ask('reportPeriods', {}, { signal })).data)
  const close = async (month: string) => {
    if (!(await act.run(() => ask('reportClosePeriod', { month })))) return
    setAsked(false)
    loading.again()
  }
  return (
    <Loaded loading={loading} value={loading.value}>
      {({ closed, next }) => (
        <>
          <Card>
            <div className={parts.form}>
              <p>{t.about}</p>
              {next ? (
                <div className={parts.actions}>
                  <Button onClick={() => setAsked(true)}>{t.close(name(next))}</Button>
                </div>
              ) : (
                <p className={parts.soft}>{t.wait}</p>
              )}
            </div>
          </Card>
          <ActDialog
            open={asked && next !== null}
            title={t.sure(next ? name(next) : '')}
            submit={t.close(next ? name(next) : '')}
            danger
            act={act}
            onClose={() => setAsked(false)}
            onSubmit={() => void (next && close(next))}
          >
            <p>{t.about}</p>
          </ActDialog>
          {closed.length === 0 ? <EmptyState title={t.none} /> : null}
          {closed.map(({ month, closedAt, figures }) => (
            <Card key={month}>
              <InsurerTable rows={figures} caption={name(month)} />
              <p className={parts.soft}>
                {t.at}: {almatyTime(closedAt)}
              </p>
            </Card>
          ))}
        </>
      )}
    </Loaded>
  )
}
