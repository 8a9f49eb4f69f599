import { type ReactNode, Suspense, useEffect, useReducer, useState } from 'react'
import { type PageName, pathOf } from '#contract/pages.ts'
import { apiErrorOf } from '../http/http.ts'
import { lazy } from '../lazy.ts'
import { goTo } from '../navigation.ts'
import { dropPromoterToken, passGuards, promoterToken } from '../session/session.ts'
import { useLocale, useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { ConnectionToldContext } from '../ui/connection-told.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { PersonIcon } from '../ui/icons.tsx'
import { LogoMark } from '../ui/logo.tsx'
import { Notice } from '../ui/notice.tsx'
import { useQuery } from '../ui/query.ts'
import { ToastRegion } from '../ui/toast.tsx'
import { keep, keptPromoter } from './device.ts'
import styles from './frame.module.css'
import { watchIdle } from './idle.ts'
import { leave, portal } from './portal.ts'
import { follow, nobody, type Promoter } from './promoter-user.ts'
import words from './texts.ts'

type Policy = { createScriptURL(address: string): string }
type Factory = { createPolicy(name: string, rules: Policy): Policy }

const address = '/portal-worker.js'
let policy: Policy | undefined

/**
 * Returns the URL of the portal's worker for browsers with Trusted Types: the only policy our pages
 * may create (`server/http/site-headers.ts`), and it accepts the one address.
 */
function workerScript(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  policy ??= trustedTypes?.createPolicy('portal-worker', { createScriptURL: () => address })
  return policy?.createScriptURL(address) ?? address
}

const LogOutDialog = lazy(() =>
  import('./log-out-dialog.tsx').then((module) => ({ default: module.LogOutDialog })),
)
const PasswordDialog = lazy(() =>
  import('./sign-in/password-dialog.tsx').then((module) => ({ default: module.PasswordDialog })),
)
const DayMeter = lazy(() =>
  import('./day-meter.tsx').then((module) => ({ default: module.DayMeter })),
)
const screens = ['promoter-ogpo', 'promoter-sales', 'promoter-search', 'promoter-block'] as const
/** The rows of all sales share the day's address. */
const ALL_SALES = { view: 'sales' }

type Props = {
  name: (typeof screens)[number]
  /** Heads the page until the screen with its own heading is there. */
  title: string
  children: (user: Promoter) => ReactNode
  /** Content of an unguarded page for a visitor who is not signed in. */
  guest?: ReactNode
}

/**
 * The portal around a screen: the current-user check with the full-page preloader, the other
 * screens, the idle rule, the way out.
 */
export function Portal({ name, title, children, guest }: Props) {
  const t = useTexts(words)
  const { user, known, error: formError, again } = usePromoter(guest === undefined)
  const online = useOnline()

  if (formError)
    return (
      <ErrorState
        title={t.failed}
        action={
          <Button size="small" variant="secondary" onClick={again}>
            {t.retry}
          </Button>
        }
      >
        {t.failedText}
      </ErrorState>
    )
  const pending = <Pending title={title} label={t.loading} />
  if (user.authPending) return pending
  return (
    <ToastRegion label={t.messages} closeLabel={t.close}>
      {user.userAuth && known ? <Menu name={name} user={known} /> : null}
      {online ? null : (
        <div className={styles.offline}>
          <Notice tone="warn" live title={t.offline}>
            {t.offlineText}
          </Notice>
        </div>
      )}
      <ConnectionToldContext value={!online}>
        {user.userAuth && known ? <Suspense fallback={pending}>{children(known)}</Suspense> : guest}
      </ConnectionToldContext>
    </ToastRegion>
  )
}

/**
 * The full-page preloader of a mounted shell; the one in the HTML is removed after this one mounts
 * (entry.tsx).
 */
const Pending = ({ title, label }: { title: string; label: string }) => (
  <>
    <h1 className="visually-hidden">{title}</h1>
    <div className="preloader" role="status">
      <LogoMark />
      <span className="visually-hidden">{label}</span>
    </div>
  </>
)

function Menu({ name, user }: { name: PageName; user: Promoter }) {
  const t = useTexts(words)
  const locale = useLocale()
  const [open, setOpen] = useState<'password' | 'log-out' | null>(null)
  const view = useQuery().get('view')
  const current = name === 'promoter-sales' && view === ALL_SALES.view ? 'sales' : name
  const entries = screens.flatMap((screen) => {
    const href = pathOf(screen, locale)
    const entry = { key: screen, href, title: t.pages[screen], rare: false }
    const all = { key: 'sales', href: `${href}?${new URLSearchParams(ALL_SALES)}`, title: t.sales }
    // The pause applies to everybody, not to one's own work: its link is below the day.
    if (screen === 'promoter-block') return []
    return screen === 'promoter-sales' ? [entry, { ...all, rare: true }] : [entry]
  })
  return (
    <div className={styles.bar}>
      <nav aria-label={t.menu} className={styles.menu}>
        {entries.map(({ key, href, title, rare }) => (
          <a
            key={key}
            href={href}
            aria-current={key === current ? 'page' : undefined}
            data-near={key === name ? '' : undefined}
            className={rare ? styles.rare : undefined}
            ref={key === current ? intoView : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      <Suspense>
        <DayMeter />
      </Suspense>
      <details className={styles.account} name="account">
        <summary>
          <PersonIcon />
          <span className="visually-hidden">{t.account}: </span>
          <span className={styles.name}>
            {user.name} {user.surname.slice(0, 1)}
            {user.surname ? '.' : ''}
          </span>
        </summary>
        <div className={styles.choices}>
          <p>{user.login}</p>
          <Button variant="quiet" size="small" onClick={() => setOpen('password')}>
            {t.password}
          </Button>
          <Button variant="quiet" size="small" onClick={() => setOpen('log-out')}>
            {t.logOut}
          </Button>
        </div>
      </details>
      <Suspense>
        {open === 'password' ? <PasswordDialog user={user} onClose={() => setOpen(null)} /> : null}
        {open === 'log-out' ? <LogOutDialog onStay={() => setOpen(null)} /> : null}
      </Suspense>
    </div>
  )
}

/** The screen one is on is in sight in a menu that scrolls sideways. */
const intoView = (link: HTMLElement | null): void => {
  const menu = link?.parentElement
  if (link && menu && menu.scrollWidth > menu.clientWidth)
    menu.scrollLeft = link.offsetLeft - menu.offsetLeft - 16
}

/**
 * Returns the signed-in promoter; offline the last one on this device, until the server answers the
 * first call.
 */
function usePromoter(guarded: boolean) {
  const locale = useLocale()
  const [user, dispatch] = useReducer(follow, { ...nobody(locale), authPending: true })
  const [known, setKnown] = useState<Promoter | null>(null)
  const [formError, setFormError] = useState(false)
  const [round, setRound] = useState(0)

  // Runs once, and at every retry.
  useEffect(() => {
    const stop = new AbortController()
    const enter = (found: Promoter): void => {
      if (found.password_change_required) {
        goTo(pathOf('promoter', locale))
        return
      }
      keep('user', found)
      setKnown(found)
      dispatch({ type: 'known', user: found })
    }
    if (!promoterToken()) {
      if (guarded) passGuards(['promoter-auth'], null, locale)
      else dispatch({ type: 'gone' })
      return
    }
    dispatch({ type: 'asking' })
    portal('promoterMe', {}, { signal: stop.signal }).then(
      ({ user: found }) => enter(found),
      (error) => {
        if (stop.signal.aborted) return
        const { kind } = apiErrorOf(error)
        const last = keptPromoter()
        if ((kind === 'offline' || kind === 'timeout') && last) return enter(last)
        if (kind === 'forbidden' || kind === 'missing') {
          dropPromoterToken()
          return passGuards(['promoter-auth'], null, locale)
        }
        if (kind !== 'unauthorised') setFormError(true)
      },
    )
    return () => stop.abort()
  }, [round]) // oxlint-disable-line react/exhaustive-deps

  // Watches the promoter's activity, in every tab.
  useEffect(() => (user.userAuth ? watchIdle(() => void leave()) : undefined), [user.userAuth])

  // Registers the worker that opens the selling screen offline. Without it the portal still works.
  useEffect(() => {
    if (user.userAuth)
      void navigator.serviceWorker
        ?.register(workerScript(), { scope: `${pathOf('promoter', locale)}/` })
        .catch(() => {})
  }, [user.userAuth, locale])

  const again = (): void => {
    setFormError(false)
    setRound((count) => count + 1)
  }
  return { user, known, error: formError, again }
}

/** Whether the browser has a connection; in the HTML made at build it has. */
export function useOnline(): boolean {
  const [online, setOnline] = useState(true)
  useEffect(() => {
    const look = (): void => setOnline(navigator.onLine)
    look()
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
  return online
}
