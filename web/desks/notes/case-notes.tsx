import { type FormEvent, type KeyboardEvent, useMemo, useState } from 'react'
import {
  type CaseKind,
  mentionedIn,
  noteMax,
  typedMention,
  withMention,
} from '#domain/desk-notes.ts'
import { ask } from '../../http/ask.ts'
import { askAnew } from '../../http/replies.ts'
import { useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { LimitedField } from '../../ui/limited-field.tsx'
import { useKeys } from '../shell/keys.ts'
import { HandOver } from './hand-over.tsx'
import { NoteLine, type Notes } from './note-line.tsx'
import styles from './notes.module.css'
import words from './texts.ts'

type Props = {
  about: Exclude<CaseKind, 'inbox'>
  subject: string
  of: Notes
  onDone: () => void
  className?: string | undefined
  write?: boolean
}

/** Id of the note field, for the key that leads to it. */
export const NOTE = 'case-note'
/** Number of suggestions while a name is typed. */
const OFFERED = 5

/**
 * Staff notes about an order, a claim or a client, and its owner. `write`: includes the field for a
 * new note; without it the page has that field elsewhere.
 */
export function CaseNotes({ about, subject, of, onDone, className, write = true }: Props) {
  const t = useTexts(words)
  const done = () => {
    void askAnew(['staffCases'])
    onDone()
  }
  return (
    <section className={className} aria-label={t.title}>
      <div className={styles.notes}>
        <Lead about={about} subject={subject} of={of} onDone={done} />
        {write ? <WriteNote about={about} subject={subject} of={of} onDone={done} /> : null}
        {of.notes.length > 0 ? (
          <ul className={styles.list}>
            {of.notes.map((note) => (
              <li key={note.id}>
                <NoteLine note={note} onDone={done} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  )
}

/** The field for a note at the foot of a case, always in sight. */
export function NoteFoot({ about, subject, of, onDone, className }: Omit<Props, 'write'>) {
  const done = () => {
    void askAnew(['staffCases'])
    onDone()
  }
  return (
    <div className={classNames(styles.foot, className)}>
      <WriteNote about={about} subject={subject} of={of} onDone={done} quiet />
    </div>
  )
}

/** Owner of the case: taken, handed over, released. */
function Lead({ about, subject, of: { owner, colleagues }, onDone }: Omit<Props, 'write'>) {
  const t = useTexts(words)
  const act = useAct()
  const [handing, setHanding] = useState(false)
  const me = colleagues.find((one) => one.me)
  const others = colleagues.filter(({ id }) => id !== owner?.id)
  const give = async (to: string | null, said: string, text = '') => {
    const isDone = await act.run(
      () =>
        ask('staffHandOver', { cases: [{ about, subject, owner: owner?.id ?? null }], to, text }),
      said,
    )
    if (isDone) setHanding(false)
    onDone()
  }
  const take = () => {
    if (me && !owner?.me) void give(me.id, t.taken)
  }
  const hand = () => {
    if (others.length > 0) setHanding(true)
  }
  useKeys({
    KeyA: take,
    'Shift+KeyA': hand,
    KeyN: () => document.getElementById(NOTE)?.focus(),
  })
  return (
    <>
      <div className={styles.head}>
        <h3>{t.title}</h3>
        <span className={styles.soft}>
          {owner ? (owner.me ? t.leadsMe : t.leads(owner.name)) : t.nobody}
        </span>
        {me && !owner?.me ? (
          <Button variant="secondary" size="small" busy={act.busy} onClick={take}>
            {t.take}
          </Button>
        ) : null}
        {others.length > 0 ? (
          <Button variant="secondary" size="small" onClick={hand}>
            {t.hand}
          </Button>
        ) : null}
        {owner?.me ? (
          <Button variant="quiet" size="small" onClick={() => void give(null, t.left)}>
            {t.leave}
          </Button>
        ) : null}
      </div>
      {handing ? null : <ActError act={act} />}
      <HandOver
        open={handing}
        act={act}
        colleagues={colleagues}
        without={owner?.id}
        onClose={() => setHanding(false)}
        onHand={(to, text) => {
          if (to) void give(to, t.given, text)
        }}
      />
    </>
  )
}

/** `quiet`: the label is the placeholder of the field, not above it. */
type WriteProps = Pick<Props, 'subject' | 'of' | 'onDone'> & { about: CaseKind; quiet?: boolean }

/** Field for a note, with mentions and the send key. */
export function WriteNote({ about, subject, of: { colleagues }, onDone, quiet }: WriteProps) {
  const t = useTexts(words)
  const act = useAct(t.kept)
  const [text, setText] = useState('')
  const [round, setRound] = useState(0)
  // One line until the user writes; then it stays open, so that nothing moves under a press.
  const [isOpen, setOpen] = useState(false)
  // One form is one note, however often it is sent.
  const key = useMemo(() => crypto.randomUUID(), [round]) // oxlint-disable-line react/exhaustive-deps
  const others = colleagues.filter(({ me }) => !me)
  const offered = typedMention(text, others).slice(0, OFFERED)
  const named = mentionedIn(text, others)
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (await act.run(() => ask('staffWriteNote', { key, about, subject, text }))) {
      setText('')
      setRound(round + 1)
      onDone()
    }
  }
  const send = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  /** The field is uncontrolled: a mention is inserted at the cursor. */
  const mention = (one: (typeof others)[number]) => {
    const field = document.getElementById(NOTE)
    if (!(field instanceof HTMLTextAreaElement)) return
    field.value = withMention(text, one)
    setText(field.value)
    field.focus()
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => void save(event)}
      onFocus={() => setOpen(true)}
      onKeyDown={send}
    >
      <LimitedField
        key={round}
        id={NOTE}
        name="note"
        label={t.text}
        placeholder={quiet ? t.text : undefined}
        hint={isOpen ? t.hint : undefined}
        rows={isOpen ? 2 : 1}
        maxLength={noteMax}
        onValue={setText}
        error={act.errors.text}
      />
      {offered.length > 0 ? (
        <ul className={styles.offered} aria-label={t.mention}>
          {offered.map((one) => (
            <li key={one.id}>
              <button type="button" onClick={() => mention(one)}>
                {one.name}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {act.errors.text ? null : <ActError act={act} />}
      <div className={styles.acts} hidden={!isOpen}>
        <Button
          type="submit"
          variant="secondary"
          size="small"
          busy={act.busy}
          aria-keyshortcuts="Control+Enter"
        >
          {t.save}
        </Button>
        {named.length > 0 ? (
          <span className={styles.soft}>
            {t.sees(
              others
                .filter(({ id }) => named.includes(id))
                .map(({ name }) => name)
                .join(', '),
            )}
          </span>
        ) : null}
      </div>
    </form>
  )
}
