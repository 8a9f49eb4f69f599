import { gapOf, type Place, places } from '#domain/books/balance.ts'
import { groupDigits } from '#domain/format.ts'
import { money, useTexts } from '../texts.ts'
import { LinkButton } from '../ui/button.tsx'
import { ErrorIcon, SuccessIcon } from '../ui/icons.tsx'
import { ClockIcon } from '../ui/later-icons.tsx'
import { queryWith } from '../ui/query.ts'
import styles from './equation.module.css'
import words from './match-texts.ts'
import { type Books, dayName } from './replies.ts'

/**
 * Paid = policies + returned + returning + waiting, in payments and in tenge, and whether it holds;
 * beside it the days that statements tell of.
 */
export function Equation({ books: { balance, statements } }: { books: Books }) {
  const t = useTexts(words)
  const parts: (Place | 'unclear')[] = [
    ...places,
    ...(balance.unclear.count > 0 ? (['unclear'] as const) : []),
  ]
  return (
    <section className={styles.equation} aria-label={t.equation}>
      <Part name={t.parts.paid} {...balance.paid} />
      {parts.map((place, at) => (
        <Part
          key={place}
          sign={at === 0 ? '=' : '+'}
          name={t.parts[place]}
          now={place === 'waiting' || place === 'unclear'}
          {...balance[place]}
        />
      ))}
      <p className={styles.verdict} data-holds={balance.holds ? '' : undefined}>
        {balance.holds ? <SuccessIcon /> : <ErrorIcon />}
        {balance.holds ? t.holds : t.doesNotHold(money(gapOf(balance)))}
      </p>
      <Statements statements={statements} />
    </section>
  )
}

/** For which days there are statements. */
function Statements({ statements }: Pick<Books, 'statements'>) {
  const t = useTexts(words)
  return (
    <p className={styles.statements} data-none={statements.length === 0 ? '' : undefined}>
      {statements.length === 0 ? (
        <span>
          <ClockIcon />
          {t.noStatements}
        </span>
      ) : null}
      {statements.map(({ system, from, to }) => (
        <span key={system}>
          <SuccessIcon />
          {t.statements(
            t.systems[system] ?? system,
            from === to ? dayName(to) : `${dayName(from)}–${dayName(to)}`,
          )}
        </span>
      ))}
    </p>
  )
}

/** The way to bring another statement. */
export function BringStatement() {
  const t = useTexts(words)
  return (
    <span className={styles.bring}>
      <LinkButton
        variant="secondary"
        size="small"
        href={queryWith({ view: 'statements', tab: null, kind: null })}
      >
        {t.import}
      </LinkButton>
    </span>
  )
}

type PartProps = { sign?: string; name: string; count: number; amount: number; now?: boolean }

function Part({ sign, name, count, amount, now }: PartProps) {
  return (
    <div className={styles.term}>
      {sign ? (
        <span className={styles.sign} aria-hidden="true">
          {sign}
        </span>
      ) : null}
      <div className={styles.part} data-now={now && count > 0 ? '' : undefined}>
        <span>{name}</span>
        <b>{groupDigits(count)}</b>
        <small>{money(amount)}</small>
      </div>
    </div>
  )
}
