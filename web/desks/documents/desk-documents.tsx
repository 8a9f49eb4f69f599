import { useState } from 'react'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { openBeside } from '../../http/open-beside.ts'
import { sendFile } from '../../http/upload.ts'
import { useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { FileChoice } from '../../ui/file-choice.tsx'
import styles from './documents.module.css'
import words from './texts.ts'

type Document = Reply<'kycStatus'>['data']['documents'][number]
type To =
  | { name: 'kycAddDocument'; fields: { case_id: string } }
  | { name: 'staffAddEndingDocument'; fields: { calc_id: string } }
type Props = {
  title: string
  documents: readonly Document[]
  /** Target of an upload and its label; null if none may be added. */
  to: (To & { label: string; error?: string | undefined }) | null
  onChanged: () => void
}

/** Returns false while a document waits for its scan: the caller polls until then. */
export const isScanned = (documents: readonly Document[]): boolean =>
  documents.every(({ scan }) => scan !== 'waiting')

/** Documents that support a decision; each opens after its scan. */
export function DeskDocuments({ title, documents, to, onChanged }: Props) {
  const t = useTexts(words)
  const [round, setRound] = useState(0)
  // The list shows the document itself.
  const added = useAct(null)
  const opened = useAct(null)
  if (documents.length === 0 && !to) return null
  const add = async (input: EventTarget) => {
    const file = input instanceof HTMLInputElement ? input.files?.[0] : undefined
    if (!to || !file) return
    if (await added.run(() => sendFile(to.name, to.fields, 'document', file)))
      setRound((count) => count + 1)
    onChanged()
  }
  const open = (id: string) =>
    opened.run(async () => {
      const { url } = await ask('cabinetFileLink', { id })
      openBeside(url)
    })
  return (
    <section className={styles.documents} aria-label={title}>
      <h3>{title}</h3>
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
      {to ? (
        <div onChange={(event) => void add(event.target)} aria-busy={added.busy}>
          <FileChoice
            key={round}
            name="document"
            label={to.label}
            choose={added.busy ? t.sending : t.choose}
            accept=".pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg"
            hint={t.hint}
            error={added.errors.document ?? to.error}
          />
        </div>
      ) : null}
      <ActError act={added} />
    </section>
  )
}
