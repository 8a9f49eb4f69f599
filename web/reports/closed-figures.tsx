import { insurerColumns } from '#texts/report-columns.ts'
import { useLocale } from '../texts.ts'
import { DenseTable } from '../ui/dense-table.tsx'
import styles from './closing.module.css'
import { type InsurerLine, useInsurerLook } from './insurer-look.ts'
import { ledgerColumns } from './ledger-columns.tsx'

const sums = ['policies', 'premium', 'ogpoPlus', 'commission', 'refundDue'] as const
/** A closed month is read whole, or on a phone by what is to be passed on. */
const from = Object.fromEntries(sums.map((key) => [key, 600 as const]))

/** The figures of a month per insurer, as they were closed. */
export function ClosedFigures({ rows, title }: { rows: readonly InsurerLine[]; title: string }) {
  const { look, foot } = useInsurerLook()
  return (
    <section className={styles.figures} aria-label={title}>
      <h3>{title}</h3>
      <DenseTable
        caption={title}
        columns={ledgerColumns<typeof insurerColumns, InsurerLine>(
          { columns: insurerColumns, from, ...look },
          useLocale(),
        )}
        rows={rows}
        keyOf={({ insurer }) => insurer}
        height="dense"
        foot={foot(rows)}
      />
    </section>
  )
}
