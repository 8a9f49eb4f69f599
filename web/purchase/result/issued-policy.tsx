import { type ComponentType, type FormEvent, useEffect, useLayoutEffect, useState } from 'react'
import { localePath, pathOf } from '#contract/pages.ts'
import { flowName } from '../../flow.ts'
import { api } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/use-mutation.ts'
import { purchaseToken } from '../../session/purchase-token.ts'
import { cabinetToken } from '../../session/site-token.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { BellIcon, DocumentIcon, DownloadIcon, HouseIcon } from '../../ui/later-icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useWallets } from '../../wallet/wallet.tsx'
import { loginAddress } from '../flow.ts'
import { type KeptOrder, keepOrder } from '../state/kept-order.ts'
import { Fold, Folds } from './fold.tsx'
import type { IssueAnimationProps } from './issue-animation.tsx'
import styles from './issued-policy.module.css'
import { PolicyComes } from './policy-comes.tsx'
import words from './policy-texts.ts'
import {
  type Issued,
  IssuedPass,
  type IssuedPolicyData,
  PolicyTiles,
  walletsOfBuyer,
} from './policy-tiles.tsx'
import { momentsOf, type Progress, secondsTaken, timelineEvent } from './progress.ts'
import { endHomeOffer, isFirstView, mayOfferHome } from './shown-once.ts'
import told from './texts.ts'

/** Home, offered once and quietly: with one policy, until it is hidden. */
export function HomeOffer({ orderId }: { orderId: string }) {
  const t = useTexts(words)
  const locale = useLocale()
  const [shown, setShown] = useState(() => mayOfferHome(orderId))
  const hide = (): void => {
    endHomeOffer()
    setShown(false)
  }
  if (!shown) return null
  return (
    <section className={styles.offer} aria-labelledby="home-offer">
      <HouseIcon />
      <div>
        <h2 id="home-offer">{t.home}</h2>
        <p>{t.homeText}</p>
        <div className={styles.choices}>
          <LinkButton variant="quiet" size="small" href={pathOf('egov-home', locale)}>
            {t.homeSee}
          </LinkButton>
          <Button variant="quiet" size="small" onClick={hide}>
            {t.homeHide}
          </Button>
        </div>
      </div>
    </section>
  )
}

const kinds = ['policy', 'covernote', 'slip', 'applicantForm'] as const
const pathsOf = {
  policy: 'download-policy',
  covernote: 'download-policy-covernote',
  slip: 'download-policy-slip',
  applicantForm: 'download-applicant-form',
} as const

type Props = {
  own: KeptOrder
  orderKey: string
  progress: Progress
  onChanged: () => void
  /** Shown once over the pass, if it has loaded in time. */
  IssueAnimation: ComponentType<IssueAnimationProps> | null
}

/** The issued policy for its buyer in this tab: the pass, then what may be done with it. */
export function IssuedPolicy({ own, orderKey, progress, onChanged, IssueAnimation }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const { issued, expired } = useIssued(own.orderId, progress.events.length)
  const policy = issued && isPolicy(issued) ? issued : null
  const waited = useWaited(policy !== null)
  // Apple's pass is made with the policy's file: before that it would not be offered.
  const ready = policy?.files?.policy !== undefined || waited
  const wallets = useWallets(ready ? policy?.globalId : undefined, walletsOfBuyer)
  const { plays, end } = useOnce(own.orderId, policy !== null, IssueAnimation !== null)
  if (expired) return <SignInAgain />
  if (!policy) return <PolicyComes />
  const sent = (by: string) => progress.events.some(({ kind }) => kind.startsWith(by))
  return (
    <>
      <div className={plays ? `${styles.pass} ${styles.lands}` : styles.pass}>
        <IssuedPass issued={policy} paidMore={own.reissue ? progress.amount : null} />
      </div>
      {/* How tall it is, the wallets say; until then neither it nor the page's foot is shown. */}
      <div
        className={wallets === undefined ? `${styles.rest} ${styles.later}` : styles.rest}
        data-comes={wallets === undefined ? '' : undefined}
      >
        <PolicyTiles issued={policy} wallets={wallets ?? null} />
        <ul className={styles.next}>
          {own.reissue ? (
            <li>
              <CheckIcon />
              <p>{t.replaced(own.reissue)}</p>
            </li>
          ) : null}
          <li className={sent('sms.') ? undefined : styles.later}>
            <CheckIcon />
            <p>{t.smsSent}</p>
          </li>
          {own.email ? (
            <li className={sent('mail.') ? undefined : styles.later}>
              <CheckIcon />
              <p>{t.mailSent(own.email)}</p>
            </li>
          ) : null}
          {flowName() === 'site' ? (
            <li>
              <BellIcon />
              <p>{cabinetToken() ? t.remindsYou : t.reminds}</p>
            </li>
          ) : null}
        </ul>
        {policy.mailRefused && own.email ? (
          <Notice tone="warn" live title={t.mailRefused(own.email)}>
            {t.mailRefusedText}
          </Notice>
        ) : null}
        <div className={policy.files ? undefined : styles.later}>
          <SendToEmail
            own={own}
            onEmail={(email) => {
              // Also a reload shows the corrected one.
              keepOrder(orderKey, { ...own, email })
              onChanged()
            }}
          />
        </div>
        <Folds>
          <Documents issued={issued} own={own} />
          <HowLong progress={progress} />
        </Folds>
        {flowName() === 'site' ? (
          <>
            <LinkButton variant="secondary" wide href={pathOf('account', locale)}>
              {t.cabinet}
            </LinkButton>
            <HomeOffer orderId={own.orderId} />
          </>
        ) : null}
      </div>
      {plays && IssueAnimation ? (
        <IssueAnimation plate={policy.cars?.[0]?.registrationNumber} onEnd={end} />
      ) : null}
    </>
  )
}

/** The purchase's token is over, or this is another device. */
function SignInAgain() {
  const t = useTexts(words)
  const said = useTexts(told)
  const locale = useLocale()
  return (
    <Notice
      tone="info"
      title={said.signIn}
      action={
        <LinkButton size="small" variant="secondary" href={loginAddress(locale, '')}>
          {said.signInAction}
        </LinkButton>
      }
    >
      {t.otherDevice}
    </Notice>
  )
}

/** The files. Their addresses carry an unguessable uuid, so they are ordinary links. */
function Documents({ issued, own }: { issued: Issued | null; own: KeptOrder }) {
  const t = useTexts(words)
  const locale = useLocale()
  const files = issued?.files ?? {}
  const ready = kinds.flatMap((kind) => {
    const file = files[kind]
    return file ? [{ kind, ...file }] : []
  })
  if (ready.length === 0)
    return (
      <div className={styles.soon}>
        <RowProgress>{t.policyDocumentsSoon}</RowProgress>
      </div>
    )
  return (
    <Fold title={t.papers}>
      <ul className={styles.files}>
        {ready.map(({ kind, uuid, size }) => (
          <li key={kind}>
            <a href={localePath(locale, `/${pathsOf[kind]}/${encodeURIComponent(uuid)}`)}>
              <DocumentIcon />
              <span>{kind === 'policy' ? t.policyFile : t.files[kind]}</span>
              <small>{t.size(size)}</small>
              <DownloadIcon />
            </a>
          </li>
        ))}
      </ul>
      <SendAgain own={own} />
    </Fold>
  )
}

/** How it went, by the true times. */
function HowLong({ progress }: { progress: Progress }) {
  const t = useTexts(words)
  const said = useTexts(told)
  const locale = useLocale()
  const seconds = secondsTaken(progress)
  return (
    <Fold title={seconds === null ? said.timeline : t.howLong(durationOf(seconds, t))}>
      <Timeline
        label={said.timeline}
        events={momentsOf(progress).map((moment) => timelineEvent(moment, said, locale, true))}
      />
    </Fold>
  )
}

/** In seconds up to two minutes, in minutes up to two hours. */
function durationOf(seconds: number, t: (typeof words)['kz']): string {
  if (seconds < 120) return t.seconds(seconds)
  return seconds < 7_200
    ? t.minutes(Math.round(seconds / 60))
    : t.hours(Math.round(seconds / 3_600))
}

const isPolicy = (issued: Issued): issued is IssuedPolicyData =>
  Boolean(issued.globalId && issued.startDate && issued.endDate)

/** How long the wallets wait for the policy's file, ms: the moment of issue is hardly shorter. */
const fileMs = 3_000

/** Whether so much time has passed since it began. */
function useWaited(begun: boolean): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (!begun) return
    const timer = setTimeout(() => setOver(true), fileMs)
    return () => clearTimeout(timer)
  }, [begun])
  return over
}

/** The moment of issue, once per order on this device: with the policy, or never. */
function useOnce(orderId: string, there: boolean, ready: boolean) {
  const [plays, setPlays] = useState(false)
  // Before the browser paints: the pass is not seen before it lands.
  // Decided when the policy comes.
  useLayoutEffect(() => {
    if (there && isFirstView(orderId) && ready) setPlays(true)
  }, [there, orderId]) // oxlint-disable-line react/exhaustive-deps
  return { plays, end: () => setPlays(false) }
}

/** The issued policy, asked anew with every event that comes in. */
function useIssued(orderId: string, events: number): { issued: Issued | null; expired: boolean } {
  const [issued, setIssued] = useState<Issued | null>(null)
  const [expired, setExpired] = useState(false)
  // A new event is the reason to ask again.
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

const token = (): { token: string | undefined } => ({ token: purchaseToken() ?? undefined })

/** Asks the server to send something; shows a refusal, marks an address the server rejects. */
function useSending() {
  const t = useTexts(told)
  const say = useToast()
  const { busy, once } = useMutation()
  const [error, setError] = useState<string | undefined>()
  const send = (call: () => Promise<unknown>, done: string): Promise<boolean> => {
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
    )
  }
  return { busy, error, send }
}

/** Sends again to the same addresses. */
function SendAgain({ own }: { own: KeptOrder }) {
  const t = useTexts(words)
  const { busy, send } = useSending()
  const again = () => api('ogpoSendPapers', { orderId: own.orderId }, token())
  return (
    <Button variant="secondary" wide busy={busy} onClick={() => void send(again, t.sent)}>
      {own.email ? t.sendAgain : t.smsAgain}
    </Button>
  )
}

/** Sends to an e-mail address: corrects a mistyped one or adds a missing one. */
function SendToEmail({ own, onEmail }: { own: KeptOrder; onEmail: (email: string) => void }) {
  const t = useTexts(words)
  const { busy, error, send } = useSending()
  const [open, setOpen] = useState(false)
  const { orderId } = own
  const save = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    // The same address is no correction: it is sent to once more.
    const call = () =>
      email === own.email
        ? api('ogpoSendPapers', { orderId }, token())
        : api('ogpoChangeEmail', { orderId, email }, token())
    if (!(await send(call, t.emailSaved))) return
    setOpen(false)
    onEmail(email)
  }
  return (
    <div className={styles.email}>
      <Button variant="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
        {own.email ? t.emailWrong : t.emailNone}
      </Button>
      {open ? (
        <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
          <TextField
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            label={t.email}
            defaultValue={own.email ?? ''}
            error={error}
          />
          <Button type="submit" wide busy={busy}>
            {t.emailSave}
          </Button>
        </form>
      ) : null}
    </div>
  )
}
