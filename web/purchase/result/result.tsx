import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocale, useTexts } from '../../texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { flowHere } from '../flow.ts'
import { type KeptOrder, keptOrder } from '../state/kept-order.ts'
import { wipeDraft } from '../state/wipe-draft.ts'
import { Way } from '../way/way.tsx'
import words from './first-texts.ts'
import { follow } from './follow.ts'
import { provedOrder, useShutInTime } from './link/proof.ts'
import { Turned } from './link/turned.tsx'
import { isOver, type Progress, phaseOf } from './phase.ts'
import styles from './result.module.css'

/** What the page shows comes while the order is asked for. */
const loadView = () => import('./order-view.tsx')
const OrderView = lazy(() => loadView().then((module) => ({ default: module.OrderView })))
const NoOrder = lazy(() => import('./no-order.tsx').then((module) => ({ default: module.NoOrder })))

/** The back of the pass, on a device that has not proved whose it is. */
const ShutPass = lazy(() =>
  import('./link/link.tsx').then((module) => ({ default: module.ShutPass })),
)

/** Whose frame stands around it; the site's own page has back, plate and call above the road. */
type Props = { within?: 'site' | 'other' }

/**
 * One order by its random key: on any device what happens to it; its buyer, here or by a code to
 * the order's phone, has the policy and other ways to pay. Until the policy is there the page ends
 * the road of the purchase; then it is a page of the site.
 */
export function OrderResult({ within = 'site' }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const [key, setKey] = useState<string | null | undefined>(undefined)
  const { progress, online, missing, restart } = useOrder(key ?? null)
  const [own, setOwn] = useState<KeptOrder | null>(null)

  useEffect(() => {
    const order = new URLSearchParams(location.search).get('order')
    setKey(order)
    setOwn(order ? provedOrder(order) : null)
    // Without a connection the view comes with its next use.
    if (order) loadView().catch(() => {})
  }, [])
  useShutInTime(key ?? '', own, () => setOwn(null))
  const issued = progress !== null && phaseOf(progress) === 'issued'
  useEffect(() => {
    if (issued && own) wipeDraft()
  }, [issued, own])
  /** What was paid or mended here is kept in this tab: read anew with the order. */
  const changed = (): void => {
    if (key) setOwn(provedOrder(key))
    restart()
  }

  const waits = (
    <div className={styles.waits} data-comes>
      <h1 className="visually-hidden">{t.title}</h1>
      {online ? null : <p role="status">{t.noConnection}</p>}
      <Skeleton shape="title" label={t.loading} />
      <Skeleton shape="card" />
    </div>
  )
  const none = key === null || missing
  return (
    <>
      {none || issued ? (
        <div className={within === 'site' ? styles.siteHead : styles.noRoad} />
      ) : (
        <div className={styles.road} data-road>
          <Way
            at="review"
            plate={own?.plates?.[0]}
            back={() => location.assign(flowHere().form(locale))}
            bar={within === 'site'}
          />
        </div>
      )}
      {none ? (
        <Suspense fallback={waits}>
          <NoOrder form={flowHere().form(locale)} />
        </Suspense>
      ) : progress ? (
        <Turned own={own}>
          <Suspense fallback={waits}>
            {issued && !own ? (
              <ShutPass
                orderKey={key ?? ''}
                onOpen={setOwn}
                notice={online ? null : <p role="status">{t.noConnection}</p>}
              />
            ) : (
              <OrderView
                progress={progress}
                online={online}
                own={own}
                orderKey={key ?? ''}
                onChanged={changed}
                onOpen={setOwn}
                onRetry={restart}
              />
            )}
          </Suspense>
        </Turned>
      ) : (
        waits
      )}
    </>
  )
}

/** The order followed until it is over; `restart` follows again after a change made here. */
function useOrder(key: string | null) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const [online, setOnline] = useState(true)
  const [missing, setMissing] = useState(false)
  const [round, setRound] = useState(0)

  // Outside React: the server's stream, and the browser's word about the connection.
  // A new round is a new watch.
  useEffect(() => {
    if (!key) return
    const stop = new AbortController()
    const lost = (): void => setOnline(false)
    // a stream that survived on paper may be dead: begin anew
    const back = (): void => setRound((count) => count + 1)
    addEventListener('offline', lost)
    addEventListener('online', back)
    const over = (now: Progress): boolean => isOver(now, Boolean(keptOrder(key)?.email))
    void follow(
      key,
      {
        onProgress: setProgress,
        onOnline: setOnline,
        onMissing: () => setMissing(true),
        isOver: over,
      },
      stop.signal,
    )
    return () => {
      removeEventListener('offline', lost)
      removeEventListener('online', back)
      stop.abort()
    }
  }, [key, round]) // oxlint-disable-line react/exhaustive-deps

  return { progress, online, missing, restart: () => setRound((count) => count + 1) }
}
