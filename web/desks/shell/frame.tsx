import { type ComponentType, useState } from 'react'
import type { Locale } from '#domain/locale.ts'
import { ask } from '../../http/ask.ts'
import { goTo } from '../../navigation.ts'
import { signOut } from '../../session/session.ts'
import { useLocale } from '../../texts.ts'
import { useQuery } from '../../ui/query.ts'
import { keepWholePastes } from '../../ui/whole-paste.ts'
import type { DeskName } from '../desks.ts'
import { type Entry, entriesOf, type User } from './entries.ts'
import { useFolded } from './folded.ts'
import { type Keys, useFieldLeft, useKeys } from './keys.ts'
import { PhoneBar, Rail } from './rail.tsx'
import { openSearch, useSearchAsked } from './search-open.ts'
import { ToolBar } from './tools.tsx'
import { useWholePrint } from './use-whole-print.ts'
import { useFreshWaiting, useWaiting } from './waiting.ts'

export { Foot } from './foot.tsx'

// The searches of the desks are plain fields.
if (typeof document !== 'undefined') keepWholePastes(document)

type Props = { name: DeskName; user: User | null }

/**
 * What stands around the work, in a file of its own: the ways to the other desks with what waits
 * there, the keys, the language, the way out.
 */
export function Frame({ name, user }: Props) {
  const locale = useLocale()
  const [small, fold] = useFolded()
  const over = useOver()
  const view = useQuery().get('view')
  useWholePrint()
  useFreshWaiting(user?.role === 'staff')
  const entries = entriesOf(name, user, locale, view, useWaiting())
  useSearchAsked(user !== null, () => {
    if (user) over.search(user, entries)
  })
  useFieldLeft()
  useKeys(
    {
      BracketLeft: fold,
      'Shift+Slash': over.help,
      Slash: openSearch,
      'Mod+KeyK': openSearch,
      ...useGo(entries),
    },
    true,
  )
  return (
    <>
      <Rail entries={entries} small={small} onFold={fold} />
      <PhoneBar entries={entries} onMore={() => over.more(entries)} />
      {over.shown}
    </>
  )
}

/** Beside the name of the page. */
export function Tools({ name, user }: Props) {
  const over = useOver()
  return (
    <>
      <ToolBar
        name={name}
        user={user}
        onSearch={openSearch}
        onKeys={over.help}
        onLeave={over.leave}
      />
      {over.shown}
    </>
  )
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
  const help = () => void show(async () => (await import('./key-map.tsx')).KeyMap)
  const more = (entries: readonly Entry[]) =>
    void show(async () => {
      const { More } = await import('./more.tsx')
      return ({ onClose }) => <More entries={entries} onClose={onClose} />
    })
  const search = (user: User, entries: readonly Entry[]) =>
    void show(async () => {
      const { Palette } = await import('../search/palette.tsx')
      return ({ onClose }) => <Palette user={user} entries={entries} onClose={onClose} />
    })
  const leave = () =>
    void show(async () => {
      const { Leave } = await import('./leave.tsx')
      return ({ onClose }) => <Leave onLeave={() => void logOut(locale)} onClose={onClose} />
    })
  return {
    help,
    more,
    search,
    leave,
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
function useGo(entries: readonly Entry[]): Keys {
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
