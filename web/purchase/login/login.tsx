import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { iinFault, isIin } from '#domain/iin.ts'
import { parsePhone } from '#domain/phone.ts'
import * as refusals from '#domain/refusals.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import { useGoesOn, useMutation } from '../../http/use-mutation.ts'
import { come, lazy } from '../../lazy.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CheckIcon, MessageIcon, PeopleIcon } from '../../ui/icons.tsx'
import { MaskedField } from '../../ui/masked-field.tsx'
import { iinMask } from '../../ui/masks.ts'
import { Notice } from '../../ui/notice.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StopAction, useUsualPrice } from '../way/action.tsx'
import { StopPage } from '../way/stop-page.tsx'
import { useTypedPlate, Way } from '../way/way.tsx'
import styles from './login.module.css'
import { type AskedCode, dropAsked, keptAsked, send } from './send.ts'
import words from './texts.ts'

type Step = typeof import('./code.tsx').Code

type LoginProps = {
  /** Prefilled; the buyer can correct it. */
  known?: { iin: string; phone: string }
  /** Called with the token before the browser goes on; throws what stops it. */
  onProved?: (token: string) => Promise<void>
  /** Owner of the frame; the site's own page has back and call above the road. */
  within?: 'site' | 'partner'
}

/**
 * Who buys, in whichever flow: IIN and phone, then the code from the SMS. Leads back to the calculator
 * with the query it came with.
 */
export function Login({ known, onProved, within = 'site' }: LoginProps) {
  const t = useTexts(words)
  const [who, setWho] = useState(known)
  const [asked, setAsked] = useState<AskedCode | null>(null)
  const [again, setAgain] = useState(false)
  const typed = useTypedPlate()
  const plate = (within === 'site' && typed) || ''
  // The second step comes while the first is filled in. React's `lazy` would hold what is there
  // already back for 300 ms.
  const [Code, setCode] = useState<Step>()
  useEffect(() => {
    setAsked(keptAsked())
    setAgain(new URLSearchParams(location.search).has('again'))
  }, [])
  // Retries a failed preload; once the step is needed, until it has loaded.
  useEffect(() => {
    const load = async () => (await import('./code.tsx')).Code
    void (asked ? come(load) : load()).then(
      (step) => setCode(() => step),
      () => {},
    )
  }, [asked]) // oxlint-disable-line react/exhaustive-deps
  const change = (): void => {
    if (asked) setWho({ iin: asked.iin, phone: asked.phone })
    dropAsked()
    setAsked(null)
  }
  return (
    <>
      <Way
        at={asked ? 'code' : 'person'}
        back={asked ? change : undefined}
        bar={within === 'site'}
      />
      <StopPage plate={typed} plain={within !== 'site'}>
        {again && !asked ? (
          <Notice tone="info" title={t.again}>
            {t.againText}
          </Notice>
        ) : null}
        {asked ? (
          Code ? (
            <Code asked={asked} onResent={setAsked} onProved={onProved} onChange={change} />
          ) : (
            <Skeleton shape="card" />
          )
        ) : (
          <IdentityForm known={who} plate={plate} onAsked={setAsked} />
        )}
      </StopPage>
    </>
  )
}

/** Loads with the step of the code, while this one is filled in; the plain sentence if it fails. */
const Failure = lazy(() =>
  import('./failure.tsx').then(
    (module) => ({ default: module.Failure }),
    () => ({ default: Said }),
  ),
)

function Said({ apiError }: { apiError: ApiError }) {
  const t = useTexts(words)
  return <Notice tone="warn" live title={apiError.message || t.offline} />
}

type IdentityFormProps = {
  known: { iin: string; phone: string } | undefined
  /** State number typed before; empty without one. */
  plate: string
  onAsked: (asked: AskedCode) => void
}

/** Groups digits as the identity card does: the date of birth is apart. */
const iinInParts = { ...iinMask, mask: '###### ### ###' }

/** The second step: IIN and phone. The IIN is checked here, no register is queried. */
function IdentityForm({ known, plate, onAsked }: IdentityFormProps) {
  const t = useTexts(words)
  const usual = useUsualPrice(plate)
  const [values, setValues] = useState({ iin: known?.iin ?? '', phone: known?.phone ?? '' })
  const [tried, setTried] = useState(false)
  const [left, setLeft] = useState(false)
  const { busy, once } = useMutation()
  const [apiError, setApiError] = useState<ApiError | null>(null)
  const said = (path: 'iin' | 'phone'): string | undefined =>
    apiError?.kind === 'invalid'
      ? apiError.errors.find((error) => error.path === path)?.message
      : undefined
  const notLinked =
    apiError?.kind === 'refused' && apiError.code === refusals.phoneNotLinked
      ? apiError.message
      : undefined
  const wrongPhone = tried && !parsePhone(values.phone) ? t.wrongPhone : undefined
  const set = (patch: Partial<typeof values>): void => {
    setValues((old) => ({ ...old, ...patch }))
    setApiError(null)
  }
  useFirstFocus(values)
  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault()
    setTried(true)
    const phone = parsePhone(values.phone)
    const wrong = iinFault(values.iin)
    if (wrong || !phone || busy) return focusOn(wrong ? 'iin' : 'phone')
    setApiError(null)
    await once(
      async () => {
        onAsked(await send(values.iin, phone))
      },
      (error) => setApiError(apiErrorOf(error)),
    )
  }
  useGoesOn(apiError, () => void submit())
  return (
    <form
      className={styles.form}
      onSubmit={(event) => void submit(event)}
      onBlur={(event) => event.target.id === 'iin' && setLeft(true)}
      noValidate
    >
      <div>
        <h1>{t.title}</h1>
        <p className={styles.lead}>{t.lead}</p>
      </div>
      <Iin
        known={known?.iin}
        value={values.iin}
        tried={tried}
        left={left}
        error={said('iin')}
        onValue={set}
      />
      <PhoneField
        name="phone"
        defaultValue={known?.phone}
        label={t.phone}
        hint={t.phoneHint}
        error={wrongPhone ?? said('phone') ?? notLinked}
        onValue={(_, phone) => phone !== values.phone && set({ phone })}
      />
      <p className={styles.line}>
        <PeopleIcon />
        <span>{t.others}</span>
      </p>
      {apiError && apiError.kind !== 'invalid' ? (
        <Suspense fallback={null}>
          <Failure apiError={apiError} />
        </Suspense>
      ) : null}
      <StopAction usual={usual}>
        <Button type="submit" wide busy={busy} icon={<MessageIcon />}>
          {t.send}
        </Button>
      </StopAction>
    </form>
  )
}

type IinProps = {
  known: string | undefined
  value: string
  /** The button was pressed. */
  tried: boolean
  /** The field was left. */
  left: boolean
  error: string | undefined
  onValue: (patch: { iin: string }) => void
}

/**
 * Twelve digits are judged at once, fewer when the field is left; the twelfth right one leads on to
 * the phone.
 */
function Iin({ known, value, tried, left, error, onValue }: IinProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const fault = iinFault(value)
  const told = tried || value.length === 12 || (left && value !== '')
  const own = (): string | undefined => {
    if (!fault || !told) return undefined
    if (fault === 'bin') return t.bin
    if (fault === 'iin_digit') return t.iinDigit
    return value ? t.iinShort(12 - value.length) : t.iinEmpty
  }
  return (
    <MaskedField
      rule={iinInParts}
      inputMode="numeric"
      name="iin"
      defaultValue={known}
      label={t.iin}
      hint={t.iinHint}
      autoComplete="off"
      error={own() ?? error}
      suffix={fault ? undefined : <CheckIcon className={styles.right} />}
      onValue={(_, iin) => {
        if (iin === value) return
        onValue({ iin })
        const phone = document.querySelector<HTMLInputElement>('#phone')
        if (isIin(iin) && document.activeElement?.id === 'iin' && phone && !phone.value)
          phone.focus()
      }}
      below={
        told && fault === 'bin' ? (
          <LinkButton
            variant="secondary"
            size="small"
            className={styles.write}
            href={`${pathOf('organisations', locale)}?bin=${value}`}
          >
            {t.organisations}
          </LinkButton>
        ) : null
      }
    />
  )
}

/** On arrival one may type at once: into the first of the two that is not right yet. */
function useFirstFocus({ iin }: { iin: string }): void {
  const first = useRef(iinFault(iin) ? 'iin' : 'phone')
  useEffect(() => {
    // A user quicker than the script has focused a field already.
    if (document.activeElement?.matches('input')) return
    focusOn(first.current)
  }, [])
}

const focusOn = (id: string): void =>
  document.getElementById(id)?.focus({ preventScroll: id === 'iin' })
