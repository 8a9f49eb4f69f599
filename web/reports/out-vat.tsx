import { useState } from 'react'
import { vatKinds } from '#domain/books/vat.ts'
import { numericDay } from '#domain/calendar.ts'
import { percent as percentOf } from '#domain/percent.ts'
import { numberTyped } from '#domain/typed-sum.ts'
import { ask } from '../http/ask.ts'
import { useLocale, useTexts } from '../texts.ts'
import { ActDialog, ActError, useAct } from '../ui/act.tsx'
import { almatyTime } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import { DateField } from '../ui/date-field.tsx'
import { DenseTable } from '../ui/dense-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { RadioCards } from '../ui/radio-cards.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './out.module.css'
import type { Filling, OutData } from './out-data.ts'
import words from './out-texts.ts'

/** How our commission is taxed, by the day it begins. */
export function VatPart({
  data: { vat },
  onFill,
}: {
  data: OutData
  onFill: (what: Filling) => void
}) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <h2>{t.vatKind}</h2>
        <Button variant="secondary" size="small" onClick={() => onFill({ what: 'vat' })}>
          {t.addVat}
        </Button>
      </div>
      <p className={styles.soft}>{t.vatAbout}</p>
      {vat.length === 0 ? (
        <EmptyState title={t.vatNone}>{t.vatNoneText}</EmptyState>
      ) : (
        <DenseTable
          caption={t.vatKind}
          rows={vat}
          keyOf={({ from, at }) => `${from} ${at}`}
          height="dense"
          columns={[
            { key: 'from', title: t.since, cell: ({ from }) => numericDay(from) },
            {
              key: 'kind',
              title: t.vat,
              cell: ({ kind, percent }) =>
                kind === 'payer' ? percentOf[locale](percent) : t.vatKinds[kind],
            },
            { key: 'basis', title: t.basis, grows: true, cell: ({ source }) => source },
            {
              key: 'who',
              title: t.who,
              from: 900,
              cell: ({ by, at }) => (
                <span className={styles.soft}>{`${by}, ${almatyTime(at)}`}</span>
              ),
            },
          ]}
        />
      )}
    </div>
  )
}

type EditProps = { filling: Filling; onClose: () => void; onDone: () => void }
const kindOf = (value: string) => vatKinds.find((one) => one === value) ?? null

export function EditVat({ filling, onClose, onDone }: EditProps) {
  const t = useTexts(words)
  const act = useAct(t.saved)
  // No default: the accountant decides.
  const [kind, setKind] = useState<(typeof vatKinds)[number] | null>(null)
  const close = () => {
    setKind(null)
    onClose()
  }
  const save = async (form: FormData) => {
    const of = (name: string) => String(form.get(name) ?? '').trim()
    const percent = kind === 'payer' ? numberTyped(of('percent')) || Number.NaN : 0
    const said = { percent, from: of('from'), source: of('source') }
    // The server reports errors per field, the choice included.
    const chosen = kind ?? ('' as 'payer')
    if (!(await act.run(() => ask('reportSetVat', { kind: chosen, ...said })))) return
    setKind(null)
    onDone()
  }
  return (
    <ActDialog
      open={filling?.what === 'vat'}
      title={t.vatKind}
      submit={t.save}
      act={act}
      onClose={close}
      onSubmit={(form) => void save(form)}
    >
      {filling?.what === 'vat' ? (
        <div className={styles.fields}>
          <RadioCards
            name="kind"
            label={t.vatKind}
            labelHidden
            options={vatKinds.map((one) => ({
              value: one,
              label: t.vatKinds[one],
              detail: t.vatKindsAbout[one],
            }))}
            onValue={(value) => setKind(kindOf(value))}
            error={act.errors.kind}
          />
          {kind === 'payer' ? (
            <TextField
              name="percent"
              label={t.percent}
              inputMode="decimal"
              error={act.errors.percent ? t.wrongPercent : undefined}
            />
          ) : null}
          <DateField name="from" label={t.from} error={act.errors.from} />
          <TextField name="source" label={t.source} error={act.errors.source} />
        </div>
      ) : null}
      {Object.keys(act.errors).length > 0 ? null : <ActError act={act} />}
    </ActDialog>
  )
}
