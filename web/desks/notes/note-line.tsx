import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { askWaiting } from '../shell/waiting.ts'
import styles from './notes.module.css'
import words from './texts.ts'

export type Notes = Reply<'staffOrder'>['data']['notes']
export type Note = Notes['notes'][number]

/** A staff note with author and time; a mentioned colleague confirms reading it. */
export function NoteLine({ note, onDone }: { note: Note; onDone: () => void }) {
  const t = useTexts(words)
  const act = useAct(null)
  const who =
    note.act === 'handed' && note.to
      ? t.handed(note.by, note.to)
      : note.act === 'left'
        ? t.letGo(note.by)
        : note.by
  const read = async () => {
    if (!(await act.run(() => ask('staffReadNote', { note_id: note.id })))) return
    askWaiting()
    onDone()
  }
  return (
    <div className={styles.note} data-for-me={note.for_me || undefined}>
      <p className={styles.who}>
        <b>{who}</b>
        <time dateTime={note.at}>{almatyTime(note.at)}</time>
      </p>
      {note.text ? <p className={styles.text}>{note.text}</p> : null}
      {note.for_me ? (
        <Button variant="secondary" size="small" busy={act.busy} onClick={() => void read()}>
          {t.read}
        </Button>
      ) : null}
      <ActError act={act} />
    </div>
  )
}
