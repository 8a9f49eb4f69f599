import { useState } from 'react'
import page from '../cabinet/cabinet.module.css'
import { apiErrorOf } from '../http/http.ts'
import { sendFile } from '../http/upload.ts'
import { useTexts } from '../texts.ts'
import { classNames } from '../ui/class-names.ts'
import { FileSlot } from '../ui/file-slot.tsx'
import { Notice } from '../ui/notice.tsx'
import { useToast } from '../ui/toast.tsx'
import type { Details } from './claim-details.ts'
import styles from './claims.module.css'
import words from './texts.ts'

type Request = Details['missing_documents'][number]

/** The documents staff ask for: each is answered by choosing a file, which is sent at once. */
export function Asked({
  claimId,
  asked,
  onDone,
}: {
  claimId: string
  asked: readonly Request[]
  onDone: () => void
}) {
  const t = useTexts(words)
  const say = useToast()
  const [sending, setSending] = useState<string | null>(null)
  const [apiError, setApiError] = useState<{ id: string; text: string } | null>(null)
  const send = async (request: Request, file: File) => {
    setSending(request.id)
    setApiError(null)
    try {
      await sendFile(
        'claimAnswerRequest',
        { claim_id: claimId, request_id: request.id },
        'document',
        file,
      )
      say({ text: t.answerSent, tone: 'good' })
      onDone()
    } catch (error) {
      const found = apiErrorOf(error)
      setApiError({
        id: request.id,
        text: (found.kind === 'invalid' && found.errors[0]?.message) || found.message || t.lost,
      })
    } finally {
      setSending(null)
    }
  }
  if (asked.length === 0) return null
  return (
    <section className={classNames(styles.part, page.form)}>
      <Notice tone="warn" title={t.missing}>
        {t.missingText}
      </Notice>
      {asked.map((request) => (
        <FileSlot
          // A file that was refused is chosen anew.
          key={`${request.id} ${apiError?.id === request.id}`}
          name={`answer-${request.id}`}
          label={t.slots[request.slot]}
          hint={
            sending === request.id
              ? t.checking
              : request.note || (request.infected ? t.sendClean : undefined)
          }
          error={apiError?.id === request.id ? apiError.text : undefined}
          addLabel={t.add}
          removeLabel={t.remove}
          tooLarge={t.tooLarge}
          wrongKind={t.wrongKind}
          onFile={(file) => {
            if (file) void send(request, file)
          }}
        />
      ))}
    </section>
  )
}
