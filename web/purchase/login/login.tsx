import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import { brand } from '#brand'
import { isBin, isIin } from '#domain/iin.ts'
import { formatPhone, parsePhone } from '#domain/phone.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/use-mutation.ts'
import { useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { IinField } from '../../ui/iin-field.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type AskedCode, dropAsked, keptAsked } from './asked-code.ts'
import { Failure } from './failure.tsx'
import styles from './login.module.css'
import { send } from './send.ts'
import words from './texts.ts'

/**
 * The second step comes while the first is filled in, the text of the consent when somebody reads
 * it.
 */
const code = () => import('./code.tsx')
const Code = lazy(() => code().then((module) => ({ default: module.Code })))
const LegalDialog = lazy(() =>
  import('../../dialogs/legal.tsx').then((module) => ({
    default: module.LegalDialog,
  })),
)

type LoginProps = {
  /** What is known already; it can be corrected. */
  known?: { iin: string; phone: string }
  /** Called with the token before the browser goes on; throws what stops it. */
  onProved?: (token: string) => Promise<void>
}

/**
 * Who buys, in whichever flow: IIN and phone, then the code from the SMS. Leads back to the calculator
 * with the query it came with.
 */
export function Login({ known, onProved }: LoginProps) {
  const t = useTexts(words)
  const [asked, setAsked] = useState<AskedCode | null>(null)
  const [again, setAgain] = useState(false)
  useEffect(() => {
    setAsked(keptAsked())
    setAgain(new URLSearchParams(location.search).has('again'))
    code().catch(() => {}) // Asked for again when the step is drawn.
  }, [])

  return (
    <div className={styles.login}>
      <LogoMark className={styles.horn} />
      <header className={styles.head}>
        <h1>{t.title}</h1>
        <p className={styles.lead}>
          {asked ? t.codeLead(formatPhone(asked.phone).replaceAll(' ', '\u00a0')) : t.lead}
        </p>
      </header>
      {again && !asked ? (
        <Notice tone="info" title={t.again}>
          {t.againText}
        </Notice>
      ) : null}
      {asked ? (
        <Suspense fallback={<Skeleton shape="card" />}>
          <Code
            asked={asked}
            onResent={setAsked}
            onProved={onProved}
            onChange={() => {
              dropAsked()
              setAsked(null)
            }}
          />
        </Suspense>
      ) : (
        <Who known={known} onAsked={setAsked} />
      )}
    </div>
  )
}

type WhoProps = { known: LoginProps['known']; onAsked: (asked: AskedCode) => void }

function Who({ known, onAsked }: WhoProps) {
  const t = useTexts(words)
  const [values, setValues] = useState({ iin: known?.iin ?? '', phone: known?.phone ?? '' })
  const [tried, setTried] = useState(false)
  const { busy, once } = useMutation()
  const [apiError, setApiError] = useState<ApiError | null>(null)
  const [reading, setReading] = useState<boolean | null>(null)
  const wrong = whoProblems(values)
  const said = (path: 'iin' | 'phone'): string | undefined =>
    apiError?.kind === 'invalid'
      ? apiError.errors.find((error) => error.path === path)?.message
      : undefined
  const notLinked =
    apiError?.kind === 'refused' && apiError.code === 14002 ? apiError.message : undefined
  const own = (problem: 'wrongIin' | 'bin' | 'wrongPhone' | undefined): string | undefined =>
    tried && problem ? t[problem] : undefined
  const set = (patch: Partial<typeof values>): void => {
    setValues((old) => ({ ...old, ...patch }))
    setApiError(null)
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    const phone = parsePhone(values.phone)
    if (wrong.iin || wrong.phone || !phone || busy)
      return document.getElementById(wrong.iin ? 'iin' : 'phone')?.focus()
    setApiError(null)
    await once(
      async () => {
        onAsked(await send(values.iin, phone))
      },
      (error) => setApiError(apiErrorOf(error)),
    )
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
        <LinkButton variant="secondary" size="small" href={`mailto:${brand.email}`}>
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
      {apiError && apiError.kind !== 'invalid' && !notLinked ? (
        <Failure apiError={apiError} />
      ) : null}
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
      {reading === null ? null : (
        <Suspense fallback={null}>
          <LegalDialog name={reading ? 'personalData' : null} onClose={() => setReading(false)} />
        </Suspense>
      )}
    </form>
  )
}

function whoProblems({ iin, phone }: { iin: string; phone: string }): {
  iin?: 'wrongIin' | 'bin'
  phone?: 'wrongPhone'
} {
  return {
    ...(isIin(iin) ? {} : { iin: isBin(iin) ? ('bin' as const) : ('wrongIin' as const) }),
    ...(parsePhone(phone) ? {} : { phone: 'wrongPhone' as const }),
  }
}
