import { pathOf } from '#contract/pages.ts'
import { cabinetToken } from '../../session/session.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SignInConsent, useSignIn } from '../sign-in.tsx'
import signInWords from '../sign-in-texts.ts'
import styles from './insurance.module.css'
import words from './texts.ts'

/** In place of an order: whose it is, we do not know yet. */
function SignInFirst() {
  const t = useTexts(words)
  const s = useTexts(signInWords)
  const { egov, cabinet } = useSignIn('egov-home-insurance')
  return (
    <Notice
      tone="info"
      title={t.signIn}
      action={
        <div className={styles.ways}>
          <Button onClick={egov}>{s.egov}</Button>
          <Button variant="secondary" onClick={cabinet}>
            {s.cabinet}
          </Button>
          <SignInConsent />
        </div>
      }
    >
      {t.signInText}
    </Notice>
  )
}

/**
 * `?order=…`: the subscription's state, after the acquirer's page and later. Without an order the
 * choice goes on in the calculator, with what the address names.
 */
export function HomeInsurance() {
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useLoading(async () => {
    const order = new URLSearchParams(location.search).get('order')
    if (!order) {
      location.replace(pathOf('egov-home-calculator', locale) + location.search)
      return new Promise<never>(() => {})
    }
    if (!cabinetToken()) return { shown: null }
    const { Progress } = await import('./progress.tsx')
    return { shown: <Progress orderId={order} /> }
  })
  return (
    // Made anew when the answer is there: nothing that stands there is moved about.
    <div
      key={loading.value ? 'is' : 'comes'}
      className={styles.page}
      data-comes={loading.value || loading.error ? undefined : ''}
    >
      {loading.value?.shown ? null : <h1>{t.heading}</h1>}
      <Loaded loading={loading} value={loading.value}>
        {({ shown }) => shown ?? <SignInFirst />}
      </Loaded>
    </div>
  )
}
