import { type FormEvent, useRef, useState } from 'react'
import { ask } from '../../http/ask.ts'
import { keptName } from '../../session/signed-in-name.ts'
import { money, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useOpened } from '../shell/keys.ts'
import signed from '../signatures/signatures.module.css'
import { SignatureLines, Signing } from '../signatures/signing.tsx'
import styles from './give-back.module.css'
import type { OrderPart, StaffOrder } from './order.ts'
import { giveBackWords as words } from './texts.ts'

type GiveBack = NonNullable<StaffOrder['give_back']>
type Props = OrderPart & { asking: boolean; onClose: () => void }

/**
 * Refund without a policy, under two names: the first gives the reason and sees the effects; the
 * second sees the same and signs or refuses. If the order changes while somebody writes the reason,
 * the form shows it and keeps the text.
 */
export function GiveBackPart({ order, asking, onClose, onDone }: Props) {
  const t = useTexts(words)
  const [typed, setTyped] = useState('')
  const close = () => {
    setTyped('')
    onClose()
  }
  const { facts = null, signature = null } = order.give_back ?? {}
  const isWaiting = signature?.state === 'waiting'
  if (asking && facts && !isWaiting)
    return (
      <Ask
        order={order}
        facts={facts}
        typed={typed}
        onTyped={setTyped}
        onClose={close}
        onDone={onDone}
      />
    )
  const overtaken =
    asking && typed.trim() ? (
      <Notice tone="warn" live title={t.meanwhile}>
        {t.yourText}: {typed}
      </Notice>
    ) : null
  if (!signature) return overtaken
  const id = { signature_id: signature.id }
  return (
    <section className={classNames(styles.panel, signed.atFoot)} aria-label={t.title} data-signs>
      <h3>{isWaiting ? t.waits : t.title}</h3>
      {overtaken}
      {isWaiting && facts ? <FactsOf facts={facts} /> : null}
      <p>
        <span className={styles.label}>{t.reason}</span> {signature.reason}
      </p>
      <Signing
        signature={signature}
        label={facts ? t.signed(money(facts.amount)) : undefined}
        maySign={facts !== null}
        sign={() => ask('staffSignGiveBack', { ...id, hold: true })}
        refuse={(note) => ask('staffDeclineGiveBack', { ...id, note })}
        withdraw={() => ask('staffWithdrawGiveBack', id)}
        onDone={onDone}
      />
    </section>
  )
}

type AskProps = OrderPart & {
  facts: NonNullable<GiveBack['facts']>
  /** The user's text, if another person was faster. */
  typed: string
  onTyped: (text: string) => void
  onClose: () => void
}

function Ask({ order: { order_id }, facts, typed, onTyped, onClose, onDone }: AskProps) {
  const t = useTexts(words)
  const act = useAct(t.asked)
  const form = useRef<HTMLFormElement>(null)
  const [reason, setReason] = useState(typed)
  useOpened(true, onClose)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('reason') ?? '')
    const body = { order_id, amount: facts.amount, reason: text }
    if (!(await act.run(() => ask('staffGiveBack', body)))) return
    onClose()
    onDone()
  }
  return (
    <section className={styles.panel} aria-label={t.title}>
      <h3>{t.title}</h3>
      <p className={styles.note}>{t.firstAsked}</p>
      <form
        ref={form}
        className={styles.form}
        onSubmit={(event) => void send(event)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            form.current?.requestSubmit()
        }}
        noValidate
      >
        <LimitedField
          key={reason}
          name="reason"
          label={t.reason}
          rows={2}
          maxLength={500}
          required
          defaultValue={reason}
          onValue={onTyped}
          error={act.errors.reason}
        />
        <div className={styles.chips}>
          {t.reasons.map((one) => (
            <button
              type="button"
              key={one}
              onClick={() => {
                setReason(one)
                onTyped(one)
              }}
            >
              {one}
            </button>
          ))}
        </div>
        <FactsOf facts={facts} />
        <SignatureLines signature={null} me={keptName() ?? ''} />
        <ActError act={act} />
        <div className={styles.buttons}>
          <Button type="submit" size="small" busy={act.busy}>
            {t.send}
          </Button>
          <Button variant="quiet" size="small" onClick={onClose}>
            {t.cancel}
          </Button>
        </div>
      </form>
    </section>
  )
}

/** What is signed: the sum, its destination, the time, and the client's message. */
function FactsOf({
  facts: { amount, way, to, message },
}: {
  facts: NonNullable<GiveBack['facts']>
}) {
  const t = useTexts(words)
  const rows = [
    [t.amount, <strong key="sum">{money(amount)}</strong>],
    [t.where, `${t.ways[way]}${to ? ` ${to}` : ''}`],
    [t.when, t.whenText],
    [t.message, `«${message}»`],
  ] as const
  return (
    <dl className={styles.facts}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
