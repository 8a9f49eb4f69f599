import { useState } from 'react'
import { differenceSaid } from '#domain/kyc/grounds.ts'
import { ask } from '../../http/ask.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { useAct } from '../../ui/act.tsx'
import { Facts } from '../../ui/facts.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { LockIcon } from '../../ui/later-icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Signing } from '../signatures/signing.tsx'
import { AskTwo } from './ask-two.tsx'
import styles from './case.module.css'
import type { Status } from './case.ts'
import { Documents } from './documents.tsx'
import { keeping, ReasonForm, SHORTEST } from './reason-form.tsx'
import words from './texts.ts'

type BlockAgainProps = { status: Status; onDone: () => void; onChanged: () => void }

/** Whom staff or the lists have let is blocked again by one person, with a reason. */
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

/** What the first signed: the ground, what proves it, the reason; and the second's line. */
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
        // The case stays in sight: what was signed is taken back here.
        onDone={onChanged}
      />
    </section>
  )
}

type Props = { status: Status; onDone: () => void; onChanged: () => void }

/**
 * What may be done about a person: two let whom a list names for certain, one whom it only
 * resembles, and whoever was let is blocked again.
 */
export function Decision(props: Props) {
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
 * The reason first, then two decisions of one weight that say what they lead to. A case that has
 * changed meanwhile refuses the decision about what it was, and keeps the text.
 */
function One({ status, onDone, onChanged }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const [reason, setReason] = useState('')
  const [round, setRound] = useState(0)
  const [isSent, setSent] = useState(false)
  const [isShort, setShort] = useState(false)
  /** Whether it was still to be decided when somebody began to write. */
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
  // Only what the comparison shows is offered to be said.
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
