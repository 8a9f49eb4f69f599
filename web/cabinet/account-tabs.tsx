import {
  type ComponentType,
  type MouseEvent,
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
import { addressOf } from '../session/guards.ts'
import { setRole } from '../session/role.ts'
import { cabinetToken, passGuards, sessionEnded, signOut } from '../session/session.ts'
import { keepName } from '../session/signed-in-name.ts'
import { useLocale, useTexts } from '../texts.ts'
import { ArrowIcon, icon, PersonIcon } from '../ui/icons.tsx'
import { Later, Loaded } from '../ui/loaded.tsx'
import { Permission } from '../ui/permission.tsx'
import { ToastRegion } from '../ui/toast.tsx'
import styles from './cabinet.module.css'
import { type Cabinet, CabinetContext } from './cabinet.ts'
import menuStyles from './menu.module.css'
import { emptyState, reduce } from './state.ts'
import {
  barNames,
  policyAddress,
  policyOf,
  type TabName,
  tabAddress,
  tabNames,
  tabOf,
} from './tabs.ts'
import words from './texts.ts'

// Drawn here and not taken from the icons of later parts, which would come with the shell.
const PassIcon = icon(<path d="M20 8H6a2 2 0 0 1 0-4h11v4M4 6v11a2 2 0 0 0 2 2h14V8M16 13.5h.01" />)
const PaperIcon = icon(<path d="M14 3.5H6v17h12V7.5l-4-4V8h4M9 12.5h6M9 16h4" />)
const CardIcon = icon(<path d="M3 5.5h18v13H3zM3 10h18M7 14.5h3" />)
const ShieldIcon = icon(
  <path d="M12 3.5l7.5 3v5c0 4-3 7.5-7.5 9-4.5-1.5-7.5-5-7.5-9v-5zM12 8.500v4m0 3v.01" />,
)
const FileIcon = icon(<path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.500h14" />)
const LockIcon = icon(<path d="M7.5 11V8a4.5 4.5 0 0 1 9 0v3M5.5 11h13v9h-13z" />)
const LeaveIcon = icon(<path d="M10 4H4v16h6M10 12h10m-4-4 4 4-4 4" />)
const DotsIcon = icon(<path d="M5 12h.01M12 12h.01M19 12h.01" />)
const icons: Record<TabName, ReactNode> = {
  policies: <PassIcon />,
  applications: <PaperIcon />,
  cards: <CardIcon />,
  data: <PersonIcon />,
  claims: <ShieldIcon />,
  documents: <FileIcon />,
  password: <LockIcon />,
}

type MenuProps = {
  user: Cabinet['user']
  tab: TabName
  onOpen: (name: TabName) => void
  onLeave: () => void
}

/**
 * The tabs, the desk of a user who has one, and the sign-out; before a first password nothing but
 * that. A bar under the thumb on phones, with rare items one tap behind it; a list beside the page
 * on wide screens.
 */
function Menu({ user, tab, onOpen, onLeave }: MenuProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const names: readonly TabName[] = user.password_change_required ? ['password'] : barNames
  const rest = user.password_change_required
    ? []
    : tabNames.filter((name) => !barNames.includes(name))
  const press = (name: TabName) => (event: MouseEvent<HTMLElement>) => {
    // A new tab or window of the browser is the person's own wish.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    closeRest(event)
    onOpen(name)
  }
  const link = (name: TabName) => (
    <li key={name}>
      <a
        href={tabAddress(pathOf('account', locale), name)}
        aria-current={name === tab ? 'page' : undefined}
        onClick={press(name)}
      >
        {icons[name]}
        {t.tabs[name]}
      </a>
    </li>
  )
  return (
    <nav className={menuStyles.menu} aria-label={t.menu}>
      <ul>
        {names.map(link)}
        <li className={menuStyles.behind}>
          <button
            type="button"
            popoverTarget="cabinet-more"
            data-current={rest.includes(tab) || undefined}
          >
            <DotsIcon />
            {t.more}
          </button>
          {/* The browser's own popover: Escape and a press outside close it. */}
          <ul id="cabinet-more" popover="auto" className={menuStyles.rest} aria-label={t.more}>
            {rest.map(link)}
            <Permission roles={['accountant', 'staff']}>
              <li>
                <a href={addressOf('own-page', user.role, locale)}>
                  <ArrowIcon />
                  {t.desk}
                </a>
              </li>
            </Permission>
            <li className={menuStyles.leave}>
              <button
                type="button"
                onClick={(event) => {
                  closeRest(event)
                  onLeave()
                }}
              >
                <LeaveIcon />
                {t.logOut}
              </button>
            </li>
          </ul>
        </li>
      </ul>
    </nav>
  )
}

/** A choice in the popover closes it; on a wide page it is no popover. */
function closeRest({ currentTarget }: MouseEvent<HTMLElement>): void {
  const rest = currentTarget.closest<HTMLElement>('[popover]')
  if (rest?.matches(':popover-open')) rest.hidePopover()
}

/** Loaded when it is opened. */
const LogOutDialog = lazy(() =>
  import('../dialogs/log-out.tsx').then((module) => ({ default: module.LogOutDialog })),
)

/** Of each tab the file it is loaded from when it is opened. */
export type Panels = Record<TabName, () => Promise<ComponentType>>

/**
 * The client's cabinet: a shell made at build, filled from the API. A signed-out visitor is sent to
 * the sign-in, which leads back here.
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

/** The client as the server knows them when the page opens. */
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
