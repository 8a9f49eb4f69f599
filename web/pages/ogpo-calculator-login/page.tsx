import { type FormEvent, useEffect, useState } from 'react'
import { brand, type Locale } from '#brand'
import { isBin, isIin } from '#domain/iin.ts'
import { purchaseTokenMs } from '#domain/lifetimes.ts'
import { formatPhone, parsePhone } from '#domain/phone.ts'
import { api } from '../../api.ts'
import { type Fault, faultOf } from '../../http.ts'
import { keepPurchaseToken } from '../../purchase-token.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { HornMark } from '../../ui/horn.tsx'
import { PhoneIcon } from '../../ui/icons.tsx'
import { IinField } from '../../ui/iin-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { LegalDialog } from '../ogpo-calculator/dialogs/legal-dialog.tsx'
import { flowHere } from '../ogpo-calculator/flow.ts'
import { type AskedCode, dropAsked, keepAsked, keptAsked, secondsLeft } from './asked-code.ts'
import styles from './login.module.css'
import words from './texts.ts'

export const head = (locale: Locale) => ({ title: words[locale].title, description: words[locale].description })

/** Who buys: IIN and phone, then the code from 1414. Leads back to the calculator with the query it came with. */
export const Component = () => <Login />

type LoginProps = {
  /** What is known already; it can be corrected. */
  known?: { iin: string; phone: string }
  /** Called with the token before the browser goes on; throws what stops it. */
  onProved?: (token: string) => Promise<void>
}

/** The code page of whichever flow it stands in. */
export function Login({ known, onProved }: LoginProps) {
  const t = useTexts(words)
  const [asked, setAsked] = useState<AskedCode | null>(null)
  const [again, setAgain] = useState(false)
  useEffect(() => {
    setAsked(keptAsked())
    setAgain(new URLSearchParams(location.search).has('again'))
  }, [])

  return (
    <div className={styles.login}>
      <HornMark className={styles.horn} />
      <header className={styles.head}>
        <h1>{t.title}</h1>
        <p className={styles.lead}>{asked ? t.codeLead(formatPhone(asked.phone).replaceAll(' ', '\u00a0')) : t.lead}</p>
      </header>
      {again && !asked ? (
        <Notice tone="info" title={t.again}>
          {t.againText}
        </Notice>
      ) : null}
      {asked ? (
        <Code
          asked={asked}
          onResent={setAsked}
          onProved={onProved}
          onChange={() => {
            dropAsked()
            setAsked(null)
          }}
        />
      ) : (
        <Who known={known} onAsked={setAsked} />
      )}
    </div>
  )
}

async function send(iin: string, phone: string): Promise<AskedCode> {
  const { data } = await api('sendClientOtp', { iin, phone })
  // Seconds and not instants: the server may show another day than this device.
  const asked = {
    iin,
    phone,
    resendAt: Date.now() + data.resendInSeconds * 1000,
    expiresAt: Date.now() + Math.max(0, Date.parse(data.expiresAt) - Date.parse(data.resendAfter)) + data.resendInSeconds * 1000,
  }
  keepAsked(asked)
  return asked
}

type WhoProps = { known: LoginProps['known']; onAsked: (asked: AskedCode) => void }

function Who({ known, onAsked }: WhoProps) {
  const t = useTexts(words)
  const [values, setValues] = useState({ iin: known?.iin ?? '', phone: known?.phone ?? '' })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const [reading, setReading] = useState(false)
  const wrong = whoProblems(values)
  const said = (path: 'iin' | 'phone'): string | undefined =>
    fault?.kind === 'invalid' ? fault.errors.find((error) => error.path === path)?.message : undefined
  const notLinked = fault?.kind === 'refused' && fault.code === 14002 ? fault.message : undefined
  const own = (problem: 'wrongIin' | 'bin' | 'wrongPhone' | undefined): string | undefined => (tried && problem ? t[problem] : undefined)
  const set = (patch: Partial<typeof values>): void => {
    setValues((old) => ({ ...old, ...patch }))
    setFault(null)
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    const phone = parsePhone(values.phone)
    if (wrong.iin || wrong.phone || !phone || busy) return document.getElementById(wrong.iin ? 'iin' : 'phone')?.focus()
    setBusy(true)
    setFault(null)
    try {
      onAsked(await send(values.iin, phone))
    } catch (error) {
      setFault(faultOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <IinField
        name="iin"
        defaultValue={known?.iin}
        label={t.iin}
        hint={t.iinHint}
        autoComplete="off"
        error={own(wrong.iin) ?? said('iin')}
        onValue={(_, iin) => iin !== values.iin && set({ iin })}
      />
      {tried && wrong.iin === 'bin' ? (
        <LinkButton look="secondary" size="small" href={`mailto:${brand.email}`}>
          {t.write}
        </LinkButton>
      ) : null}
      <PhoneField
        name="phone"
        defaultValue={known?.phone}
        label={t.phone}
        hint={t.phoneHint}
        error={own(wrong.phone) ?? said('phone') ?? notLinked}
        onValue={(_, phone) => phone !== values.phone && set({ phone })}
      />
      {fault && fault.kind !== 'invalid' && !notLinked ? <Failure fault={fault} /> : null}
      <div className={styles.action}>
        <Button type="submit" wide busy={busy}>
          {t.send}
        </Button>
      </div>
      <p className={styles.note}>
        {t.consent}{' '}
        <button type="button" className={styles.text} onClick={() => setReading(true)}>
          {t.read}
        </button>
      </p>
      <LegalDialog name={reading ? 'personalData' : null} onClose={() => setReading(false)} />
    </form>
  )
}

function whoProblems({ iin, phone }: { iin: string; phone: string }): { iin?: 'wrongIin' | 'bin'; phone?: 'wrongPhone' } {
  return {
    ...(isIin(iin) ? {} : { iin: isBin(iin) ? ('bin' as const) : ('wrongIin' as const) }),
    ...(parsePhone(phone) ? {} : { phone: 'wrongPhone' as const }),
  }
}

type CodeProps = {
  asked: AskedCode
  onResent: (asked: AskedCode) => void
  onChange: () => void
  onProved: LoginProps['onProved']
}

function Code({ asked, onResent, onChange, onProved }: CodeProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const [refusals, setRefusals] = useState(0)
  const [error, setError] = useState<string | undefined>()
  const [fault, setFault] = useState<Fault | null>(null)
  const [busy, setBusy] = useState<'check' | 'send' | null>(null)
  const left = useSecondsLeft(asked.resendAt)

  const check = async (code: string): Promise<void> => {
    setBusy('check')
    setError(undefined)
    setFault(null)
    try {
      const { data } = await api('validateClientOtp', { iin: asked.iin, phone: asked.phone, otp_code: code })
      await onProved?.(data.token)
      keepPurchaseToken(data.token, purchaseTokenMs)
      dropAsked()
      const query = new URLSearchParams(location.search)
      query.delete('again')
      const search = query.toString()
      location.replace(flowHere().form(locale) + (search ? `?${search}` : ''))
    } catch (cause) {
      const found = faultOf(cause)
      if (found.kind === 'refused' && found.code === 14014) {
        setError(found.message)
        setRefusals((count) => count + 1)
      } else setFault(found)
      setBusy(null)
    }
  }
  const resend = async (): Promise<void> => {
    setBusy('send')
    setError(undefined)
    setFault(null)
    try {
      onResent(await send(asked.iin, asked.phone))
    } catch (cause) {
      setFault(faultOf(cause))
    } finally {
      setBusy(null)
    }
  }
  return (
    <div className={styles.form}>
      <CodeField
        name="code"
        label={t.code}
        hint={t.codeHint}
        error={error}
        refusals={refusals}
        disabled={busy === 'check'}
        onComplete={(code) => void check(code)}
      />
      {busy === 'check' ? <RowProgress>{t.checking}</RowProgress> : null}
      {fault ? <Failure fault={fault} /> : null}
      <div className={styles.resend}>
        {left > 0 ? (
          <p className={styles.note}>{t.resendIn(left)}</p>
        ) : (
          <Button look="secondary" size="small" busy={busy === 'send'} onClick={() => void resend()}>
            {t.resend}
          </Button>
        )}
        <Button look="quiet" size="small" onClick={onChange}>
          {t.change}
        </Button>
      </div>
    </div>
  )
}

function useSecondsLeft(resendAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: another countdown begins at once
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [resendAt])
  return secondsLeft(resendAt, now)
}

function Failure({ fault }: { fault: Fault }) {
  const t = useTexts(words)
  const call = (
    <LinkButton look="secondary" size="small" href={`tel:${brand.callCentre}`} icon={<PhoneIcon />}>
      {t.call}
    </LinkButton>
  )
  if (fault.kind === 'busy')
    return (
      <Notice
        tone="warn"
        live
        title={fault.retryAfter > 60 ? t.tooMany(Math.ceil(fault.retryAfter / 60)) : fault.message || t.tooMany(1)}
      />
    )
  if (fault.kind === 'offline') return <Notice tone="warn" live title={t.offline} />
  if (fault.kind === 'refused') return <Notice tone="error" live title={fault.message} action={call} />
  return <Notice tone="error" live title={'message' in fault && fault.message ? fault.message : t.unavailable} />
}
