import { Suspense } from 'react'
import { ask } from '../../http/ask.ts'
import { lazy } from '../../lazy.ts'
import { cabinetToken, passGuards } from '../../session/session.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Loaded, OnItsWay, useLoading } from '../../ui/loaded.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import styles from './add-drivers.module.css'
import words from './texts.ts'

/** Loaded once it is known that the policy is the client's own. */
const AddDrivers = lazy(() =>
  import('./add-drivers.tsx').then((module) => ({ default: module.AddDrivers })),
)

type Data = { params: { id: string } }
type Found = { kind: 'policy'; globalId: string } | { kind: 'missing' }

/** Adding drivers to an own active policy; `id` is its calc_id, any other is no page. */
export function OwnPolicy({ data: { params } }: { data: Data }) {
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useLoading(async (signal): Promise<Found | null> => {
    if (!cabinetToken()) {
      passGuards(['auth'], null, locale)
      return null
    }
    const { data } = await ask('cabinetPolicies', {}, { signal })
    const own = [...data.active, ...data.pending].find(
      (policy) => policy.calc_id === params.id && policy.may.add_drivers,
    )
    return own ? { kind: 'policy', globalId: own.global_id } : { kind: 'missing' }
  })
  if (loading.value?.kind === 'missing')
    return <NotFound data={{ path: location.pathname + location.search, rule: true }} />
  return (
    <div className={styles.page}>
      <h1>{t.heading}</h1>
      <Loaded loading={loading} value={loading.value}>
        {(found) =>
          found.kind === 'policy' ? (
            <Suspense fallback={<OnItsWay />}>
              <AddDrivers globalId={found.globalId} />
            </Suspense>
          ) : null
        }
      </Loaded>
    </div>
  )
}
