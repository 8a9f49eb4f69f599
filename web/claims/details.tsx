import { useState } from 'react'
import { claimSlots } from '#domain/claims/papers.ts'
import page from '../cabinet/cabinet.module.css'
import type { Claim } from '../cabinet/state.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { apiErrorOf } from '../http/http.ts'
import { openBeside } from '../http/open-beside.ts'
import { useMutation, useReply } from '../http/replies.ts'
import { sendFile } from '../http/upload.ts'
import { useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { FileSlot } from '../ui/file-slot.tsx'
import { LimitedField } from '../ui/limited-field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Notice } from '../ui/notice.tsx'
import { Timeline } from '../ui/timeline.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './claims.module.css'
import { stepsOf } from './form.ts'
import words from './texts.ts'

type Request = Details['missing_documents'][number]

/** The documents staff ask for: each is answered by choosing a file, which is sent at once. */
function Asked({
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

type ClaimFile = Details['documents'][number]

/**
 * History, requests of staff, messages, the report if the client may see it, and the documents
 * sent.
 */
export function ClaimDetails({
  claim,
  day,
  onChanged,
}: {
  claim: Claim
  day: (instant: string) => string
  onChanged: () => void
}) {
  const t = useTexts(words)
  const loading = useReply(
    ask,
    'claimGetClaim',
    { claim_id: claim.claim_id },
    {
      againWhile: ({ documents, evaluation_report: report }) =>
        [...documents, ...(report ? [report] : [])].some(({ scan }) => scan === 'waiting'),
    },
  )
  return (
    <Loaded loading={loading} value={loading.value}>
      {(details) => (
        <>
          <section className={styles.part}>
            <h4>{t.history}</h4>
            <Timeline
              label={t.history}
              events={stepsOf(details.status, details.history).map(({ status, state, at }) => ({
                id: status,
                title: t.states[status],
                state,
                stateLabel: t.marks[state],
                time: at ? day(at) : undefined,
              }))}
            />
          </section>
          {details.status === 'rejected' ? (
            <Rejected reason={details.history.at(-1)?.reason ?? ''} />
          ) : null}
          <Asked
            claimId={claim.claim_id}
            asked={details.missing_documents}
            onDone={() => {
              loading.again()
              onChanged()
            }}
          />
          <Letters claim={details} day={day} onDone={loading.again} />
          {details.evaluation_report ? (
            <Files title={t.evaluation} files={[details.evaluation_report]} />
          ) : null}
          <Files
            title={t.documents}
            files={claimSlots.flatMap((slot) =>
              details.documents.filter(({ type }) => type === slot),
            )}
          />
        </>
      )}
    </Loaded>
  )
}

function Files({ title, files }: { title: string; files: readonly ClaimFile[] }) {
  const t = useTexts(words)
  const say = useToast()
  const { doing: busy, once } = useMutation()
  // The link lives a minute and works once, so it is requested only when the file is opened.
  const open = async (file: ClaimFile) => {
    await once(
      async () => {
        const { url } = await ask('cabinetFileLink', { id: file.id })
        openBeside(url)
      },
      () => say({ text: t.fileFailed, tone: 'bad', kind: 'snackbar' }),
      file.id,
    )
  }
  const label = (type: string) => {
    const slot = claimSlots.find((one) => one === type)
    return slot ? t.slots[slot] : t.evaluation
  }
  return (
    <section className={styles.part}>
      <h4>{title}</h4>
      <ul>
        {files.map((file) => (
          <li key={file.id} className={page.row}>
            <div className={page.words}>
              <p className={styles.label}>{label(file.type)}</p>
              <p className={page.soft}>{file.name}</p>
              {file.scan === 'clean' ? null : (
                <p className={file.scan === 'infected' ? styles.infected : page.soft}>
                  {t.scan[file.scan]}
                </p>
              )}
            </div>
            {file.scan === 'clean' ? (
              <Button
                variant="quiet"
                size="small"
                busy={busy === file.id}
                onClick={() => void open(file)}
                aria-label={`${t.openFile}: ${label(file.type)}`}
              >
                {t.openFile}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Details = Reply<'claimGetClaim'>['data']

/** Why the claim was rejected, in the words of staff. */
function Rejected({ reason }: { reason: string }) {
  const t = useTexts(words)
  return (
    <Notice tone="error" title={t.rejectedTitle}>
      {reason}
    </Notice>
  )
}

/** What client and staff wrote to each other, and the next message. */
function Letters({
  claim,
  day,
  onDone,
}: {
  claim: Details
  day: (instant: string) => string
  onDone: () => void
}) {
  const t = useTexts(words)
  const { busy, once } = useMutation()
  const [error, setError] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const send = async (text: string) => {
    setError(null)
    await once(
      async () => {
        await ask('claimWriteMessage', { claim_id: claim.claim_id, text })
        setRound(round + 1)
        onDone()
      },
      (error) => {
        const found = apiErrorOf(error)
        setError((found.kind === 'invalid' && found.errors[0]?.message) || found.message || t.lost)
      },
    )
  }
  const open = claim.status !== 'completed'
  if (!open && claim.messages.length === 0) return null
  return (
    <section className={styles.part}>
      <h4>{t.messages}</h4>
      <ul className={styles.letters}>
        {claim.messages.map(({ text, from, at }) => (
          <li key={`${at} ${text}`} data-from={from}>
            <p>{text}</p>
            <small>
              {t.from[from]}, {day(at)}
            </small>
          </li>
        ))}
      </ul>
      {open ? (
        <form
          key={round}
          className={classNames(page.form, page.gap)}
          onSubmit={(event) => {
            event.preventDefault()
            void send(String(new FormData(event.currentTarget).get('text') ?? ''))
          }}
        >
          <LimitedField
            id={`letter-${claim.claim_id}`}
            name="text"
            label={t.write}
            rows={2}
            maxLength={2_000}
            error={error ?? undefined}
          />
          <div>
            <Button type="submit" variant="secondary" size="small" busy={busy}>
              {t.sendMessage}
            </Button>
          </div>
        </form>
      ) : null}
    </section>
  )
}
