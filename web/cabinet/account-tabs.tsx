import {
  type ComponentType,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { pathOf } from '#contract/pages.ts'
import { api } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { apiErrorOf } from '../http/http.ts'
import { useRead } from '../http/replies.ts'
import { lazy } from '../lazy.ts'
import { wipeDraft } from '../purchase/state/wipe-draft.ts'
import { setRole } from '../session/role.ts'
import { cabinetToken, passGuards, sessionEnded, signOut } from '../session/session.ts'
import { keepName } from '../session/signed-in-name.ts'
import { useLocale, useTexts } from '../texts.ts'
import { Later, Loaded } from '../ui/loaded.tsx'
import { ToastRegion } from '../ui/toast.tsx'
import styles from './cabinet.module.css'
import { type Cabinet, CabinetContext } from './cabinet.ts'
import { Menu } from './menu.tsx'
import { emptyState, reduce } from './state.ts'
import { policyAddress, policyOf, type TabName, tabAddress, tabOf } from './tabs.ts'
import words from './texts.ts'

/** Loaded when it is asked for. */
const LogOutDialog = lazy(() =>
  import('../dialogs/log-out.tsx').then((module) => ({ default: module.LogOutDialog })),
)

/** Of each tab the file it is loaded from when it is opened. */
export type Panels = Record<TabName, () => Promise<ComponentType>>

/**
 * The client's cabinet: a shell made at build, filled from the API. Signed out, the page leaves for
 * the sign-in and is come back to.
 */
export function Account({ panels }: { panels: Panels }) {
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useRead('cabinetUser', 'account', async (signal) => {
    const token = cabinetToken()
    if (!token) {
      passGuards(['auth'], null, locale)
      return null
    }
    try {
      const [{ data: user }, { data: clock }] = await Promise.all([
        api('cabinetUser', {}, { token, signal }),
        api('clock', {}, { signal }),
      ])
      keepName(user.name)
      setRole(user.role)
      return passGuards(['auth'], user.role, locale) ? { user, today: clock.today } : null
    } catch (error) {
      if (apiErrorOf(error).kind !== 'unauthorised') throw error
      sessionEnded(locale)
      return null
    }
  })
  if (!loading.value)
    return (
      <Frame heading={t.heading} menu={<div className={styles.noMenu} />}>
        <Loaded loading={loading} value={null}>
          {() => null}
        </Loaded>
      </Frame>
    )
  return (
    <ToastRegion label={t.messages} closeLabel={t.close}>
      <AccountTabs {...loading.value} panels={panels} />
    </ToastRegion>
  )
}

/** What comes stands where its place was kept. */
const Frame = ({
  heading,
  menu,
  children,
}: {
  heading: string
  menu: ReactNode
  children: ReactNode
}) => (
  <div className={styles.page}>
    <header className={styles.head}>
      <h1>{heading}</h1>
    </header>
    <div className={styles.rooms}>
      {menu}
      {children}
    </div>
  </div>
)

type Props = Pick<Cabinet, 'user' | 'today'> & { panels: Panels }

function AccountTabs({ user: first, today, panels }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const [state, dispatch] = useReducer(reduce, reduce(emptyState, { type: 'user', user: first }))
  const [user, setUser] = useUser(first)
  const { tab, policy, openTab, openPolicy: showPolicy } = usePlace(user.password_change_required)
  const [leaving, setLeaving] = useState<'never' | 'no' | 'asked' | 'busy'>('never')
  const content = useRef<HTMLElement>(null)
  const open = useCallback(
    (name: TabName) => {
      openTab(name)
      content.current?.focus({ preventScroll: true })
    },
    [openTab],
  )
  const openPolicy = useCallback(
    (globalId: string | null) => {
      showPolicy(globalId)
      content.current?.focus({ preventScroll: true })
    },
    [showPolicy],
  )
  const logOut = async () => {
    setLeaving('busy')
    // Errors are ignored (specification, section 7): the token is forgotten here in any case.
    await ask('cabinetLogout', {}).catch(() => {})
    dispatch({ type: 'left' })
    wipeDraft()
    signOut(locale)
  }
  return (
    <CabinetContext
      value={{
        state,
        dispatch,
        user,
        onUser: setUser,
        today,
        openTab: open,
        policy,
        openPolicy,
      }}
    >
      <Frame
        heading={t.hello(user.name)}
        menu={<Menu user={user} tab={tab} onOpen={open} onLeave={() => setLeaving('asked')} />}
      >
        <section ref={content} className={styles.content} aria-labelledby="tab-title" tabIndex={-1}>
          <h2 id="tab-title" className={tab === 'policies' ? 'visually-hidden' : styles.title}>
            {t.tabs[tab]}
          </h2>
          <Later key={tab} load={panels[tab]} />
        </section>
      </Frame>
      {leaving === 'never' ? null : (
        <Suspense fallback={null}>
          <LogOutDialog
            open={leaving !== 'no'}
            busy={leaving === 'busy'}
            onLogOut={() => void logOut()}
            onStay={() => setLeaving('no')}
          />
        </Suspense>
      )}
    </CabinetContext>
  )
}

/** The client as the server knows them when the page is looked at. */
function useUser(first: Cabinet['user']) {
  const [user, setUser] = useState(first)
  // Meanwhile the client may have got another role, or the session may be over.
  useEffect(() => {
    const look = async () => {
      if (document.hidden) return
      const { data } = await ask('cabinetUser', {})
      setUser(data)
      setRole(data.role)
    }
    const listen = () => void look().catch(() => {})
    document.addEventListener('visibilitychange', listen)
    return () => document.removeEventListener('visibilitychange', listen)
  }, [])
  return [user, setUser] as const
}

/** Where in the cabinet the address says one is, with the browser's back and forward. */
function usePlace(mustChangePassword: boolean) {
  const locale = useLocale()
  const [search, setSearch] = useState(() => location.search)
  useEffect(() => {
    const read = () => setSearch(location.search)
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [])
  const go = useCallback((address: string) => {
    history.pushState(null, '', address)
    setSearch(location.search)
  }, [])
  const openTab = useCallback(
    (name: TabName) => go(tabAddress(pathOf('account', locale), name)),
    [go, locale],
  )
  const openPolicy = useCallback(
    (globalId: string | null) => {
      go(policyAddress(pathOf('account', locale), globalId))
      scrollTo(0, 0)
    },
    [go, locale],
  )
  const tab = tabOf(search, mustChangePassword)
  return { tab, policy: policyOf(search), openTab, openPolicy }
}
