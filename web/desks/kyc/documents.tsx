import { useState } from 'react'
import { ask } from '../../http/ask.ts'
import { sendFile } from '../../http/upload.ts'
import { useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { useAgainWhile } from '../../ui/again-while.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { FileChoice } from '../../ui/file-choice.tsx'
import styles from './case.module.css'
import type { Status } from './case.ts'
import words from './texts.ts'

type Props = { status: Status; mayAdd: boolean; onChanged: () => void }

/** What a decision about a case rests on; each one is opened once it is scanned. */
export function Documents({ status: { case_id, documents }, mayAdd, onChanged }: Props) {
  const t = useTexts(words).documents
  const [round, setRound] = useState(0)
  const added = useAct(t.added)
  const opened = useAct(null)
  useAgainWhile(
    documents.some(({ scan }) => scan === 'waiting'),
    onChanged,
  )
  if (!case_id || (documents.length === 0 && !mayAdd)) return null
  const add = async (form: HTMLFormElement) => {
    const file = new FormData(form).get('document')
    if (!(file instanceof File) || !file.name) return
    if (await added.run(() => sendFile('kycAddDocument', { case_id }, 'document', file)))
      setRound((count) => count + 1)
    onChanged()
  }
  const open = (id: string) =>
    opened.run(async () => {
      const { url } = await ask('cabinetFileLink', { id })
      if (!window.open(url, '_blank', 'noopener')) location.assign(url)
    })
  return (
    <section className={styles.documents} aria-label={t.title}>
      <h3>{t.title}</h3>
      {documents.length > 0 ? (
        <ul>
          {documents.map(({ id, name, by, at, scan }) => (
            <li key={id}>
              <span className={styles.paper}>
                <strong>{name}</strong>
                <small>
                  {by}, {almatyTime(at)}
                </small>
              </span>
              {scan === 'clean' ? (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`${t.open}: ${name}`}
                  onClick={() => void open(id)}
                >
                  {t.open}
                </Button>
              ) : (
                <small>{t.scans[scan]}</small>
              )}
            </li>
          ))}
        </ul>
      ) : null}
      <ActError act={opened} />
      {mayAdd ? (
        <form onChange={(event) => void add(event.currentTarget)} aria-busy={added.busy}>
          <FileChoice
            key={round}
            name="document"
            label={t.add}
            choose={added.busy ? t.sending : t.choose}
            accept=".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg"
            hint={t.hint}
            error={added.errors.document}
          />
        </form>
      ) : null}
      <ActError act={added} />
    </section>
  )
}
