import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import type { Signature as Shape } from '#contract/signatures.ts'
import { useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { CheckIcon, CloseIcon } from '../../ui/icons.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './signatures.module.css'
import words from './texts.ts'
import { Waits } from './waits.tsx'

type Props = {
  signature: Signature
  /** False if this person may view and not sign. */
  maySign?: boolean
  /** Effect of the second signature as the button's label; default «Подписать». */
  label?: string
  sign: () => Promise<unknown>
  refuse: (note: string) => Promise<unknown>
  withdraw: (note: string) => Promise<unknown>
  /** The signed decision waits its seconds and shows its own notice. */
  holds?: boolean
  onDone: () => void
}

/**
 * A signature that waits: the second person signs or refuses with a note, two buttons of equal
 * weight; the first may withdraw it. A decided one shows only its two lines, and the unsent note of
 * a person who was writing one.
 */
export function Signing({
  signature,
  maySign = true,
  holds = true,
  label,
  onDone,
  ...acts
}: Props) {
  const t = useTexts(words)
  const act = useAct()
  const [typed, setTyped] = useState('')
  // A signature of mine that was not sent: without this the form would reappear without
  // explanation.
  const [mine, setMine] = useState<string | null>(null)
  const [taken, setTaken] = useState<string | null>(null)
  const held = signature.held?.mine ? signature.held.id : null
  if (held !== null && held !== mine) setMine(held)
  const run = async (what: 'sign' | 'refuse' | 'withdraw', note: string) => {
    const work = () => (what === 'sign' ? acts.sign() : acts[what](note))
    if (!(await act.run(work, what === 'sign' && holds ? null : t.done[what]))) return
    setTyped('')
    onDone()
  }
  const decide = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent // a submit event is one
    const note = String(new FormData(event.currentTarget).get('note') ?? '')
    void run(submitter?.getAttribute('value') === 'refuse' ? 'refuse' : 'sign', note)
  }
  return (
    <div className={styles.decide}>
      <SignatureLines signature={signature} />
      {signature.held ? <Waits held={signature.held} onTaken={setTaken} onDone={onDone} /> : null}
      {mine !== taken && !signature.held && signature.state === 'waiting' ? (
        <Notice tone="warn" live title={t.held.notGone}>
          {t.held.notGoneText}
        </Notice>
      ) : null}
      {signature.state !== 'waiting' || signature.held?.mine ? null : signature.mine ? (
        <div className={styles.alone}>
          <Button
            variant="secondary"
            size="small"
            busy={act.busy}
            onClick={() => void run('withdraw', '')}
          >
            {t.withdraw}
          </Button>
          <span className={styles.small}>{t.untilSigned}</span>
        </div>
      ) : maySign && !signature.held ? (
        <form className={styles.decide} onSubmit={decide} noValidate>
          <LimitedField
            name="note"
            label={t.note}
            hint={t.noteHint}
            rows={2}
            maxLength={500}
            onValue={setTyped}
            error={act.errors.note}
          />
          <div className={styles.buttons}>
            <Button type="submit" variant="secondary" value="sign" busy={act.busy}>
              {label ?? t.sign}
            </Button>
            <Button type="submit" variant="secondary" value="refuse" busy={act.busy}>
              {t.refuse}
            </Button>
          </div>
        </form>
      ) : null}
      {signature.state !== 'waiting' && typed.trim() ? (
        <Notice tone="warn" live title={t.meanwhile}>
          {t.yourText}: {typed}
        </Notice>
      ) : null}
      <ActError act={act} />
    </div>
  )
}

export type Signature = z.output<typeof Shape>

/**
 * Two lines as on paper, a name over each stroke. Without a signature the first line is the user's,
 * who is about to request the second.
 */
export function SignatureLines({ signature, me }: { signature: Signature | null; me?: string }) {
  const t = useTexts(words)
  const waits = !signature || signature.state === 'waiting'
  return (
    <fieldset className={styles.lines} aria-label={t.label}>
      <div className={styles.sign} data-look={signature ? 'signed' : 'mine'}>
        <span className={styles.stroke}>
          {signature ? <CheckIcon /> : null}
          {signature ? signature.asked_by : me}
        </span>
        <span className={styles.small}>
          {t.first} ·{' '}
          {signature
            ? `${signature.mine ? `${t.you}, ` : ''}${almatyTime(signature.asked_at)}`
            : t.now}
        </span>
      </div>
      {waits ? <Empty signature={signature} /> : <Decided signature={signature} />}
    </fieldset>
  )
}

/** The second line while undecided: mine to sign, or another person's. */
function Empty({ signature }: { signature: Signature | null }) {
  const t = useTexts(words)
  const isMine = signature !== null && !signature.mine
  return (
    <div className={styles.sign} data-look={isMine ? 'mine' : 'waits'}>
      <span className={styles.stroke}>{isMine ? t.yours : t.waits}</span>
      <span className={styles.small}>
        {t.second}
        {isMine ? '' : ` · ${t.other}`}
      </span>
    </div>
  )
}

function Decided({ signature: { state, decided_by, decided_at, note } }: { signature: Signature }) {
  const t = useTexts(words)
  const isSigned = state === 'signed'
  return (
    <div className={styles.sign} data-look={isSigned ? 'signed' : 'refused'}>
      <span className={styles.stroke}>
        {isSigned ? <CheckIcon /> : <CloseIcon />}
        {decided_by}
      </span>
      <span className={styles.small}>
        {isSigned ? t.second : state === 'refused' ? t.refused : t.withdrawn}
        {decided_at ? ` · ${almatyTime(decided_at)}` : ''}
      </span>
      {note ? <span>{note}</span> : null}
    </div>
  )
}
