import type { Locale } from '#brand'
import { cabinetToken } from '../../session.ts'
import { useTexts } from '../../texts.ts'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { SignInFirst } from '../egov-home-calculator/sign-in.tsx'
import { Offer } from './offer.tsx'
import styles from './page.module.css'
import { Progress } from './progress.tsx'
import words from './texts.ts'

export const head = (locale: Locale) => ({ title: words[locale].title, description: words[locale].description })

/** `?address=…&plan=…`: the terms and the payment; `?order=…`: how the subscription stands, after the acquirer's page and later. */
export function Component() {
  const t = useTexts(words)
  const loading = useLoading(async () => {
    const query = new URLSearchParams(location.search)
    return {
      known: cabinetToken() !== null,
      order: query.get('order'),
      address: query.get('address') ?? '',
      plan: Number(query.get('plan')),
    }
  })
  return (
    <div className={styles.page}>
      {loading.value ? null : <h1>{t.heading}</h1>}
      <Loaded loading={loading} value={loading.value}>
        {({ known, order, address, plan }) => {
          if (known) return order ? <Progress orderId={order} /> : <Offer address={address} planId={plan} />
          return (
            <>
              <h1>{t.heading}</h1>
              <SignInFirst page="egov-home-insurance" />
            </>
          )
        }}
      </Loaded>
    </div>
  )
}
