import { pathOf } from '#contract/pages.ts'
import { cabinetToken } from '../../session/session.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { SignInFirst } from '../calculator/sign-in.tsx'
import styles from './insurance.module.css'
import words from './texts.ts'

/**
 * `?address=…&plan=…`: the terms and the payment; `?order=…`: how the subscription stands, after
 * the acquirer's page and later.
 */
export function HomeInsurance() {
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useLoading(async () => {
    if (!cabinetToken()) return { shown: null }
    const query = new URLSearchParams(location.search)
    const order = query.get('order')
    // Each half is a file of its own.
    if (order) {
      const { Progress } = await import('./progress.tsx')
      return { shown: <Progress orderId={order} /> }
    }
    if (!query.get('address')) {
      // Nothing has been chosen: there the choice begins.
      location.replace(pathOf('egov-home-calculator', locale))
      return new Promise<never>(() => {})
    }
    const { Offer } = await import('./offer.tsx')
    return {
      shown: <Offer address={query.get('address') ?? ''} planId={Number(query.get('plan'))} />,
    }
  })
  return (
    <div className={styles.page}>
      {loading.value ? null : <h1>{t.heading}</h1>}
      <Loaded loading={loading} value={loading.value}>
        {({ shown }) =>
          shown ?? (
            <>
              <h1>{t.heading}</h1>
              <SignInFirst page="egov-home-insurance" />
            </>
          )
        }
      </Loaded>
    </div>
  )
}
