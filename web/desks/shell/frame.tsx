import { type ComponentType, useEffect, useState } from 'react'
import { brand } from '#brand'
import { type PageName, pathOf } from '#contract/pages.ts'
import { formatTime } from '#domain/calendar.ts'
import { type Locale, languageNames, languageTag, locales } from '#domain/locale.ts'
import { languageCookieSeconds } from '../../constants.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { goTo } from '../../navigation.ts'
import { signOut } from '../../session/session.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { LogoMark } from '../../ui/logo.tsx'
import { setQuery, useQuery } from '../../ui/query.ts'
import { keepWholePastes } from '../../ui/whole-paste.ts'
import words from '../desk-texts.ts'
import type { DeskName } from '../desks.ts'
import { type Entry, entriesOf, type User } from './entries.ts'
import { useFolded } from './folded.ts'
import styles from './foot.module.css'
import { useSum } from './foot-sum.ts'
import { Stroke } from './icons.tsx'
import { type Keys, useEscape, useKeys } from './keys.ts'
import { useSaleSentence } from './sale-sentence.ts'
import saleWords from './sale-texts.ts'
import { openSearch, useSearchAsked } from './search-open.ts'
import { useTheme } from './theme.ts'
import { useFreshWaiting, useLateDuties, useWaiting } from './waiting.ts'

/** Every desk shows within a minute that sales stopped; the reply is one small read. */
const EVERY_MS = 15_000

/** Returns whether sales work, polled while the page is visible; null until the first reply. */
const useSelling = () =>
  useReply(ask, 'staffSelling', {}, { everyMs: EVERY_MS, onReturn: true }).value

/** Returns the footer's last reply, for the rail. */
export const useHeardSelling = () => useReply(ask, 'staffSelling', {}, { on: false }).value

/** The page's total, and whether the outside systems answer. */
export function Foot() {
  const sum = useSum()
  return (
    <footer className={styles.foot}>
      <span className={styles.sum}>{sum}</span>
      <Health />
    </footer>
  )
}

function Health() {
  const t = useTexts(words)
  const sale = useTexts(saleWords)
  const locale = useLocale()
  const sentence = useSaleSentence()
  const selling = useSelling()
  if (!selling) return null
  const { verdict, systems, at } = selling
  const isWell = verdict.tone === 'good'
  const isTold = verdict.kind !== 'waiting' && verdict.waiting.count > 0
  const people = isTold ? ` · ${sale.people(verdict.waiting.count)}` : ''
  return (
    <span className={styles.health} data-tone={verdict.tone}>
      <span role="status">
        <a href={pathOf('staff-status', locale)} data-tone={verdict.tone}>
          {isWell ? t.well(systems) : `${sentence(verdict)}${people}`}
        </a>
      </span>
      <span className={styles.refreshed}>{t.refreshed(formatTime(new Date(at)))}</span>
    </span>
  )
}

/**
 * Opens every folded `<details>` while the page is printed and folds it again afterwards; they are
 * the browser's own, anywhere on the page.
 */
export function useWholePrint(): void {
  useEffect(() => {
    let opened: HTMLDetailsElement[] = []
    const open = () => {
      const folded = document.querySelectorAll<HTMLDetailsElement>('main details:not([open])')
      opened = [...folded]
      for (const one of opened) {
        // The browser keeps only one of several with the same name open.
        one.dataset.name = one.getAttribute('name') ?? ''
        one.removeAttribute('name')
        one.open = true
      }
    }
    const close = () => {
      for (const one of opened) {
        one.open = false
        if (one.dataset.name) one.setAttribute('name', one.dataset.name)
        delete one.dataset.name
      }
      opened = []
    }
    addEventListener('beforeprint', open)
    addEventListener('afterprint', close)
    return () => {
      removeEventListener('beforeprint', open)
      removeEventListener('afterprint', close)
    }
  }, [])
}

// The searches of the desks are plain fields.
if (typeof document !== 'undefined') keepWholePastes(document)

type Props = { name: DeskName; user: User | null }

/**
 * The frame around the work, in its own file: links to the other desks with their counts, keys,
 * language, sign-out.
 */
export function Frame({ name, user }: Props) {
  const locale = useLocale()
  const [small, fold] = useFolded()
  const [, nextTheme] = useTheme()
  const over = useOver()
  const view = useQuery().get('view')
  useWholePrint()
  useFreshWaiting(user?.role === 'staff')
  const lateDuties = useLateDuties(user?.role === 'accountant')
  const entries = entriesOf(name, user, locale, view, useWaiting(), useHeardSelling(), lateDuties)
  useSearchAsked(user !== null, () => {
    if (user) over.search(user, entries)
  })
  useEscape()
  useKeys(
    {
      BracketLeft: fold,
      KeyT: nextTheme,
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

/** Dialogs over the desk, each loaded on demand: a desk's first load is small. */
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

type ToolsProps = {
  name: PageName
  user: User | null
  onSearch: () => void
  onKeys: () => void
  onLeave: () => void
}

/** The search, the keys, the language, who is here and the way out. */
function ToolBar({ name, user, onSearch, onKeys, onLeave }: ToolsProps) {
  const t = useTexts(words)
  const who = user ? `${user.surname} ${user.name}` : undefined
  return (
    <div className={styles.tools}>
      <button
        type="button"
        className={styles.seek}
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={onSearch}
      >
        <Stroke of="search" />
        <span className="visually-hidden">{t.search}:</span>
        <span>{user?.role === 'accountant' ? t.searchBooks : t.searchFor}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <button
        type="button"
        className={`${styles.tool} ${styles.keys}`}
        aria-label={t.keys}
        aria-keyshortcuts="?"
        onClick={onKeys}
      >
        <Stroke of="keys" />
      </button>
      <ThemeButton />
      <Languages name={name} label={t.language} />
      <span className={styles.who} title={who}>
        {who}
      </span>
      <button type="button" className={styles.tool} aria-label={t.logOut} onClick={onLeave}>
        <Stroke of="out" />
      </button>
    </div>
  )
}

/** Switches to the next theme: system, light, dark. */
function ThemeButton() {
  const t = useTexts(words)
  const [theme, next] = useTheme()
  return (
    <button
      type="button"
      className={`${styles.tool} ${styles.theme}`}
      aria-label={t.theme(t.themes[theme])}
      title={t.theme(t.themes[theme])}
      aria-keyshortcuts="T"
      onClick={next}
    >
      <Stroke of={theme === 'dark' ? 'moon' : theme === 'light' ? 'sun' : 'screen'} />
    </button>
  )
}

/** The same desk in the other language, with the same query. */
function Languages({ name, label }: { name: PageName; label: string }) {
  const current = useLocale()
  return (
    <nav aria-label={label} className={styles.languages}>
      {locales.map((locale) => (
        <a
          key={locale}
          href={pathOf(name, locale)}
          lang={languageTag(locale)}
          hrefLang={languageTag(locale)}
          aria-current={locale === current ? 'true' : undefined}
          onClick={({ currentTarget }) => {
            // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
            document.cookie = `lang=${locale}; Path=/; Max-Age=${languageCookieSeconds}; SameSite=Lax`
            currentTarget.search = location.search
          }}
        >
          <span aria-hidden="true">{languageNames[locale].short}</span>
          <span className="visually-hidden">{languageNames[locale].whole}</span>
        </a>
      ))}
    </nav>
  )
}

type RailProps = { entries: readonly Entry[]; small: boolean; onFold: () => void }

/** Links to every desk in groups, each with its count. */
function Rail({ entries, small, onFold }: RailProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const groups = [...new Set(entries.map(({ group }) => group))]
  return (
    <nav aria-label={t.menu} className={styles.rail} data-small={small ? '' : undefined}>
      <div className={styles.brand}>
        <a href={pathOf('index', locale)} aria-label={`${brand.name[locale]}, ${t.home}`}>
          <LogoMark />
          <span className={styles.word}>{brand.name[locale]}</span>
        </a>
        <button
          type="button"
          className={styles.fold}
          aria-label={small ? t.unfold : t.fold}
          aria-expanded={!small}
          aria-keyshortcuts="["
          onClick={onFold}
        >
          <Stroke of="rail" />
        </button>
      </div>
      <div className={styles.groups}>
        {groups.map((group, index) => (
          <div key={group}>
            {index > 0 ? <p className={styles.group}>{t.groups[group]}</p> : null}
            <ul aria-label={t.groups[group]}>
              {entries
                .filter((entry) => entry.group === group)
                .map((entry) => (
                  <RailEntry key={entry.key} entry={entry} />
                ))}
            </ul>
          </div>
        ))}
      </div>
      <Stroke of="land" box="0 0 200 40" className={styles.land} />
    </nav>
  )
}

function RailEntry({ entry, word }: { entry: Entry; word?: string }) {
  const { key, title, href, icon, current, count, mentions, query } = entry
  const said = [count?.all ? `waits-${key}` : '', mentions > 0 ? `names-${key}` : '']
  return (
    <li>
      <a
        href={href}
        title={title}
        aria-current={current ? 'page' : undefined}
        aria-describedby={said.filter(Boolean).join(' ') || undefined}
        onClick={(event) => {
          if (!query || event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          setQuery(query)
        }}
      >
        <Stroke of={icon} />
        <span className={styles.word}>{word ?? title}</span>
      </a>
      {count?.all ? <Count id={`waits-${key}`} {...count} /> : null}
      {mentions > 0 ? <Mentions id={`names-${key}`} all={mentions} /> : null}
    </li>
  )
}

function Count({ id, all, late }: { id: string; all: number; late: number }) {
  const t = useTexts(words)
  return (
    <span id={id} className={styles.count} data-late={late > 0 ? '' : undefined}>
      <span aria-hidden="true">{all > 999 ? '999+' : all}</span>
      <span className="visually-hidden">{t.waits(all, late)}</span>
    </span>
  )
}

/** Notes that mention the user. */
function Mentions({ id, all }: { id: string; all: number }) {
  const t = useTexts(words)
  return (
    <span id={id} className={styles.mentions}>
      <span aria-hidden="true">@{all > 9 ? '9+' : all}</span>
      <span className="visually-hidden">{t.mentions(all)}</span>
    </span>
  )
}

/** The bar of a phone: four ways at the thumb, the others behind «more». */
function PhoneBar({ entries, onMore }: { entries: readonly Entry[]; onMore: () => void }) {
  const t = useTexts(words)
  const isBehind = entries.slice(4).some(({ current }) => current)
  return (
    <nav aria-label={t.menu} className={styles.phone}>
      <ul>
        {entries.slice(0, 4).map((entry) => (
          <RailEntry
            key={entry.key}
            entry={{ ...entry, key: `bar-${entry.key}` }}
            word={entry.short}
          />
        ))}
        {entries.length > 4 ? (
          <li>
            <button type="button" aria-current={isBehind || undefined} onClick={onMore}>
              <Stroke of="dots" />
              <span className={styles.word}>{t.more}</span>
            </button>
          </li>
        ) : null}
      </ul>
    </nav>
  )
}
