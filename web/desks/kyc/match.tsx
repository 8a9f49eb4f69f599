import type { ReactNode } from 'react'
import { SIMILAR_WITH_DATE, SIMILAR_WITH_YEAR } from '#domain/kyc/kyc.ts'
import { fullName } from '#domain/person.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Chip } from '../../ui/chip.tsx'
import { WarnIcon } from '../../ui/icons.tsx'
import styles from './case.module.css'
import type { Status } from './case.ts'
import own from './match.module.css'
import meter from './meter.module.css'
import { likeness, tenth } from './percent.ts'
import scoreOwn from './score.module.css'
import words from './texts.ts'

/** Start of the scale: a lower similarity is another name. */
const FROM = 0.8
const WIDTH = 1000
const at = (score: number): number =>
  Math.round(((Math.min(1, Math.max(FROM, score)) - FROM) / (1 - FROM)) * WIDTH)

/** The likeness in words, and on a scale with the two thresholds of the rule. */
function Score({
  parts: { score, mean, weakest },
}: {
  parts: NonNullable<Status['matches'][number]['parts']>
}) {
  const t = useTexts(words).score
  const locale = useLocale()
  return (
    <section className={scoreOwn.score} aria-label={t.title}>
      <div className={styles.sum}>
        <strong>{tenth(score, locale)}</strong>
        <p>
          {t.parts(tenth(mean, locale), tenth(weakest, locale))} {t.why}
          <span className={styles.soft}>{t.alike}</span>
        </p>
      </div>
      <svg viewBox={`0 0 ${WIDTH} 14`} preserveAspectRatio="none" aria-hidden="true">
        <rect className={scoreOwn.low} y="3" width={WIDTH} height="8" />
        <rect
          className={scoreOwn.high}
          x={at(SIMILAR_WITH_DATE)}
          y="3"
          width={WIDTH - at(SIMILAR_WITH_DATE)}
          height="8"
        />
        <rect
          className={scoreOwn.higher}
          x={at(SIMILAR_WITH_YEAR)}
          y="3"
          width={WIDTH - at(SIMILAR_WITH_YEAR)}
          height="8"
        />
        <rect className={scoreOwn.mark} x={Math.min(at(score), WIDTH - 6)} width="6" height="14" />
      </svg>
      <p className={scoreOwn.scale}>
        <span>{likeness(FROM, locale)}</span>
        <span>{t.withDate(likeness(SIMILAR_WITH_DATE, locale))}</span>
        <span>{t.withYear(likeness(SIMILAR_WITH_YEAR, locale))}</span>
        <span>{likeness(1, locale)}</span>
      </p>
    </section>
  )
}

type MatchOf = Status['matches'][number]
type Word = NonNullable<MatchOf['parts']>['words'][number]
type Props = { match: MatchOf; person: Status['person']; iin: ReactNode; cleared: boolean }

/**
 * The client and a list entry, one line per word: differences are marked, the similarity beside.
 */
export function Match({ match, person, iin, cleared }: Props) {
  const all = useTexts(words)
  const t = all.match
  const entry = `${match.list_title}, №\u00a0${match.entry}`
  const isCleared = cleared && match.effect === 'block'
  return (
    <article className={own.match}>
      <table className={own.table}>
        <caption>{entry}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">
              {t.client}
              <small>{t.clientSource}</small>
            </th>
            <th scope="col">
              {t.list}
              <small className={own.list}>{entry}</small>
            </th>
            <th scope="col">{t.score}</th>
          </tr>
        </thead>
        <tbody>
          {match.parts?.words.map((word) => (
            <WordRow key={`${word.role} ${word.ours}`} word={word} />
          ))}
          {match.parts ? null : (
            <Row
              title={t.name}
              ours={person ? fullName(person) : ''}
              theirs={match.names.join('; ')}
            />
          )}
          <Row
            title={t.birth}
            ours={person ? dotted(person.birthDate) : ''}
            theirs={match.birth ? dotted(match.birth) : ''}
            same={
              person !== null && match.birth !== null && person.birthDate.startsWith(match.birth)
            }
          />
          <Row title={t.iin} ours={iin} theirs={match.iin ?? ''} same={match.by === 'iin'} />
        </tbody>
      </table>
      <p className={own.by}>
        <Chip tone={isCleared || match.effect === 'flag' ? 'plain' : 'bad'}>
          {isCleared ? t.cleared : all.effects[match.effect]}
        </Chip>
        <span>{all.by[match.by]}</span>
      </p>
      {match.parts && match.by !== 'iin' ? <Score parts={match.parts} /> : null}
      {match.names.length > 1 ? (
        <p className={styles.soft}>
          {t.names} {match.names.join('; ')}
        </p>
      ) : null}
      <details className={own.note}>
        <summary>{t.more}</summary>
        {match.note ? (
          <p>
            {t.note}: {match.note}
          </p>
        ) : null}
        <p>
          {t.version}: {match.version}
        </p>
      </details>
    </article>
  )
}

function WordRow({ word }: { word: Word }) {
  const t = useTexts(words).match
  const locale = useLocale()
  return (
    <tr>
      <th scope="row">{t.roles[word.role]}</th>
      <td>
        <Marked text={word.ours} places={word.ours_differ} />
        <small>{word.ours_as}</small>
      </td>
      <td>
        {word.theirs ? <Marked text={word.theirs} places={word.theirs_differ} /> : t.none}
        <small>{word.theirs_as}</small>
      </td>
      <td>
        {word.likeness === null ? (
          <span className={styles.soft}>{t.leftOut}</span>
        ) : (
          <span className={own.like}>
            <meter
              className={meter.meter}
              min={0.5}
              max={1}
              value={word.likeness}
              aria-hidden="true"
            />
            {tenth(word.likeness, locale)}
          </span>
        )}
      </td>
    </tr>
  )
}

/** A spelling with the letters that the other one does not have marked. */
function Marked({ text, places }: { text: string; places: readonly number[] }) {
  // A letter has no name but its place.
  const letters = [...text].map((letter, at) => ({ letter, at }))
  return (
    <span className={own.word}>
      {letters.map(
        ({ letter, at }): ReactNode =>
          places.includes(at) ? <mark key={at}>{letter}</mark> : letter,
      )}
    </span>
  )
}

type RowProps = { title: string; ours: ReactNode; theirs: string; same?: boolean }

function Row({ title, ours, theirs, same }: RowProps) {
  const t = useTexts(words).match
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>{ours || <span className={styles.soft}>{t.none}</span>}</td>
      <td>{theirs || <span className={styles.soft}>{t.none}</span>}</td>
      <td>
        {same && theirs ? (
          <span className={own.same}>
            <WarnIcon />
            {t.same}
          </span>
        ) : (
          <span className={styles.soft}>{ours && theirs ? t.differs : t.nothing}</span>
        )}
      </td>
    </tr>
  )
}

/** `1983-07-12` as `12.07.1983`; a year alone stays. */
const dotted = (birth: string): string => birth.split('-').reverse().join('.')
