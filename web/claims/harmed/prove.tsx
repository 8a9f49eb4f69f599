import { type FormEvent, Suspense, useEffect, useState } from 'react'
import { iinFault } from '#domain/iin.ts'
import { formatPhone, parsePhone } from '#domain/phone.ts'
import * as refusals from '#domain/refusals.ts'
import { legalVersions } from '#texts/legal-versions.ts'
import { api } from '../../http/api.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/use-mutation.ts'
import { lazy } from '../../lazy.ts'
import codeWords from '../../purchase/login/code-texts.ts'
import { Failure } from '../../purchase/login/failure.tsx'
import { useSmsCode } from '../../purchase/login/sms-code.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { IinField } from '../../ui/iin-field.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { Action } from '../way/action.tsx'
import styles from '../way/way.module.css'
import words from './texts.ts'
import whoWords from './who-texts.ts'

/** Loaded when a text is opened. */
const LegalDialog = lazy(() =>
  import('../../dialogs/legal.tsx').then((module) => ({ default: module.LegalDialog })),
)

type Asked = { iin: string; phone: string; resendAt: number }

/**
 * Identifies the claimant: IIN and phone, then the code from the SMS. `onProved` receives what the
 * code opened.
 */
export function Prove({
  title,
  onProved,
}: {
  title?: string
  onProved: (token: string) => Promise<void>
}) {
  const t = useTexts(words)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [known, setKnown] = useState<Asked | null>(null)
  return (
    <div className={styles.stop}>
      {asked ? (
        <Code
          asked={asked}
          onAsked={setAsked}
          onProved={onProved}
          onChange={() => {
            setKnown(asked)
            setAsked(null)
          }}
        />
      ) : (
        <Who known={known} title={title ?? t.whoTitle} onAsked={setAsked} />
      )}
    </div>
  )
}

async function send(iin: string, phone: string): Promise<Asked> {
  const { data } = await api('sendClientOtp', { iin, phone })
  return { iin, phone, resendAt: Date.now() + data.resendInSeconds * 1000 }
}

type WhoProps = { known: Asked | null; title: string; onAsked: (asked: Asked) => void }

function Who({ known, title, onAsked }: WhoProps) {
  const t = useTexts(words)
  const who = useTexts(whoWords)
  const [values, setValues] = useState({ iin: known?.iin ?? '', phone: known?.phone ?? '' })
  const [tried, setTried] = useState(false)
  const [apiError, setApiError] = useState<ApiError | null>(null)
  const { busy, once } = useMutation()
  const wrongIin = tried ? iinFault(values.iin) : null
  const phone = parsePhone(values.phone)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    setTried(true)
    setApiError(null)
    if (iinFault(values.iin)) return document.getElementById('iin')?.focus()
    if (!phone) return document.getElementById('phone')?.focus()
    void once(
      async () => onAsked(await send(values.iin, phone)),
      (error) => setApiError(apiErrorOf(error)),
    )
  }
  const said = (path: string) =>
    apiError?.kind === 'invalid'
      ? apiError.errors.find((error) => error.path === path)?.message
      : undefined
  const short = values.iin.length < 12
  const iinText = wrongIin
    ? short
      ? values.iin
        ? who.iinShort(12 - values.iin.length)
        : who.iinEmpty
      : who.iinDigit
    : undefined
  return (
    <form className={styles.column} onSubmit={submit} noValidate>
      <div>
        <h1>{title}</h1>
        <p className={styles.soft}>{t.whoLead}</p>
      </div>
      <IinField
        name="iin"
        label={who.iin}
        hint={who.iinHint}
        defaultValue={known?.iin}
        error={said('iin') ?? iinText}
        onValue={(_, iin) => setValues((old) => ({ ...old, iin }))}
      />
      <PhoneField
        name="phone"
        label={who.phone}
        hint={who.phoneHint}
        defaultValue={known?.phone}
        error={said('phone') ?? (tried && !phone ? who.wrongPhone : undefined)}
        onValue={(_, typed) => setValues((old) => ({ ...old, phone: typed }))}
      />
      {apiError && apiError.kind !== 'invalid' ? <Failure apiError={apiError} /> : null}
      <Action label={who.send} busy={busy} onGo={submit} />
    </form>
  )
}

type CodeProps = {
  asked: Asked
  onAsked: (asked: Asked) => void
  onProved: (token: string) => Promise<void>
  onChange: () => void
}

/** The right code is the consent to personal data, whose text is shown here. */
function Code({ asked, onAsked, onProved, onChange }: CodeProps) {
  const t = useTexts(words)
  const code = useTexts(codeWords)
  const [given, setGiven] = useState<string | undefined>()
  const [wrong, setWrong] = useState<string | undefined>()
  const [wrongCodes, setWrongCodes] = useState(0)
  const [apiError, setApiError] = useState<ApiError | null>(null)
  const { doing, once } = useMutation<'check' | 'send'>()
  useSmsCode(asked.resendAt, setGiven)
  const { iin, phone } = asked
  const failed = (error: unknown) => {
    const found = apiErrorOf(error)
    if (found.kind !== 'refused' || found.code !== refusals.wrongCode) return setApiError(found)
    setWrong(found.message)
    setWrongCodes((count) => count + 1)
  }
  const check = (typed: string) => {
    setApiError(null)
    setWrong(undefined)
    const accepted = { personalData: legalVersions.personalData }
    return once(
      async () => {
        const of = { iin, phone, otp_code: typed, accepted }
        await onProved((await api('validateClientOtp', of)).data.token)
      },
      failed,
      'check',
    )
  }
  const again = () => {
    setApiError(null)
    return once(async () => onAsked(await send(iin, phone)), failed, 'send')
  }
  return (
    <div className={styles.column}>
      <div>
        <h1>{t.codeTitle}</h1>
        <p className={styles.soft}>{code.codeLead(formatPhone(phone))}</p>
      </div>
      <CodeField
        name="code"
        label={code.code}
        labelHidden
        focused
        given={given}
        error={wrong}
        wrongCodes={wrongCodes}
        onComplete={(typed) => void check(typed)}
      />
      {doing === 'check' ? <RowProgress>{code.checking}</RowProgress> : null}
      {apiError ? <Failure apiError={apiError} /> : null}
      <Again resendAt={asked.resendAt} busy={doing === 'send'} onAgain={() => void again()} />
      <div>
        <Button variant="quiet" size="small" onClick={onChange}>
          {code.change}
        </Button>
      </div>
      <Consent />
    </div>
  )
}

type AgainProps = { resendAt: number; busy: boolean; onAgain: () => void }

function Again({ resendAt, busy, onAgain }: AgainProps) {
  const t = useTexts(codeWords)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.ceil((resendAt - now) / 1000))
  return left > 0 ? (
    <p className={styles.soft}>{t.resendIn(left)}</p>
  ) : (
    <div>
      <Button variant="secondary" size="small" busy={busy} onClick={onAgain}>
        {t.resend}
      </Button>
    </div>
  )
}

function Consent() {
  const t = useTexts(words)
  const read = useTexts(codeWords).read
  const [reading, setReading] = useState<boolean | null>(null)
  const [before, name, after] = t.consent
  return (
    <div className={styles.group}>
      <p className={styles.soft}>
        {before}
        <b>{name}</b>
        {after}
      </p>
      <div>
        <Button variant="quiet" size="small" onClick={() => setReading(true)}>
          {read}
        </Button>
      </div>
      {reading === null ? null : (
        <Suspense fallback={null}>
          <LegalDialog name={reading ? 'personalData' : null} onClose={() => setReading(false)} />
        </Suspense>
      )}
    </div>
  )
}
