import { type FormEvent, Suspense, useCallback, useEffect, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { homeProtectionStartHours } from '#domain/constants.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/use-mutation.ts'
import { lazy } from '../../lazy.ts'
import { longDate, money, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import type { FieldError } from '../../ui/error-summary.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import { HouseIcon } from '../../ui/later-icons.tsx'
import { useOnStart } from '../../ui/on-start.ts'
import { PlanPicker } from '../plans/plan-picker.tsx'
import { type HomePlan, type HomePlansData, sumsOfPlan } from '../plans/plans.ts'
import planWords from '../plans/texts.ts'
import { SignInConsent, useSignIn } from '../sign-in.tsx'
import signInWords from '../sign-in-texts.ts'
import { Address, type HomeChoice, keepChosen, useClient, useHomeChoice } from './address.tsx'
import styles from './calculator.module.css'
import type { Quote, Quoted } from './quoted.ts'
import words from './texts.ts'

/** Debounce in ms: long enough for a visitor who looks through the plans. */
const PAUSE_MS = 300

/**
 * The price of a month of this home under this plan, with the insurer and the days, asked by itself
 * when both are known. Null before that.
 */
function useQuote(
  address: string | null,
  planId: number,
): { quoted: Quoted | null; again: () => void } {
  const [answer, setAnswer] = useState<{ key: string; quoted: Quoted } | null>(null)
  const [round, setRound] = useState(0)
  const again = useCallback(() => {
    setAnswer(null)
    setRound((count) => count + 1)
  }, [])
  const key = address && planId ? `${address} ${planId}` : null

  // A new round is the reason to ask again.
  useEffect(() => {
    if (!address || !key) return
    const stop = new AbortController()
    const say = (quoted: Quoted) => {
      if (!stop.signal.aborted) setAnswer({ key, quoted })
    }
    const timer = setTimeout(() => {
      import('./ask-quote.ts').then(
        ({ askQuote }) => askQuote({ address, planId }, stop.signal, say),
        () => say({ is: 'failed', offline: !navigator.onLine }),
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [address, planId, key, round]) // oxlint-disable-line react/exhaustive-deps

  const offline = answer?.quoted.is === 'failed' && answer.quoted.offline
  useEffect(() => {
    if (!offline) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [offline, again])

  if (!key) return { quoted: null, again }
  return { quoted: answer?.key === key ? answer.quoted : { is: 'asked' }, again }
}

// Loaded when there is something for them to say.
const Answer = lazy(() => import('./answer.tsx').then(({ Answer }) => ({ default: Answer })))
const ErrorSummary = lazy(() =>
  import('../../ui/error-summary.tsx').then(({ ErrorSummary }) => ({ default: ErrorSummary })),
)

/**
 * Which home under which plan, what is agreed to, and the payment: one page. Plans, prices and
 * addresses are for everybody; signing in comes before what concerns the person.
 */
export function HomeCalculator({ data }: { data: HomePlansData }) {
  const t = useTexts(words)
  const p = useTexts(planWords)
  const locale = useLocale()
  const [chosen, setChosen] = useState(data.plan)
  const plan = data.plans.find(({ id }) => id === chosen)
  const pick = (id: number) => {
    setChosen(id)
    keepChosen({ plan: id })
  }
  // A browser that came back shows the choice of before.
  useOnStart(() => {
    const checked = document.querySelector<HTMLInputElement>('input[name=plan]:checked')
    if (checked && Number(checked.value) !== data.plan) pick(Number(checked.value))
  })
  return (
    <div className={styles.page} data-wide>
      <nav className={styles.head}>
        <a href={pathOf('egov-home', locale)}>
          <BackIcon />
          <span>{t.back}</span>
        </a>
        {plan ? (
          <p className={styles.tag}>
            <HouseIcon />
            {t.tag(plan.name)}
          </p>
        ) : null}
      </nav>
      {plan ? <Form {...data} plan={plan} onPlan={pick} first={data.plan} /> : <p>{p.none}</p>}
    </div>
  )
}

type FormProps = {
  plans: HomePlansData['plans']
  /** The one the page was made with. */
  first: number
  plan: HomePlan
  onPlan: (id: number) => void
}

function Form({ plans, first, plan, onPlan }: FormProps) {
  const t = useTexts(words)
  const client = useClient()
  const signIn = useSignIn('egov-home-calculator')
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const choice = useHomeChoice(() => setErrors([{ field: 'address', message: t.failed }]))
  const isClient = client.is === 'client'
  const { quoted, quote, asked, again } = useTerms(choice, isClient, plan.id)
  const payment = usePayment()
  const errorOf = (name: string) => errors.find(({ field }) => field === name)?.message
  const agreement = useAgreed(quote, errorOf('agreed'), setErrors)

  /** Whether all is chosen; what is not is said where it is to be chosen. */
  const isChosen = () => {
    const missing = choice.code
      ? []
      : choice.home
        ? [{ field: 'flat', message: t.chooseFlat }]
        : [{ field: 'address', message: t.chooseAddress }]
    setErrors(missing)
    return missing.length === 0
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isChosen()) return
    if (!isClient) signIn.egov()
    else if (quote && agreement.isGiven()) payment.pay(quote.calculationId)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.choice}>
        <header className={styles.title}>
          <h1>{t.heading}</h1>
          <p>{t.lead}</p>
        </header>
        <Suspense>
          {errors.length > 0 ? <ErrorSummary title={t.errors} errors={errors} /> : null}
        </Suspense>
        <PlanPicker plans={plans} plan={first} named onPlan={onPlan} />
        <Address
          choice={{
            ...choice,
            take: (home) => {
              setErrors([])
              return choice.take(home)
            },
          }}
          client={client}
          onSignIn={signIn.egov}
          onFailed={() => setErrors([{ field: 'address', message: t.failed }])}
          errorOf={errorOf}
        />
      </div>
      <aside className={styles.side}>
        <Terms plan={plan} quoted={quoted} />
      </aside>
      <div className={styles.end}>
        <Suspense fallback={<div data-comes />}>
          {quoted ? (
            <Answer
              quoted={quoted}
              plan={plan}
              again={again}
              tick={agreement.tick}
              failed={payment.error}
              payAgain={() => quote && payment.pay(quote.calculationId)}
            />
          ) : null}
        </Suspense>
        {isClient ? null : <OtherWay onCabinet={() => isChosen() && signIn.cabinet()} />}
      </div>
      <div className={styles.bar}>
        <Button type="submit" wide busy={payment.busy || asked}>
          {isClient ? t.pay(quote?.premium ?? plan.price_per_month) : <SignInWords />}
        </Button>
        {quote || quoted?.is === 'asked' ? <Note quote={quote} /> : null}
      </div>
    </form>
  )
}

/** What the terms are, and whether they are on their way; their place is there with the home. */
function useTerms({ code, coming, home }: HomeChoice, isClient: boolean, planId: number) {
  const { quoted, again } = useQuote(isClient ? code : null, planId)
  const place: Quoted | null = isClient && (coming || home) ? { is: 'asked' } : null
  return {
    quoted: quoted ?? place,
    quote: quoted?.is === 'quote' ? quoted.quote : null,
    asked: coming ? isClient : quoted?.is === 'asked',
    again,
  }
}

/** Below the button that pays. */
function Note({ quote }: { quote: Quote | null }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <p className={styles.note}>
      <a href="#agree">{t.agreeLink}</a>
      <span>{quote ? t.nextOn(longDate(locale, quote.nextBillingOn)) : t.asked}</span>
    </p>
  )
}

/** The tick of these terms, where the setting wants one; other terms are agreed to anew. */
function useAgreed(
  quote: Quote | null,
  error: string | undefined,
  setErrors: (errors: readonly FieldError[]) => void,
) {
  const t = useTexts(words)
  const [agreed, setAgreed] = useState<string | null>(null)
  return {
    tick: {
      error,
      onChange: (is: boolean) => {
        setAgreed(is && quote ? quote.calculationId : null)
        setErrors([])
      },
    },
    isGiven: () => {
      const given = quote?.acceptance !== 'tick' || agreed === quote.calculationId
      if (!given) setErrors([{ field: 'agreed', message: t.agreeFirst }])
      return given
    },
  }
}

const SignInWords = () => useTexts(signInWords).egov

/** What the sign-in agrees to, and the way in without it. */
function OtherWay({ onCabinet }: { onCabinet: () => void }) {
  const t = useTexts(signInWords)
  return (
    <div className={styles.other}>
      <SignInConsent />
      <Button variant="quiet" onClick={onCabinet}>
        {t.cabinet}
      </Button>
    </div>
  )
}

/** The order and the acquirer's page after it, once at a time. */
function usePayment() {
  const locale = useLocale()
  const { busy, once } = useMutation()
  const [error, setError] = useState<ApiError | null>(null)
  const pay = (calculationId: string) => {
    setError(null)
    void once(
      async () => (await import('./pay.ts')).pay(calculationId, locale),
      (failure) => setError(apiErrorOf(failure)),
    )
  }
  return { pay, busy, error }
}

/** What a month costs and covers; who insures and when comes with the quote. */
function Terms({ plan, quoted }: { plan: HomePlan; quoted: Quoted | null }) {
  const t = useTexts(words)
  const p = useTexts(planWords)
  const locale = useLocale()
  const quote = quoted?.is === 'quote' ? quoted.quote : null
  const rows: [label: string, value: string][] = [
    ...sumsOfPlan.map((sum): [string, string] => [p[sum], money(plan[sum])]),
    [t.starts, t.startsText(quote?.protectionWithinHours ?? homeProtectionStartHours)],
    // Their place is there as soon as they are asked for.
    ...(quote || quoted?.is === 'asked'
      ? [
          [t.insurer, quote?.insurer ?? t.comes] satisfies [string, string],
          [t.next, quote ? longDate(locale, quote.nextBillingOn) : t.comes] satisfies [
            string,
            string,
          ],
        ]
      : []),
  ]
  return (
    <div className={styles.terms}>
      <p className={styles.price}>
        <span>{t.monthly(plan.name)}</span>{' '}
        <output>{money(quote?.premium ?? plan.price_per_month)}</output>
      </p>
      <dl className={styles.rows}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {quoted?.is === 'asked' ? (
        <p className="visually-hidden" role="status">
          {t.asked}
        </p>
      ) : null}
    </div>
  )
}
