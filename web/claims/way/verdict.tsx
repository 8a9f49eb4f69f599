import { useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { paperNames, paperSources } from '#texts/claim-verdict.ts'
import { tabAddress } from '../../cabinet/tabs.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import { askAnew, useMutation, useReply } from '../../http/replies.ts'
import { sendFile } from '../../http/upload.ts'
import { longDate, money, useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { SuccessIcon, WarnIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Refused } from '../../ui/way-on.tsx'
import { CameraIcon } from './camera-icon.tsx'
import headWords from './head-texts.ts'
import { smaller } from './smaller.ts'
import styles from './verdict.module.css'
import words from './verdict-texts.ts'
import way from './way.module.css'
import { WayHead } from './way-head.tsx'

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

type Found = NonNullable<Reply<'claimVerdict'>['data']>
type Asked = Reply<'claimGetClaim'>['data']['missing_documents']

/**
 * The documents a sent claim has, those it lacks and where to get them, and the law's procedure
 * with its days.
 */
export function Verdict({ claimId }: { claimId: string }) {
  const t = useTexts(words)
  const locale = useLocale()
  const verdict = useReply(ask, 'claimVerdict', { claim_id: claimId })
  const claim = useReply(ask, 'claimGetClaim', { claim_id: claimId })
  const loading = {
    value:
      verdict.here && claim.value
        ? { found: verdict.value, asked: claim.value.missing_documents }
        : null,
    error: verdict.error ?? claim.error,
    again: () => void askAnew(['claimVerdict', 'claimGetClaim']),
  }
  const back = tabAddress(pathOf('account', locale), 'claims')
  const chat = (
    <LinkButton variant="secondary" href={back}>
      {t.chat}
    </LinkButton>
  )
  return (
    <>
      <WayHead at={null} plate={loading.value?.found?.plate ?? null} back={back} />
      {loading.value ? null : <h1 className="visually-hidden">{t.sent(claimId)}</h1>}
      <Loaded loading={loading} value={loading.value} failed={t.failed}>
        {({ found, asked }) => (
          <div className={way.stop}>
            <div className={way.column}>
              {found ? (
                <Papers claimId={claimId} found={found} asked={asked} onAdded={loading.again} />
              ) : (
                <h1>{t.sent(claimId)}</h1>
              )}
              {found ? (
                <div className={styles.onPhone}>
                  <Road found={found} />
                </div>
              ) : null}
              {chat}
            </div>
            {found ? (
              <aside className={way.side}>
                <Road found={found} />
              </aside>
            ) : null}
          </div>
        )}
      </Loaded>
    </>
  )
}

type PapersProps = { claimId: string; found: Found; asked: Asked; onAdded: () => void }

function Papers({ claimId, found, asked, onAdded }: PapersProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const lacking = new Set(found.missing.map(({ paper }) => paper))
  const there: [string, string | null, boolean][] = [
    [t.photographs(found.photographs), t.joined, !lacking.has('damage_document')],
    [t.application[found.signed], null, !lacking.has('claim_application')],
    [t.payment, null, !lacking.has('payment_application')],
    [
      t.identity,
      t.identityBy[found.identity],
      found.identity === 'register' || !(lacking.has('id_front') || lacking.has('id_back')),
    ],
    [t.event, null, !lacking.has('event_document')],
  ]
  return (
    <div className={styles.verdict}>
      <h1>{found.complete ? t.enough : t.missing(found.missing.length)}</h1>
      <p className={way.soft}>
        {t.sent(claimId)} {found.complete ? t.enoughText : t.missingText}
      </p>
      <ul className={styles.ticks}>
        {there.map(([label, detail, here]) =>
          here ? (
            <li key={label}>
              <SuccessIcon />
              <span>
                {label}
                {detail ? <small>{detail}</small> : null}
              </span>
            </li>
          ) : null,
        )}
        {found.missing.map(({ paper, where }) => (
          <li key={paper} className={styles.miss}>
            <WarnIcon />
            <span>
              <b>{paperNames[locale][paper]}</b>
              <small>{paperSources[locale][where]}</small>
            </span>
          </li>
        ))}
      </ul>
      {asked.map((request) => (
        <AddPaper
          key={request.id}
          claimId={claimId}
          request={request}
          label={paperNames[locale][request.slot]}
          onAdded={onAdded}
        />
      ))}
    </div>
  )
}

/** The law's procedure: how many working days, and what is due on which day. */
function Road({ found }: { found: Found }) {
  const t = useTexts(words)
  const locale = useLocale()
  const last = found.deadlines.length - 1
  return (
    <section className={`deep ${styles.law}`}>
      <p className={styles.big}>
        <b>{found.payment_days}</b>
        <span>{t.inDays}</span>
      </p>
      <p className={styles.small}>{t.law}</p>
      <ol>
        <li className={styles.here}>
          <b>{longDate(locale, found.reported_on)}</b>
          <span>{t.today}</span>
        </li>
        {found.deadlines.map(({ kind, on, state }, index) => (
          <li key={kind} className={index === last ? styles.last : undefined}>
            <b>{longDate(locale, on)}</b>
            <span>
              {t.steps[kind]}
              {state === 'waits' ? `, ${t.waits}` : null}
            </span>
          </li>
        ))}
      </ol>
      {found.property_limit ? (
        <p className={styles.small}>
          {t.limit}: <b>{money(found.property_limit)}</b>
        </p>
      ) : null}
    </section>
  )
}
