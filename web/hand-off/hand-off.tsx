import { Suspense, useState } from 'react'
import type { LegalName } from '../dialogs/legal.tsx'
import { api } from '../http/api.ts'
import { apiErrorOf } from '../http/http.ts'
import { lazy } from '../lazy.ts'
import { fromTo, money, useLocale, useTexts } from '../texts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Facts } from '../ui/facts.tsx'
import { Loaded, useLoading } from '../ui/loaded.tsx'
import { plateWords } from '../ui/plate-words.ts'
import { Price } from '../ui/price.tsx'
import styles from './hand-off.module.css'
import { type Handed, resultAddress } from './handed.ts'
import words from './texts.ts'

const Agree = lazy(() => import('./agree.tsx').then((module) => ({ default: module.Agree })))
const ClientForm = lazy(() =>
  import('./client-form.tsx').then((module) => ({ default: module.ClientForm })),
)
const LegalDialog = lazy(() =>
  import('../dialogs/legal.tsx').then((module) => ({
    default: module.LegalDialog,
  })),
)

/**
 * What a promoter has prepared, on the client's own phone: look it over, agree by the code from the
 * SMS, pay.
 */
export function HandOff() {
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useLoading(async (signal) => {
    const asked = new URLSearchParams(location.search)
    const form = asked.get('form')
    if (form) return { key: form, handed: 'form' as const }
    const key = asked.get('key') ?? ''
    if (!key) return { key, handed: null }
    try {
      const { data } = await api('promoterHandOffRead', { key }, { signal })
      if (data.orderKey) location.replace(resultAddress(locale, data.orderKey))
      return { key, handed: data }
    } catch (error) {
      const { kind } = apiErrorOf(error)
      if (kind === 'missing' || kind === 'invalid') return { key, handed: null }
      throw error
    }
  })
  return (
    <div className={styles.page}>
      <h1>{loading.value?.handed === 'form' ? t.form.heading : t.heading}</h1>
      <Loaded loading={loading} value={loading.value}>
        {({ key, handed }) => {
          if (handed === 'form')
            return (
              <Suspense>
                <ClientForm formKey={key} />
              </Suspense>
            )
          if (!handed) return <EmptyState title={t.notFound}>{t.notFoundText}</EmptyState>
          if (handed.state === 'expired')
            return <EmptyState title={t.expired}>{t.expiredText}</EmptyState>
          return <Review handOffKey={key} handed={handed} />
        }}
      </Loaded>
    </div>
  )
}

function Review({ handOffKey, handed }: { handOffKey: string; handed: Handed }) {
  const t = useTexts(words)
  const locale = useLocale()
  const [reading, setReading] = useState<LegalName | null>(null)
  const list = (items: readonly string[]) => (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
  return (
    <>
      <section className={styles.card}>
        <p className={styles.sum}>
          <span>{t.toPay}</span> <Price tenge={handed.toPay} size="large" />
        </p>
        <Facts
          facts={[
            { label: t.policyholder, value: handed.policyholder },
            { label: t.drivers, value: list(handed.drivers.map(({ name }) => name)) },
            {
              label: t.cars,
              value: list(
                handed.cars.map(
                  ({ registrationNumber, name }) => `${plateWords(registrationNumber)} · ${name}`,
                ),
              ),
            },
            { label: t.validity, value: fromTo(locale, handed.dateStart, handed.dateEnd) },
            { label: t.insurer, value: handed.insurer.name[locale] },
            { label: t.insurancePremium, value: money(handed.insurancePremium) },
            {
              label: t.commission(
                String(Number(handed.insurer.commissionPercent)).replace('.', ','),
              ),
              value: money(handed.brokerPremium),
            },
            ...(handed.ogpoPlusPremium > 0
              ? [{ label: 'ОГПО+', value: money(handed.ogpoPlusPremium) }]
              : []),
            ...(handed.kind === 'reissue'
              ? [{ label: t.remaining, value: money(handed.remainingAmount) }]
              : []),
            ...(handed.refundSum > 0 ? [{ label: t.refund, value: money(handed.refundSum) }] : []),
          ]}
        />
      </section>
      <Suspense>
        <Agree handOffKey={handOffKey} handed={handed} read={setReading} />
        {reading ? <LegalDialog name={reading} onClose={() => setReading(null)} /> : null}
      </Suspense>
    </>
  )
}
