import { useEffect, useRef } from 'react'
import { fullName } from '#domain/person.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { longDate, money, useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Chip } from '../../ui/chip.tsx'
import { CheckIcon, ErrorIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isScanned } from '../documents/desk-documents.tsx'
import { useLive } from '../live.ts'
import { MaskedNumber } from '../masked/masked-number.tsx'
import styles from './case.module.css'
import type { Status, Whom } from './case.ts'
import { Decision } from './decision.tsx'
import { Match } from './match.tsx'
import words from './texts.ts'

/** Nobody's: who has no case may get one while they are looked at. */
const NO_CASE = 'kyc-cases'

type Props = {
  whom: Whom
  /** Somebody came for this one; what stands open by itself takes no focus. */
  isAsked: boolean
  onDecided: () => void
}

/** One person: what the lists say word by word, and beside it the decision with its reason. */
export function CaseView({ whom, isAsked, onDecided }: Props) {
  const loading = useReply(ask, 'kycStatus', whom, {
    againWhile: ({ documents }) => !isScanned(documents),
  })
  const { value, again, why } = loading
  useLive(value?.case_id ?? NO_CASE, 'kycStatus')
  // Of oneself nobody is told anything here: said once, there is nothing to try again.
  if (why?.kind === 'refused') return <Notice tone="info" title={why.message} />
  return (
    <Loaded loading={loading} value={value}>
      {(status) => (
        <div className={styles.case}>
          <div className={styles.main}>
            <Head status={status} isAsked={isAsked} />
            <Typed status={status} />
            <Matches status={status} />
          </div>
          <aside className={styles.side}>
            <Decision
              status={status}
              onChanged={again}
              onDone={() => {
                again()
                onDecided()
              }}
            />
            <History status={status} />
          </aside>
        </div>
      )}
    </Loaded>
  )
}

const sumOf = (rows: readonly { amount: number }[]) =>
  rows.reduce((all, { amount }) => all + amount, 0)

function Head({ status, isAsked }: { status: Status; isAsked: boolean }) {
  const t = useTexts(words).person
  const { person, compared } = status
  const heading = useRef<HTMLHeadingElement>(null)
  // The focus of the document, lost with the button of the case before.
  useEffect(() => {
    if (isAsked && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true })
  }, [isAsked])
  const isBlocked = status.status === 'blocked'
  const facts = [
    isBlocked && !status.to_decide ? t.kept : null,
    status.policies_in_force > 0 ? `${t.policies}: ${status.policies_in_force}` : null,
    status.screenedAt ? `${t.screened}: ${almatyTime(status.screenedAt)}` : null,
  ]
  return (
    <>
      <div className={styles.head} role="status">
        <h2 ref={heading} tabIndex={-1}>
          {person ? fullName(person) : t.unknown}
        </h2>
        <Chip tone={isBlocked ? 'bad' : 'good'} icon={isBlocked ? <ErrorIcon /> : <CheckIcon />}>
          {isBlocked ? t.blocked : status.history.length > 0 ? t.freed : t.unblocked}
        </Chip>
      </div>
      <p className={styles.soft}>{facts.filter(Boolean).join(' · ')}</p>
      {status.held.length > 0 ? (
        <Notice tone="warn" title={t.held(money(sumOf(status.held)))}>
          {t.heldText}: {status.held.map(({ order_id }) => order_id).join(', ')}
        </Notice>
      ) : null}
      {compared === 'iin_only' ? <Notice tone="info" title={t.iinOnly} /> : null}
      {compared === 'lists_too_old' ? <Notice tone="warn" title={t.tooOld} /> : null}
    </>
  )
}

/** What was typed by hand while the register was silent: staff prove it before the sale goes on. */
function Typed({ status: { typed } }: { status: Status }) {
  const t = useTexts(words).person
  const locale = useLocale()
  if (!typed) return null
  const { document } = typed
  const facts = [
    [t.typedName, fullName(typed)],
    [t.birth, longDate(locale, typed.birthDate)],
    [t.document, document ? [document.number, document.issuer].filter(Boolean).join(', ') : ''],
    [t.issued, document?.issueDate ? longDate(locale, document.issueDate) : ''],
    [t.typedAt, almatyTime(typed.at)],
  ] as const
  return (
    <section className={styles.typed}>
      <h3>{t.typed}</h3>
      <p className={styles.soft}>{t.typedText}</p>
      <dl>
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

function Matches({ status }: { status: Status }) {
  const t = useTexts(words).person
  const isCleared =
    status.status === 'unblocked' && status.history.some(({ event }) => event === 'unblocked')
  if (status.matches.length === 0) return <p className={styles.soft}>{t.noMatches}</p>
  return status.matches.map((match) => (
    <Match
      key={`${match.list} ${match.entry}`}
      match={match}
      person={status.person}
      iin={<Iin status={status} />}
      cleared={isCleared}
    />
  ))
}

/**
 * Whole for a minute when somebody asks, by the case or the account; else whoever typed it has it.
 */
function Iin({ status: { iin, case_id, account_id } }: { status: Status }) {
  const of = case_id ? { case_id } : account_id ? { account_id } : null
  return of ? <MaskedNumber of={of} what="iin" masked={iin} /> : iin
}

function History({ status: { history } }: { status: Status }) {
  const t = useTexts(words)
  return (
    <section className={styles.history}>
      <h3>{t.person.history}</h3>
      {history.length === 0 ? <p className={styles.soft}>{t.person.noHistory}</p> : null}
      <ol>
        {history.map((event) => (
          <li key={`${event.at} ${event.event}`}>
            <span className={styles.soft}>{almatyTime(event.at)}</span> {t.events[event.event]},{' '}
            {event.by ?? t.program}
            {event.reason ? <span className={styles.reason}>{event.reason}</span> : null}
          </li>
        ))}
      </ol>
    </section>
  )
}
