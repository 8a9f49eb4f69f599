import { type FormEvent, lazy, Suspense, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import type { LegalName } from '../../dialogs/legal.tsx'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import { untilThePageIsLeft, useMutation } from '../../http/use-mutation.ts'
import { goTo } from '../../navigation.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorSummary, type FieldError } from '../../ui/error-summary.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Price } from '../../ui/price.tsx'
import { StickyBar } from '../../ui/sticky-bar.tsx'
import styles from './insurance.module.css'
import words from './texts.ts'

/** Loaded when somebody opens a text. */
const LegalDialog = lazy(() =>
  import('../../dialogs/legal.tsx').then((module) => ({
    default: module.LegalDialog,
  })),
)

/** What is agreed to, with the text of it where there is one. */
const boxes = [
  ['acceptTerms', 'homeTerms'],
  ['acceptPersonalData', 'personalData'],
  ['acceptMonthly', null],
] as const

/** What is agreed to, then the payment on the acquirer's page, which keeps the card. */
export function Offer({ address, planId }: { address: string; planId: number }) {
  const t = useTexts(words)
  const locale = useLocale()
  const calculator = pathOf('egov-home-calculator', locale)
  const [goesOn, setGoesOn] = useState(false)
  const loading = useLoading(async (signal) => {
    try {
      return {
        quote: (
          await ask('homeCalculate', { address, planId }, { signal, onWait: () => setGoesOn(true) })
        ).data,
        refused: '',
        later: false,
      }
    } catch (error) {
      const apiError = apiErrorOf(error)
      if (apiError.kind !== 'refused' && apiError.kind !== 'invalid') throw error
      return {
        quote: null,
        refused: apiError.message,
        later: apiError.kind === 'refused' && apiError.code === 12002,
      }
    }
  })
  return (
    <>
      <h1>{t.heading}</h1>
      {goesOn && !loading.value && !loading.error ? (
        <Notice tone="info" live title={t.goesOn}>
          {t.goesOnText}
        </Notice>
      ) : null}
      <Loaded loading={loading} value={loading.value}>
        {(value) =>
          value.quote ? (
            <Agreement quote={value.quote} calculator={calculator} />
          ) : (
            <Notice
              tone="error"
              title={t.refusedTitle}
              action={
                value.later ? (
                  <Button onClick={loading.again}>{t.retry}</Button>
                ) : (
                  <LinkButton href={calculator}>{t.toCalculator}</LinkButton>
                )
              }
            >
              {value.refused}
            </Notice>
          )
        }
      </Loaded>
    </>
  )
}

type Quote = Awaited<ReturnType<typeof ask<'homeCalculate'>>>['data']

function Agreement({ quote, calculator }: { quote: Quote; calculator: string }) {
  const t = useTexts(words)
  const locale = useLocale()
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [formError, setFormError] = useState<string | null>(null)
  const { busy, once } = useMutation()
  const [reading, setReading] = useState<LegalName | null>(null)
  const { plan } = quote

  const pay = async (event: FormEvent) => {
    event.preventDefault()
    const missing = boxes
      .filter(([box]) => !accepted.has(box))
      .map(([field]) => ({ field, message: t[field] }))
    setErrors(missing)
    if (missing.length > 0 || busy) return
    setFormError(null)
    await once(
      async () => {
        const { data } = await ask('homeOrder', {
          calculationId: quote.calculationId,
          pay: { system: 'card' },
        })
        // The acquirer's page is another site: the one way out of here that is meant.
        if (data.redirect_url) location.assign(data.redirect_url)
        else goTo(`${pathOf('egov-home-insurance', locale)}?order=${data.orderId}`)
        return untilThePageIsLeft()
      },
      (error) => setFormError(apiErrorOf(error).message || t.failed),
    )
  }
  const read = (name: LegalName, about: string) => (
    <Button
      variant="quiet"
      size="small"
      aria-label={`${t.read}: ${about}`}
      onClick={() => setReading(name)}
    >
      {t.read}
    </Button>
  )
  return (
    <form className={styles.form} onSubmit={(event) => void pay(event)} noValidate>
      <ErrorSummary title={t.errors} errors={errors} />
      <Card>
        <Facts
          facts={[
            { label: t.address, value: quote.address.text },
            { label: t.plan, value: plan.name },
            { label: t.amount, value: <Price tenge={plan.insurance_amount} /> },
            { label: t.interior, value: <Price tenge={plan.interior_finishing} /> },
            { label: t.neighbours, value: <Price tenge={plan.neighbour_compensation} /> },
            { label: t.insurer, value: quote.insurer },
            { label: t.month, value: t.perMonth(quote.premium) },
            {
              label: t.commission,
              value: (
                <span className={styles.told}>
                  <Price tenge={quote.broker_premium} /> {read('commission', t.commission)}
                </span>
              ),
            },
            { label: t.starts, value: t.startsText(quote.protectionWithinHours) },
            {
              label: t.next,
              value: (
                <>
                  {longDate(locale, quote.nextBillingOn)}{' '}
                  <small className={styles.soft}>{t.nextText}</small>
                </>
              ),
            },
          ]}
        />
        <p className={styles.change}>
          <a href={`${calculator}?plan=${plan.id}`}>{t.change}</a>
        </p>
      </Card>
      <div className={styles.accept}>
        {boxes.map(([box, text]) => (
          <div key={box} className={styles.box}>
            <Checkbox
              name={box}
              label={t[box]}
              error={errors.some(({ field }) => field === box) ? t.acceptAll : undefined}
              onChecked={(checked) => {
                setAccepted(
                  (now) => new Set(checked ? [...now, box] : [...now].filter((one) => one !== box)),
                )
                setErrors((now) => now.filter(({ field }) => field !== box))
              }}
            />
            {text ? read(text, t[box]) : null}
          </div>
        ))}
        <p>
          <a href={pathOf('egov-offerta', locale)}>{t.terms}</a>
        </p>
        <p className={styles.soft}>{t.payNote}</p>
      </div>
      {formError ? <Notice tone="error" title={formError} live /> : null}
      <StickyBar aside={<span className={styles.price}>{t.perMonth(quote.premium)}</span>}>
        <Button type="submit" busy={busy}>
          {t.pay(quote.premium)}
        </Button>
      </StickyBar>
      <Suspense>
        {reading ? <LegalDialog name={reading} onClose={() => setReading(null)} /> : null}
      </Suspense>
    </form>
  )
}
