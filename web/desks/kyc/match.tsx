import type { Reply } from '../../http/api.ts'
import { useTexts } from '../../texts.ts'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import { Facts } from '../../ui/facts.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { Table } from '../../ui/table.tsx'
import styles from './match.module.css'
import { percent } from './percent.ts'
import words from './texts.ts'

type Status = Reply<'kycStatus'>['data']
type Props = { match: Status['matches'][number]; person: Status['person']; cleared: boolean }

/** One entry of a list beside the person: what was compared, how alike it is, by which version. */
export function Match({ match, person, cleared }: Props) {
  const all = useTexts(words)
  const t = all.match
  const own = person
    ? [person.surname, person.name, person.patronymic].filter(Boolean).join(' ')
    : ''
  const rows = [
    { key: 'name', title: t.name, ours: own, theirs: match.names.join('; '), same: false },
    {
      key: 'iin',
      title: t.iin,
      ours: person?.iin ?? '',
      theirs: match.iin ?? '',
      same: match.by === 'iin',
    },
    {
      key: 'birth',
      title: t.birth,
      ours: person ? dotted(person.birthDate) : '',
      theirs: match.birth ? dotted(match.birth) : '',
      same: person?.birthDate === match.birth,
    },
  ]
  return (
    <article className={styles.match}>
      <div className={parts.head}>
        <h3>{match.list_title}</h3>
        <Chip tone={cleared || match.effect === 'flag' ? 'plain' : 'bad'}>
          {cleared && match.effect === 'block' ? t.cleared : all.effects[match.effect]}
        </Chip>
      </div>
      <Facts
        facts={[
          { label: t.by, value: all.by[match.by] },
          { label: t.score, value: percent(match.score) },
          { label: t.entry, value: `${match.list} № ${match.entry}` },
          { label: t.version, value: match.version },
        ]}
      />
      <Table
        caption={t.field}
        columns={[
          { key: 'field', title: t.field },
          { key: 'ours', title: t.client },
          { key: 'theirs', title: t.list },
        ]}
        rows={rows.map((row) => ({
          key: row.key,
          cells: {
            field: row.title,
            ours: row.ours || t.none,
            theirs: (
              <span className={styles.theirs}>
                {row.theirs || t.none}
                {row.same && row.theirs ? (
                  <span className={styles.same}>
                    <CheckIcon />
                    {t.same}
                  </span>
                ) : null}
              </span>
            ),
          },
        }))}
      />
      {match.note ? (
        <details className={styles.note}>
          <summary>{t.note}</summary>
          <p>{match.note}</p>
        </details>
      ) : null}
    </article>
  )
}

/** `1983-07-12` as `12.07.1983`; a year alone stays. */
const dotted = (birth: string): string => birth.split('-').reverse().join('.')
