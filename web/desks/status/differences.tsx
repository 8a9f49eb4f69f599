import type { Reply } from '../../http/api.ts'
import { useTexts } from '../../texts.ts'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import { WarnIcon } from '../../ui/icons.tsx'
import { Table } from '../../ui/table.tsx'
import words from './texts.ts'
import { time } from './time.ts'

/**
 * What people have to settle with the unified database: another premium, an end it has not taken.
 * Nothing where there is none.
 */
export function Differences({ differences }: Pick<Reply<'staffStatus'>['data'], 'differences'>) {
  const t = useTexts(words)
  if (differences.length === 0) return null
  const sum = (tenge: number | null) =>
    tenge === null ? '–' : `${String(tenge).replace(/\B(?=(\d{3})+$)/g, '\u00a0')}\u00a0₸`
  return (
    <div className={parts.list}>
      <Table
        caption={t.differences}
        columns={(['kind', 'about', 'ours', 'theirs', 'rows', 'last'] as const).map((key) => ({
          key,
          title: t.differenceColumns[key],
          number: key === 'ours' || key === 'theirs',
          whole: key === 'kind' || key === 'last',
        }))}
        rows={differences.map((one) => ({
          key: one.key,
          cells: {
            kind: (
              <Chip tone="bad" icon={<WarnIcon />}>
                {t.kinds[one.kind]}
              </Chip>
            ),
            about: one.about,
            ours: sum(one.ours),
            theirs: sum(one.theirs),
            rows: (
              <span>
                {[...one.rows, one.note].map((line) => (
                  <span key={line}>
                    {line}
                    <br />
                  </span>
                ))}
              </span>
            ),
            last: `${time(one.last_at)}, ${t.times(one.times)}`,
          },
        }))}
      />
    </div>
  )
}
