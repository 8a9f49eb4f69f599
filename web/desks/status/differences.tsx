import type { Reply } from '../../http/api.ts'
import { money, useTexts } from '../../texts.ts'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import { WarnIcon } from '../../ui/icons.tsx'
import words from './texts.ts'
import { time } from './time.ts'

/**
 * What people have to settle with the unified database: another premium, an end it has not taken.
 * Nothing where there is none.
 */
export function Differences({ differences }: Pick<Reply<'staffStatus'>['data'], 'differences'>) {
  const t = useTexts(words)
  if (differences.length === 0) return null
  return (
    <Card title={t.differences}>
      <ul className={parts.lines}>
        {differences.map(({ key, kind, about, ours, theirs, rows, note, last_at, times }) => (
          <li key={key}>
            <span className={parts.head}>
              <Chip tone="bad" icon={<WarnIcon />}>
                {t.kinds[kind]}
              </Chip>
              <strong>{about}</strong>
            </span>
            {ours !== null && theirs !== null ? (
              <span>{t.sums(money(ours), money(theirs))}</span>
            ) : null}
            {[...rows, note].map((line) => (
              <span key={line}>{line}</span>
            ))}
            <span className={parts.soft}>{t.found(time(last_at), times)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
