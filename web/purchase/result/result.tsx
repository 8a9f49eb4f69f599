import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { lazy } from '../../lazy.ts'
import { useFollowed } from '../../sale/follow.ts'
import { isOver, phaseOf } from '../../sale/phase.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { useFocusKept } from '../../ui/focus-kept.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { flowHere } from '../flow.ts'
import { type KeptOrder, keptOrder } from '../state/kept-order.ts'
import { wipeDraft } from '../state/wipe-draft.ts'
import { Way } from '../way/way.tsx'
import words from './first-texts.ts'
import { provedOrder, useOtherTabs, useShutInTime } from './link/proof.ts'
import styles from './result.module.css'

/** The view loads while the order is requested. */
const loadView = () => import('./order-view.tsx')
const OrderView = lazy(() => loadView().then((module) => ({ default: module.OrderView })))
const NoOrder = lazy(() => import('./no-order.tsx').then((module) => ({ default: module.NoOrder })))

/** The back of the pass, on a device that has not proved whose it is. */
const ShutPass = lazy(() =>
  import('./link/link.tsx').then((module) => ({ default: module.ShutPass })),
)

/** Owner of the frame; the site's own page has back, plate and call above the road. */
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
  const { progress, online, missing, restart } = useFollowed(
    { id: key ?? null, key: key ?? null },
    (now) => isOver(now, Boolean(key && keptOrder(key)?.email)),
  )
  const [own, setOwn] = useState<KeptOrder | null>(null)

  useEffect(() => {
    const order = new URLSearchParams(location.search).get('order')
    setKey(order)
    setOwn(order ? provedOrder(order) : null)
    // Without a connection the view comes with its next use.
    if (order) loadView().catch(() => {})
  }, [])
  useShutInTime(key ?? '', own, () => setOwn(null))
  useOtherTabs(key ?? '', own, setOwn)
  const issued = progress !== null && phaseOf(progress) === 'issued'
  useEffect(() => {
    if (issued && own) wipeDraft()
  }, [issued, own])
  /** A payment or correction made here is stored in this tab: read it anew with the order. */
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

/**
 * Both sides of a pass: if the order opens here, it turns its front and takes the focus of the
 * code, scrolled to its top. Nothing turns if the page loads with the order open.
 */
function Turned({ own, children }: { own: KeptOrder | null; children: ReactNode }) {
  const part = useFocusKept<boolean, HTMLDivElement>(own !== null)
  const shutAtFirst = useRef(own === null)
  const turned = own !== null && shutAtFirst.current
  // The place on the page, where the code's keyboard had pushed it.
  useEffect(() => {
    if (turned) scrollTo(0, 0)
  }, [turned])
  return (
    <div ref={part} tabIndex={-1} className={turned ? styles.turned : styles.side}>
      {children}
    </div>
  )
}
