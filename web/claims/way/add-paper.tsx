import { useState } from 'react'
import type { Reply } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/replies.ts'
import { sendFile } from '../../http/upload.ts'
import { useTexts } from '../../texts.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { Refused } from '../../ui/way-on.tsx'
import { CameraIcon } from './camera-icon.tsx'
import headWords from './head-texts.ts'
import { smaller } from './smaller.ts'
import styles from './verdict.module.css'
import words from './verdict-texts.ts'

type Request = Reply<'claimGetClaim'>['data']['missing_documents'][number]
type Props = { claimId: string; request: Request; label: string; onAdded: () => void }

/** The paper that a sent claim still lacks: photographed or chosen, it goes at once. */
export function AddPaper({ claimId, request, label, onAdded }: Props) {
  const t = useTexts(words)
  const head = useTexts(headWords)
  const [error, setError] = useState<string | null>(null)
  const { busy, once } = useMutation()
  const send = (file: File) =>
    once(
      async () => {
        setError(null)
        const fields = { claim_id: claimId, request_id: request.id }
        await sendFile('claimAnswerRequest', fields, 'document', await smaller(file))
        onAdded()
      },
      (cause) => {
        const found = apiErrorOf(cause)
        setError(
          (found.kind === 'invalid' && found.errors[0]?.message) || found.message || head.failed,
        )
      },
    )
  return (
    <>
      <label className={styles.add} aria-busy={busy}>
        {busy ? <Spinner /> : <CameraIcon />}
        <span>{busy ? t.adding : t.add}</span>
        <input
          className="visually-hidden"
          type="file"
          name={`answer-${request.slot}`}
          accept="image/jpeg,image/png,application/pdf"
          aria-label={`${t.add}: ${label}`}
          disabled={busy}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            event.currentTarget.value = ''
            if (file) void send(file)
          }}
        />
      </label>
      {error ? <Refused title={error} /> : null}
    </>
  )
}
