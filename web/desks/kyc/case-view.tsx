import { useEffect, useRef, useState } from 'react'
import { differenceSaid } from '#domain/kyc/grounds.ts'
import { fullName } from '#domain/person.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { longDate, money, useLocale, useTexts } from '../../texts.ts'
import { useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Chip } from '../../ui/chip.tsx'
import { Facts } from '../../ui/facts.tsx'
import { CheckIcon, ErrorIcon } from '../../ui/icons.tsx'
import { LockIcon } from '../../ui/later-icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isScanned } from '../documents/desk-documents.tsx'
import { useLive } from '../live.ts'
import { MaskedNumber } from '../masked/masked-number.tsx'
import { Signing } from '../signatures/signing.tsx'
import { AskTwo, Documents, keeping, ReasonForm, SHORTEST } from './ask-two.tsx'
import styles from './case.module.css'
import type { Status, Whom } from './case.ts'
import { Match } from './match.tsx'
import words from './texts.ts'

/** For a person without a case, who may get one while they are viewed. */
const NO_CASE = 'kyc-cases'

type Props = {
  whom: Whom
  /** The user chose this case; one that opens by itself takes no focus. */
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
  // Staff may not see their own case: shown once, without a retry.
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
  // Restores the focus, lost with the button of the case before.
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

/**
 * What staff typed by hand while the register was silent: it must be proven before the sale goes
 * on.
 */
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
 * Unmasked for a minute on request, by the case or the account; else only the person who typed it
 * has it.
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

type BlockAgainProps = { status: Status; onDone: () => void; onChanged: () => void }

/**
 * Form by which one person, with a reason, blocks again a client whom staff or the lists admitted.
 */
function BlockAgain({ status: { case_id, changed_at }, onDone, onChanged }: BlockAgainProps) {
  const t = useTexts(words)
  const act = useAct(t.again.done)
  const [isShort, setShort] = useState(false)
  if (!case_id) return null
  const block = async (_: string, of: (name: string) => string) => {
    const reason = of('reason')
    setShort(reason.length < SHORTEST)
    if (reason.length < SHORTEST) return
    const seen = changed_at ? { seen: changed_at } : {}
    if (await act.run(() => ask('kycBlock', { case_id, reason, ...seen }))) onDone()
    else onChanged()
  }
  return (
    <ReasonForm
      label={t.again.reason}
      error={isShort ? t.decision.short : undefined}
      act={act}
      choices={[{ name: 'block', title: t.again.block, leads: t.again.leads, icon: <LockIcon /> }]}
      onDecide={block}
    />
  )
}

type TwoProps = { status: Status; onChanged: () => void }

/** What the first signed: ground, proof, reason; and the second's line. */
function TwoSign({ status, onChanged }: TwoProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const { signing } = status
  if (!signing) return null
  const { signature, evidence } = signing
  const id = { signature_id: signature.id }
  const facts = [
    { label: t.two.ground, value: t.two.grounds[evidence.ground] },
    ...(evidence.ground === 'not_same'
      ? [
          {
            label: t.two.differs,
            value: evidence.differs.map((fact) => differenceSaid[fact][locale]).join(', '),
          },
        ]
      : [
          { label: t.two.number, value: evidence.number },
          { label: t.two.date, value: longDate(locale, evidence.date) },
        ]),
    { label: t.two.reason, value: signature.reason },
  ]
  return (
    <section className={`${styles.decision} ${styles.two}`} aria-label={t.two.signing}>
      <h3>{t.two.signing}</h3>
      <div className={styles.signed}>
        <Facts facts={facts} />
      </div>
      <Documents status={status} mayAdd={false} onChanged={onChanged} />
      <Signing
        signature={signature}
        maySign
        label={t.decision.unblock}
        sign={() => ask('kycSignUnblock', { ...id, hold: true })}
        refuse={(note) => ask('kycDeclineUnblock', { ...id, note })}
        withdraw={() => ask('kycWithdrawUnblock', id)}
        // The case stays open: the signature is withdrawn here.
        onDone={onChanged}
      />
    </section>
  )
}

type DecisionProps = { status: Status; onDone: () => void; onChanged: () => void }

/**
 * Decisions about a person: two people admit one who certainly is on a list, one person admits a
 * mere resemblance; an admitted person can be blocked again.
 */
function Decision(props: DecisionProps) {
  const { status } = props
  const of = `${status.case_id} ${status.status}`
  const isWaiting = status.signing?.signature.state === 'waiting'
  if (status.status !== 'blocked')
    return (
      <>
        <One key="one" {...props} />
        {status.signing?.signature.state === 'signed' ? (
          <TwoSign status={status} onChanged={props.onChanged} />
        ) : null}
        <BlockAgain key={of} {...props} />
      </>
    )
  if (isWaiting || status.takes_two)
    return (
      <>
        {status.signing ? <TwoSign status={status} onChanged={props.onChanged} /> : null}
        {isWaiting ? null : <AskTwo key={of} {...props} />}
      </>
    )
  return <One key="one" {...props} />
}

/**
 * The reason first, then two decisions of equal weight that name their consequences. If the case
 * changed meanwhile, the server refuses the decision and the text stays.
 */
function One({ status, onDone, onChanged }: DecisionProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const [reason, setReason] = useState('')
  const [round, setRound] = useState(0)
  const [isSent, setSent] = useState(false)
  const [isShort, setShort] = useState(false)
  /** Whether the case was undecided when the user began to write. */
  const [begun, setBegun] = useState<boolean | null>(null)
  const act = useAct()
  const { case_id, to_decide, changed_at } = status
  if (status.status !== 'blocked')
    return reason.trim() && !isSent ? (
      <Notice tone="warn" live title={t.decision.meanwhile}>
        {t.decision.yourText}: {reason}
      </Notice>
    ) : null
  const decide = async (chosen: 'unblock' | 'keep', of: (name: string) => string) => {
    const text = of('reason')
    setShort(text.length < SHORTEST)
    if (text.length < SHORTEST) return
    const body = {
      case_id: case_id ?? undefined,
      reason: text,
      ...(changed_at ? { seen: changed_at } : {}),
    }
    const decided = () => ask(chosen === 'keep' ? 'kycKeep' : 'kycUnblock', body)
    if (await act.run(decided, t.decision.done[chosen])) {
      setSent(true)
      onDone()
    } else onChanged()
  }
  const write = (text: string) => {
    setBegun(begun ?? to_decide)
    setReason(text)
  }
  // Offers only the differences that the comparison shows.
  const said = [
    t.decision.identity,
    ...status.differs.map((fact) => differenceSaid[fact][locale]),
    ...(status.matches.some(({ by }) => by === 'iin') ? [t.decision.iinSame] : []),
  ]
  const add = (text: string) => {
    write(reason ? `${reason.trimEnd()}; ${text}` : text)
    setRound(round + 1)
  }
  return (
    <ReasonForm
      label={t.decision.reason}
      error={isShort ? t.decision.short : undefined}
      text={{ value: reason, round, onValue: write }}
      act={act}
      choices={[
        {
          name: 'unblock',
          title: t.decision.unblock,
          leads: t.decision.leads.unblock,
          icon: <CheckIcon />,
        },
        ...(to_decide ? [keeping(t)] : []),
      ]}
      onDecide={decide}
    >
      <div className={styles.chips}>
        {said.map((one) => (
          <button type="button" key={one} onClick={() => add(one)}>
            {one}
          </button>
        ))}
      </div>
      {begun && !to_decide && !isSent ? (
        <Notice tone="warn" live title={t.decision.meanwhile} />
      ) : null}
    </ReasonForm>
  )
}
