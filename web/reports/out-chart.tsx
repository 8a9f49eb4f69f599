import { useState } from 'react'
import { ask } from '../http/ask.ts'
import { useTexts } from '../texts.ts'
import { ActDialog, ActError, useAct } from '../ui/act.tsx'
import { almatyTime } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Chip } from '../ui/chip.tsx'
import { DenseTable } from '../ui/dense-table.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './out.module.css'
import type { Filling, OutData } from './out-data.ts'
import words from './out-texts.ts'

type Row = OutData['chart'][number]

/** Accounts of the broker's chart for each kind of entry. */
export function ChartPart({ data, onFill }: { data: OutData; onFill: (what: Filling) => void }) {
  const t = useTexts(words)
  const account = (number: string | null, { leftOut }: Row) =>
    number ? (
      <span className={styles.account}>{number}</span>
    ) : (
      <span className={styles.soft}>{leftOut ? '–' : t.unset}</span>
    )
  return (
    <div className={styles.part}>
      <h2>{t.chart}</h2>
      <p className={styles.soft}>{t.usualAbout}</p>
      <DenseTable
        caption={t.chart}
        rows={data.chart}
        keyOf={({ entry }) => entry}
        height="dense"
        columns={[
          {
            key: 'operation',
            title: t.operation,
            grows: true,
            cell: ({ entry, leftOut }) => (
              <span className={styles.opens}>
                <Button
                  variant="quiet"
                  size="small"
                  aria-label={t.editOf(t.entry[entry])}
                  onClick={() => onFill({ what: 'accounts', entry })}
                >
                  {t.entry[entry]}
                  {leftOut ? ` (${t.leftOut})` : ''}
                </Button>
              </span>
            ),
          },
          { key: 'debit', title: t.debit, cell: (row) => account(row.debit, row) },
          { key: 'credit', title: t.credit, cell: (row) => account(row.credit, row) },
          {
            key: 'who',
            title: t.who,
            from: 600,
            cell: ({ sample, by, at }) =>
              sample ? (
                <Chip>{t.usual}</Chip>
              ) : (
                <span className={styles.soft}>{by && at ? `${by}, ${almatyTime(at)}` : ''}</span>
              ),
          },
        ]}
      />
    </div>
  )
}

type EditProps = { data: OutData; filling: Filling; onClose: () => void; onDone: () => void }

export function EditAccounts({ data, filling, onClose, onDone }: EditProps) {
  const t = useTexts(words)
  const act = useAct(t.saved)
  const entry = filling?.what === 'accounts' ? filling.entry : null
  const row = data.chart.find((one) => one.entry === entry)
  const [leftOut, setLeftOut] = useState<boolean | null>(null)
  const isLeftOut = leftOut ?? row?.leftOut ?? false
  const close = () => {
    setLeftOut(null)
    onClose()
  }
  const save = async (form: FormData) => {
    if (!row) return
    const of = (name: string) => String(form.get(name) ?? '')
    const said = { debit: of('debit'), credit: of('credit'), leftOut: isLeftOut }
    if (!(await act.run(() => ask('reportSetChart', { entry: row.entry, ...said })))) return
    setLeftOut(null)
    onDone()
  }
  return (
    <ActDialog
      open={row !== undefined}
      title={t.editAccounts}
      submit={t.save}
      act={act}
      onClose={close}
      onSubmit={(form) => void save(form)}
    >
      {row ? (
        <div className={styles.fields} key={row.entry}>
          <p>{t.entry[row.entry]}</p>
          {(['debit', 'credit'] as const).map((side) => (
            <TextField
              key={side}
              name={side}
              label={t[side]}
              inputMode="decimal"
              autoComplete="off"
              disabled={isLeftOut}
              defaultValue={row[side] ?? ''}
              error={act.errors[side]}
            />
          ))}
          <Checkbox
            name="leftOut"
            label={t.leaveOut}
            defaultChecked={row.leftOut}
            onChecked={setLeftOut}
          />
        </div>
      ) : null}
      {act.errors.debit || act.errors.credit ? null : <ActError act={act} />}
    </ActDialog>
  )
}
