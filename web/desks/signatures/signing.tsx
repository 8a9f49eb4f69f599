import { type FormEvent, useState } from 'react'
import { useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type Signature, SignatureLines } from './lines.tsx'
import styles from './signatures.module.css'
import words from './texts.ts'
import { Waits } from './waits.tsx'

type Props = {
  signature: Signature
  /** False where this person may look and not sign. */
  maySign?: boolean
  /** What the second signature does, as its button says it; «Подписать» where nothing better. */
  label?: string
  sign: () => Promise<unknown>
  refuse: (note: string) => Promise<unknown>
  withdraw: (note: string) => Promise<unknown>
  /** What is signed waits its seconds and says so itself. */
  holds?: boolean
  onDone: () => void
}

/**
 * A signature that waits: the second person signs or refuses with a note, two buttons of one
 * weight; the first may take it back. What was decided shows its two lines alone, and the note of
 * whoever was writing one.
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
  // What I signed and what did not go: else the form would stand here anew without a word.
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
