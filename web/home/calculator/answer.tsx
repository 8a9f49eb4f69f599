import { Suspense, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { homeLegalVersions } from '#texts/legal-versions.ts'
import type { ApiError } from '../../http/http.ts'
import { lazy } from '../../lazy.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/notice.tsx'
import { Refused } from '../../ui/way-on.tsx'
import type { HomePlan } from '../plans/plans.ts'
import styles from './agreement.module.css'
import words from './agreement-texts.ts'
import type { Quote, Quoted } from './quoted.ts'

/** Loaded when a text is opened. */
const LegalDialog = lazy(() =>
  import('../../dialogs/legal.tsx').then((module) => ({ default: module.LegalDialog })),
)

const names = ['homeTerms', 'personalData', 'commission'] as const

export type Tick = { error: string | undefined; onChange: (agreed: boolean) => void }
/** What the terms bring; none before they have come. */
type AgreementProps = { quote: Quote | null; plan: HomePlan; tick: Tick }

/** As wide as any date of a payment. */
const someDay = '2026-12-30'

/**
 * What the button that pays agrees to: each document by its name, its version and its text, and
 * what the card is charged later. The order is sent these very versions and stores them (`pay.ts`).
 */
export function Agreement({ quote, plan, tick }: AgreementProps) {
  const t = useTexts(words)
  const locale = useLocale()
  // Reserves the height of the terms by hidden lines until they load.
  const unseen = quote ? undefined : styles.unseen
  const commission = quote?.broker_premium ?? plan.price_per_month
  const [reading, setReading] = useState<(typeof names)[number] | null>(null)
  return (
    <section id="agree" className={styles.agreement} aria-labelledby="agree-title">
      <h2 id="agree-title">{t.agree}</h2>
      <ul className={styles.documents}>
        {names.map((name) => (
          <li key={name}>
            <span className={name === 'commission' ? unseen : undefined}>
              {name === 'commission' ? t.commissionOf(commission) : t[name]}{' '}
              <small>{t.version(longDate(locale, homeLegalVersions[name]))}</small>
            </span>
            <Button
              variant="quiet"
              size="small"
              aria-label={`${t.read}: ${t[name]}`}
              onClick={() => setReading(name)}
            >
              {t.read}
            </Button>
          </li>
        ))}
        <li>
          <a href={pathOf('egov-offerta', locale)}>{t.offer}</a>
        </li>
      </ul>
      <p className={classNames(styles.charged, unseen)}>
        {t.recurring(
          quote?.premium ?? plan.price_per_month,
          longDate(locale, quote?.nextBillingOn ?? someDay),
        )}
      </p>
      <p className={styles.soft}>{t.payNote}</p>
      {quote?.acceptance === 'tick' ? (
        <Checkbox name="agreed" label={t.tick} error={tick.error} onChecked={tick.onChange} />
      ) : null}
      <Suspense>
        {reading ? <LegalDialog name={reading} onClose={() => setReading(null)} /> : null}
      </Suspense>
    </section>
  )
}

type Props = {
  quoted: Quoted
  plan: HomePlan
  again: () => void
  tick: Tick
  /** Why the payment could not be begun. */
  failed: ApiError | null
  payAgain: () => void
}

/** The terms to accept, or why there are none yet, with the actions possible. */
export function Answer({ quoted, plan, again, tick, failed, payAgain }: Props) {
  const t = useTexts(words)
  const retry = <Button onClick={again}>{t.retry}</Button>
  if (quoted.is === 'asked' && quoted.goesOn)
    return (
      <Notice tone="info" live title={t.goesOn}>
        {t.goesOnText}
      </Notice>
    )
  if (quoted.is === 'refused')
    return (
      <Refused apiError={{ ...quoted, kind: 'refused' }} title={t.refused} acts={{ again }}>
        {quoted.message}
      </Refused>
    )
  if (quoted.is === 'failed')
    return (
      <Notice tone="warn" live title={t.notCalculated} action={retry}>
        {t.notCalculatedText}
      </Notice>
    )
  return (
    <>
      <Agreement quote={quoted.is === 'quote' ? quoted.quote : null} plan={plan} tick={tick} />
      {failed ? (
        <Refused
          apiError={failed}
          title={failed.message || t.payFailed}
          acts={{ again: payAgain }}
        />
      ) : null}
    </>
  )
}
