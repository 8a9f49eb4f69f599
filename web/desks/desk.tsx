import { type ComponentType, type ReactNode, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { api } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { apiErrorOf } from '../http/http.ts'
import { goTo } from '../navigation.ts'
import { page } from '../pages.ts'
import { addressOf } from '../session/guards.ts'
import { cabinetToken, passGuards, sessionEnded, signOut } from '../session/session.ts'
import { keepName } from '../session/who.ts'
import { useLocale, useTexts } from '../texts.ts'
import { classNames } from '../ui/class-names.ts'
import { Loaded, useLoading } from '../ui/loaded.tsx'
import { useQuery } from '../ui/query.ts'
import { ToastRegion } from '../ui/toast.tsx'
import words from './desk-texts.ts'
import { type DeskName, desks } from './desks.ts'
import { entriesOf, type User } from './shell/entries.ts'
import { useFolded } from './shell/folded.ts'
import { Foot } from './shell/foot.tsx'
import { type Keys, useKeys } from './shell/keys.ts'
import { PhoneBar, Rail } from './shell/rail.tsx'
import styles from './shell/shell.module.css'
import { Top } from './shell/top.tsx'
import { useFreshWaiting, useWaiting } from './shell/waiting.ts'

/** Who sits at the desk, and today by the server's clock (a day of Almaty). */
type StaffVisit = { user: User; today: string }

type Props = {
  name: DeskName
  title: string
  /** The desk is one white sheet that scrolls inside; else its parts lie on the paper. */
  sheet?: boolean
  children: (at: StaffVisit) => ReactNode
}

/**
 * The frame of every desk: who is here, the other desks with what waits there, keys, language, the
 * way out, the foot; `children` is drawn once the person is known and the page's guards let them in.
 */
export function StaffConsole({ name, title, sheet, children }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useLoading((signal) => whoIsHere(name, locale, signal))
  const user = loading.value?.user ?? null
  const [small, fold] = useFolded()
  const over = useOver()
  const view = useQuery().get('view')
  useFreshWaiting(user?.role === 'staff')
  const entries = entriesOf(name, user, locale, view, useWaiting()?.counts ?? null)
  useKeys({ BracketLeft: fold, ...over.keys, ...useGo(entries) }, true)
  return (
    <div className={styles.desk} data-small={small ? '' : undefined}>
      <a className={styles.skip} href="#desk">
        {t.skip}
      </a>
      <Rail entries={entries} small={small} onFold={fold} />
      <Top name={name} title={title} user={user} onKeys={over.help} onLeave={over.leave} />
      <ToastRegion label={t.messages} closeLabel={t.close}>
        <main
          id="desk"
          className={classNames(styles.page, sheet && styles.sheet)}
          aria-label={title}
          tabIndex={-1}
        >
          <div className={styles.content}>
            <Loaded loading={loading} value={loading.value}>
              {children}
            </Loaded>
          </div>
        </main>
      </ToastRegion>
      <Foot />
      <PhoneBar entries={entries} onMore={() => over.more(entries)} />
      {over.shown}
    </div>
  )
}

/** Null when the page is already leaving: nobody signed in, or somebody whose desk this is not. */
async function whoIsHere(
  name: DeskName,
  locale: Locale,
  signal: AbortSignal,
): Promise<StaffVisit | null> {
  const token = cabinetToken()
  if (!token) {
    passGuards(page(name).guards, null, locale)
    return null
  }
  try {
    const [{ data: user }, { data: clock }] = await Promise.all([
      api('cabinetUser', {}, { token, signal }),
      api('clock', {}, { signal }),
    ])
    keepName(user.name)
    if (!passGuards(page(name).guards, user.role, locale)) return null
    if (user.password_change_required) {
      goTo(pathOf('account', locale))
      return null
    }
    if (desks[name].for === 'administrator' && !user.administrator) {
      goTo(addressOf('own-page', user.role, locale))
      return null
    }
    return { user, today: clock.today }
  } catch (error) {
    if (apiErrorOf(error).kind !== 'unauthorised') throw error
    sessionEnded(locale)
    return null
  }
}

type Over = ComponentType<{ onClose: () => void }>

/** What opens over the desk: each comes when it is asked for, a desk's first load is small. */
function useOver() {
  const locale = useLocale()
  const [open, setOpen] = useState<{ Part: Over } | null>(null)
  const show = async (load: () => Promise<Over>) => {
    const Part = await load()
    setOpen({ Part })
  }
  const help = () => void show(async () => (await import('./shell/key-map.tsx')).KeyMap)
  const more = (entries: ReturnType<typeof entriesOf>) =>
    void show(async () => {
      const { More } = await import('./shell/more.tsx')
      return ({ onClose }) => <More entries={entries} onClose={onClose} />
    })
  const leave = () =>
    void show(async () => {
      const { Leave } = await import('./shell/leave.tsx')
      return ({ onClose }) => <Leave onLeave={() => void logOut(locale)} onClose={onClose} />
    })
  const keys: Keys = { 'Shift+Slash': help }
  return {
    help,
    more,
    leave,
    keys,
    shown: open ? <open.Part onClose={() => setOpen(null)} /> : null,
  }
}

async function logOut(locale: Locale): Promise<void> {
  // Errors are ignored (specification, section 7): the token is forgotten here in any case.
  await ask('cabinetLogout', {}).catch(() => {})
  signOut(locale)
}

/** `G`, then a letter: to a desk that the person has. */
const letters: Readonly<Record<string, DeskName>> = {
  KeyH: 'staff-today',
  KeyO: 'staff-orders',
  KeyC: 'staff-claims',
  KeyK: 'kyc',
  KeyP: 'staff-clients',
  KeyS: 'staff-status',
}
function useGo(entries: ReturnType<typeof entriesOf>): Keys {
  const [going, setGoing] = useState(false)
  if (!going) return { KeyG: () => setGoing(true) }
  const stop = () => setGoing(false)
  const ways = Object.entries(letters).map(([code, desk]) => [
    code,
    () => {
      stop()
      const entry = entries.find(({ key }) => key === desk)
      if (entry) goTo(entry.href)
    },
  ])
  return { ...Object.fromEntries(ways), '*': stop }
}
