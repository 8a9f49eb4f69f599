import { useEffect, useState } from 'react'
import type { Reply } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { longDate, money, useLocale, useTexts } from '../../texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { portal } from '../portal.ts'
import styles from './desk.module.css'
import words from './texts.ts'

type Month = Reply<'promoterStatement'>['data']

/** The promoter's month: sums per day and insurer, reversals, and why sales failed. */
export function Statement() {
  const t = useTexts(words)
  /** The promoter's choice; before it the server names the current month. */
  const [chosen, setChosen] = useState<string | null>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const [found, setFound] = useState<Month | null>(null)
  const [formError, setFormError] = useState<string | null>(null)

  useEffect(() => {
    const stop = new AbortController()
    setFound(null)
    portal('promoterStatement', chosen ? { month: chosen } : {}, { signal: stop.signal }).then(
      ({ data }) => {
        setCurrent((now) => now ?? data.month)
        setFound(data)
        setFormError(null)
      },
      (error) => {
        if (!stop.signal.aborted) setFormError(apiErrorOf(error).message || t.failed)
      },
    )
    return () => stop.abort()
  }, [chosen, t.failed])
  return (
    <>
      {current || formError ? (
        <TextField
          name="month"
          label={t.month}
          type="month"
          defaultValue={current ?? undefined}
          onValue={(value) => /^\d{4}-\d{2}$/.test(value) && setChosen(value)}
        />
      ) : null}
      {formError ? <Notice tone="error" live title={formError} /> : null}
      {found ? <Shown month={found} /> : formError ? null : <Skeleton shape="card" />}
    </>
  )
}

function Shown({ month }: { month: Month }) {
  const t = useTexts(words)
  const locale = useLocale()
  const sums = [
    { key: 'policies', title: t.policies, number: true },
    { key: 'premium', title: t.premium, number: true },
  ]
  // Own pay by day, if a rate is set.
  const paid = month.totals.pay !== null
  const withPay = (of: Month['totals']) => ({
    ...cells(of),
    ...(paid ? { pay: of.pay === null ? '–' : money(of.pay) } : {}),
  })
  const cells = (of: Pick<Month['totals'], 'policies' | 'premium'>) => ({
    policies: of.policies,
    premium: money(of.premium),
  })
  const total = { key: 'total', cells: { name: t.totals, ...withPay(month.totals) }, strong: true }
  return (
    <div className={styles.statement}>
      <p className={styles.note}>{t.counts}</p>
      <Table
        caption={t.byDay}
        columns={[
          { key: 'name', title: t.day },
          ...sums,
          ...(paid ? [{ key: 'pay', title: t.pay, number: true }] : []),
        ]}
        rows={[
          ...month.days.map((of) => ({
            key: of.day,
            cells: { name: longDate(locale, of.day), ...withPay(of) },
          })),
          total,
        ]}
      />
      <Table
        caption={t.byInsurer}
        columns={[{ key: 'name', title: t.insurer }, ...sums]}
        rows={month.insurers.map((of) => ({
          key: of.code,
          cells: { name: of.name[locale], ...cells(of) },
        }))}
      />
      <p>
        {t.ended}:{' '}
        {t.endedText(month.ended.cancelled, month.ended.terminated, month.ended.replaced)}.{' '}
        {t.refunded}: {money(month.ended.refunded)}
      </p>
      {month.failures.length ? (
        <Table
          caption={t.failures}
          columns={[
            { key: 'reason', title: t.reason },
            { key: 'stage', title: t.stage },
            { key: 'times', title: t.times, number: true },
          ]}
          rows={month.failures.map(({ stage, code, reason, message, count }) => ({
            key: `${stage} ${code} ${reason} ${message}`,
            cells: { reason: message, stage: t.stages[stage], times: count },
          }))}
        />
      ) : (
        <p className={styles.note}>{t.noFailures}</p>
      )}
    </div>
  )
}
