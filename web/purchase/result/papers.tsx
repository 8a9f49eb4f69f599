import { type FormEvent, useEffect, useState } from 'react'
import { localePath } from '#contract/pages.ts'
import type { Reply } from '../../http/api.ts'
import { api } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/use-mutation.ts'
import { purchaseToken } from '../../session/purchase-token.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { DownloadIcon, EditIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import { loginAddress } from '../flow.ts'
import { type KeptOrder, keepOrder } from '../state/kept-order.ts'
import { IssuedPass } from './issued-pass.tsx'
import type { Progress } from './progress.ts'
import styles from './result.module.css'
import words from './texts.ts'

type Issued = Reply<'ogpoCheckOrderSet'>['data']
const kinds = ['policy', 'covernote', 'slip', 'applicantForm'] as const
const pathsOf = {
  policy: 'download-policy',
  covernote: 'download-policy-covernote',
  slip: 'download-policy-slip',
  applicantForm: 'download-applicant-form',
} as const
const bytesInKb = 1024

type Props = { own: KeptOrder; orderKey: string; progress: Progress; onChanged: () => void }

/**
 * The policy and its documents, for the buyer in this tab. The addresses carry an unguessable uuid, so
 * they are ordinary links.
 */
export function PolicyDocuments({ own, orderKey, progress, onChanged }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const { issued, expired } = useIssued(own.orderId, progress.events.length)
  if (expired)
    return (
      <Notice
        tone="info"
        title={t.signIn}
        action={
          <LinkButton size="small" variant="secondary" href={loginAddress(locale, '')}>
            {t.signInAction}
          </LinkButton>
        }
      >
        {t.otherDevice}
      </Notice>
    )
  const files = issued?.files ?? {}
  const ready = kinds.flatMap((kind) => {
    const file = files[kind]
    return file ? [{ kind, ...file }] : []
  })
  return (
    <>
      {issued?.globalId ? <IssuedPass issued={issued} /> : null}
      <section className={styles.card} aria-labelledby="papers">
        <h2 id="papers" className={styles.title}>
          {t.papers}
        </h2>
        {ready.length === 0 ? <RowProgress>{t.policyDocumentsSoon}</RowProgress> : null}
        <ul className={styles.files}>
          {ready.map(({ kind, uuid, size }) => (
            <li key={kind}>
              <LinkButton
                variant={kind === 'policy' ? 'primary' : 'quiet'}
                wide={kind === 'policy'}
                size={kind === 'policy' ? 'normal' : 'small'}
                icon={<DownloadIcon />}
                href={localePath(locale, `/${pathsOf[kind]}/${encodeURIComponent(uuid)}`)}
              >
                {t.files[kind]}{' '}
                <small className={styles.size}>
                  PDF, {t.kb(Math.max(1, Math.round(size / bytesInKb)))}
                </small>
              </LinkButton>
            </li>
          ))}
        </ul>
        {ready.length > 0 ? (
          <SendAgain
            own={own}
            onEmail={(email) => {
              // Also a reload shows the corrected one.
              keepOrder(orderKey, { ...own, email })
              onChanged()
            }}
          />
        ) : null}
      </section>
    </>
  )
}

function SendAgain({ own, onEmail }: { own: KeptOrder; onEmail: (email: string) => void }) {
  const t = useTexts(words)
  const say = useToast()
  const { doing: busy, once } = useMutation<'papers' | 'email'>()
  const [open, setOpen] = useState(false)
  const [error, setError] = useState<string | undefined>()
  const [address, setAddress] = useState(own.email ?? '')

  const run = async (
    what: 'papers' | 'email',
    call: () => Promise<unknown>,
    done: string,
  ): Promise<boolean> => {
    setError(undefined)
    return once(
      async () => {
        await call()
        say({ text: done, tone: 'good' })
      },
      (cause) => {
        const apiError = apiErrorOf(cause)
        if (apiError.kind === 'invalid') setError(apiError.errors[0]?.message)
        else say({ text: apiError.message || t.problem, tone: 'bad', kind: 'snackbar' })
      },
      what,
    )
  }
  const token = (): { token: string | undefined } => ({ token: purchaseToken() ?? undefined })
  const save = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    if (
      !(await run(
        'email',
        () => api('ogpoChangeEmail', { orderId: own.orderId, email }, token()),
        t.emailSaved,
      ))
    )
      return
    setAddress(email)
    setOpen(false)
    onEmail(email)
  }
  return (
    <div className={styles.again}>
      <Button
        variant="secondary"
        size="small"
        busy={busy === 'papers'}
        onClick={() =>
          void run('papers', () => api('ogpoSendPapers', { orderId: own.orderId }, token()), t.sent)
        }
      >
        {t.sendAgain}
      </Button>
      <Button
        variant="quiet"
        size="small"
        icon={<EditIcon />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t.emailWrong}
      </Button>
      {open ? (
        <form className={styles.email} onSubmit={(event) => void save(event)} noValidate>
          <TextField
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            label={t.email}
            defaultValue={address}
            error={error}
          />
          <Button type="submit" busy={busy === 'email'}>
            {t.emailSave}
          </Button>
        </form>
      ) : null}
    </div>
  )
}

/** The issued policy, asked anew with every event that comes in. */
function useIssued(orderId: string, events: number): { issued: Issued | null; expired: boolean } {
  const [issued, setIssued] = useState<Issued | null>(null)
  const [expired, setExpired] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new event is the reason to ask again
  useEffect(() => {
    const stop = new AbortController()
    const token = purchaseToken()
    if (!token) return setExpired(true)
    api('ogpoCheckOrderSet', { orderId }, { token, signal: stop.signal }).then(
      ({ data }) => setIssued(data),
      (error) => {
        if (!stop.signal.aborted && apiErrorOf(error).kind === 'unauthorised') setExpired(true)
      },
    )
    return () => stop.abort()
  }, [orderId, events]) // oxlint-disable-line react/exhaustive-deps
  return { issued, expired }
}
