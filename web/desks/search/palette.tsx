import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { asked, isWhole, type Recognised, recognise } from '#domain/desk-search.ts'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useReply } from '../../http/replies.ts'
import { goTo } from '../../navigation.ts'
import { useTexts } from '../../texts.ts'
import { ChevronIcon, CloseIcon } from '../../ui/icons.tsx'
import { setQuery } from '../../ui/query.ts'
import deskWords, { refusedWords } from '../desk-texts.ts'
import { RefusedList, type RefusedSale } from '../refused.tsx'
import type { Entry, User } from '../shell/entries.ts'
import { Stroke } from '../shell/icons.tsx'
import { takeEarly } from '../shell/search-open.ts'
import { type Found, type Hit, useHits, useNamedHits, useRecentHits } from './hits.tsx'
import styles from './search.module.css'
import words from './texts.ts'

/** Number of refusals shown; the client's card has all. */
const REFUSED = 4

type Props = { user: User; entries: readonly Entry[]; onClose: () => void }

/**
 * One field for every whole number: shows what it was recognised as, below its objects in groups,
 * then the acts. Before typing, what the user opened last.
 */
export function Palette({ user, entries, onClose }: Props) {
  const t = useTexts(words)
  const { searchFor, searchBooks } = useTexts(deskWords)
  // An accountant finds only what is in the reports.
  const label = user.role === 'accountant' ? searchBooks : searchFor
  const id = useId()
  const dialog = useModal()
  const [text, setText] = useState('')
  // The selected line; null: the first result, or none of the recent ones.
  const [walkedTo, setWalkedTo] = useState<string | null>(null)
  const [entered, setEntered] = useState(false)
  // Keys typed before the field had the focus (`useModal`), the last one included.
  useLayoutEffect(() => {
    const early = takeEarly()
    setText(early.text)
    setEntered(early.entered)
  }, [])
  const { about, found, failed, busy, isShort } = useSearch(text, entered)
  const hits = useShown({ user, entries, text, found })
  const first = text.trim() === '' ? undefined : hits[0]
  const chosen = hits.find(({ key }) => key === walkedTo) ?? first
  const open = (hit: Hit, apart: boolean) => {
    if (hit.run) {
      onClose()
      hit.run()
      return
    }
    openAddress(hit.href, apart)
    if (!apart) onClose()
  }
  // Enter pressed before the answer opens it on arrival, if there is one possible object.
  const isOne = about?.kind === 'name' ? hits.length === 1 : hits.length > 0
  const opensNow = entered && !busy && found !== null && isOne
  useEffect(() => {
    if (opensNow && first) open(first, false)
  }, [opensNow]) // oxlint-disable-line react/exhaustive-deps
  const type = (typed: string) => {
    setText(typed)
    setWalkedTo(null)
    setEntered(false)
  }
  const press = (event: KeyboardEvent) => {
    const to = walked(event, hits, chosen ? hits.indexOf(chosen) : -1)
    if (to !== null) {
      event.preventDefault()
      setWalkedTo(hits[to]?.key ?? null)
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      // The lines belong to this text: those of a number, and acts and places at once.
      if (chosen) open(chosen, event.ctrlKey || event.metaKey)
      else setEntered(true)
    }
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, sent as `cancel`
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t.title}
      onClick={({ target }) => {
        if (target === dialog.current) onClose()
      }}
      onClose={onClose}
    >
      <div className={styles.field}>
        <Stroke of="search" />
        <input
          type="text"
          role="combobox"
          aria-label={label}
          aria-expanded={hits.length > 0}
          aria-controls={`${id}list`}
          aria-activedescendant={chosen ? `${id}${hits.indexOf(chosen)}` : undefined}
          aria-describedby={`${id}looks`}
          placeholder={label}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={press}
        />
        <Looks id={`${id}looks`} about={about} />
        <button
          type="button"
          className={styles.cross}
          aria-label={text ? t.clear : t.close}
          onClick={() => {
            if (!text) return onClose()
            type('')
            dialog.current?.querySelector('input')?.focus()
          }}
        >
          <CloseIcon />
        </button>
      </div>
      <Hits
        id={id}
        hits={hits}
        chosen={chosen}
        onOpen={open}
        onPoint={({ key }) => setWalkedTo(key)}
      />
      <Refused rows={found?.refused ?? []} />
      <Said
        text={text}
        found={found}
        failed={failed}
        busy={busy}
        isShort={isShort}
        count={hits.length + (found?.refused.length ?? 0)}
      />
      <Foot />
    </dialog>
  )
}

type Shown = Pick<Props, 'user' | 'entries'> & {
  text: string
  found: Found | null
}

/** Returns the lines: results; before typing the recent ones; for words the matching places. */
function useShown({ user, entries, text, found }: Shown): Hit[] {
  const hitsOf = useHits(user)
  const namedHits = useNamedHits(entries)
  const recentHits = useRecentHits(user)
  const recent = useReply(ask, 'staffRecent', {})
  if (text.trim() === '') return recentHits(recent.value?.rows ?? [])
  // Places of this name are first and do not move when people of the name arrive.
  return [...namedHits(text), ...(found ? hitsOf(found) : [])]
}

/** What the text is recognised as, what it lacks or what is wrong with it. */
function Looks({ id, about }: { id: string; about: Recognised | null }) {
  const t = useTexts(words)
  const looks = about ? t.looks[about.kind] : ''
  return (
    <span id={id} className={styles.looks} data-wrong={about?.fault ? '' : undefined}>
      {about?.fault
        ? t.faults[about.fault]
        : about && about.left > 0
          ? `${looks}, ${t.left(about.kind, about.left)}`
          : looks}
    </span>
  )
}

function Foot() {
  const t = useTexts(words)
  return (
    <p className={styles.foot}>
      <span className={styles.keys}>
        <kbd>
          <ChevronIcon className={styles.up} />
        </kbd>
        <kbd>
          <ChevronIcon />
        </kbd>{' '}
        {t.choose}
      </span>
      <span className={styles.keys}>
        <kbd>Ctrl Enter</kbd> {t.newTab}
      </span>
      <span className={styles.keys}>
        <kbd>Tab</kbd> {t.toActs}
      </span>
      <span>{t.layouts}</span>
      <span>{t.audited}</span>
    </p>
  )
}

/** Returns the line that a key moves to; null for other keys. `Tab` goes to the acts. */
function walked(event: KeyboardEvent, hits: readonly Hit[], now: number): number | null {
  if (hits.length === 0) return null
  if (event.key === 'ArrowDown') return (now + 1) % hits.length
  if (event.key === 'ArrowUp') return (now - 1 + hits.length) % hits.length
  if (event.key !== 'Tab' || event.shiftKey) return null
  const acts = hits.findIndex(({ group }) => group === 'act')
  return acts > now ? acts : null
}

/** The browser's own modal dialog, the field ready for typing. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    element?.querySelector('input')?.focus()
    return () => element?.close()
  }, [])
  return dialog
}

type HitsProps = {
  id: string
  hits: readonly Hit[]
  chosen: Hit | undefined
  onOpen: (hit: Hit, apart: boolean) => void
  onPoint: (hit: Hit) => void
}

function Hits({ id, hits, chosen, onOpen, onPoint }: HitsProps) {
  const t = useTexts(words)
  const list = useRef<HTMLDivElement>(null)
  const at = chosen ? hits.indexOf(chosen) : -1
  useEffect(() => {
    if (at >= 0)
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const groups = [...new Set(hits.map(({ group }) => group))]
  return (
    <div ref={list} id={`${id}list`} role="listbox" aria-label={t.title} className={styles.hits}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={group} role="group" aria-label={t.groups[group]}>
          <p className={styles.group} aria-hidden="true">
            {t.groups[group]}
          </p>
          {hits.map((hit, index) =>
            hit.group === group ? (
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus (combobox)
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys
              <div
                key={hit.key}
                id={`${id}${index}`}
                role="option"
                aria-selected={hit === chosen}
                className={styles.hit}
                onPointerMove={() => {
                  if (hit !== chosen) onPoint(hit)
                }}
                onClick={(event) => onOpen(hit, event.ctrlKey || event.metaKey)}
              >
                <Stroke of={hit.icon} />
                <span className={styles.title}>{hit.title}</span>
                <span className={styles.more}>{hit.more}</span>
                <span className={styles.aside} data-bad={hit.bad ? '' : undefined}>
                  {hit.aside}
                </span>
                <kbd>Enter</kbd>
              </div>
            ) : null,
          )}
        </div>
      ))}
    </div>
  )
}

type SaidProps = {
  text: string
  found: Found | null
  failed: string | null
  busy: boolean
  isShort: boolean
  count: number
}

/** Why sales to the person or with the car failed: also for people without a cabinet. */
function Refused({ rows }: { rows: RefusedSale[] }) {
  const { title } = useTexts(refusedWords)
  if (rows.length === 0) return null
  return (
    <section className={styles.refused} aria-label={title}>
      <p className={styles.group} aria-hidden="true">
        {title}
      </p>
      <RefusedList rows={rows.slice(0, REFUSED)} />
    </section>
  )
}

/** Status text if there are no lines, and for screen readers. */
function Said({ text, found, failed, busy, isShort, count }: SaidProps) {
  const t = useTexts(words)
  const said =
    failed !== null
      ? failed || t.failed
      : busy
        ? t.busy
        : isShort && count === 0
          ? t.tooShort
          : found?.more
            ? t.more
            : found && count === 0
              ? `${t.nothing}. ${t.nothingText}`
              : text.trim() === '' && count === 0
                ? t.first
                : ''
  return (
    <p role="status" className={said ? styles.said : 'visually-hidden'}>
      {said || (count > 0 ? t.found(count) : '')}
    </p>
  )
}

/** Opens a result: in a new tab, or on the same desk without a reload. */
function openAddress(href: string, apart: boolean): void {
  if (apart) {
    open(href, '_blank', 'noopener')
    return
  }
  const to = new URL(href, location.href)
  if (to.pathname !== location.pathname) {
    goTo(href)
    return
  }
  const now = [...new URLSearchParams(location.search).keys()]
  setQuery({
    ...Object.fromEntries(now.map((name) => [name, null])),
    ...Object.fromEntries(to.searchParams),
  })
}

/** Debounce in ms for a whole number: every search is recorded. */
const PAUSE_MS = 300

type State = { of: string; found: Found | null; failed: string | null }

/**
 * Recognises the text and searches once it is whole or Enter was pressed on it (`entered`). The
 * text stays out of the address: it is personal data. An answer is used only for its own query.
 */
function useSearch(text: string, entered: boolean) {
  const about: Recognised | null = recognise(text)
  const one = isWhole(about) ? about : entered ? asked(text) : null
  // Ids of payments keep the letters they were typed in.
  const wanted = one ? (one.kind === 'number' ? text.trim() : one.value) : null
  const [state, setState] = useState<State | null>(null)
  useEffect(() => {
    if (!wanted) return
    const stop = new AbortController()
    const timer = setTimeout(
      () => {
        ask('staffSearch', { text: wanted }, { signal: stop.signal }).then(
          ({ data }) => setState({ of: wanted, found: data, failed: null }),
          (error: unknown) => {
            if (!stop.signal.aborted)
              setState({ of: wanted, found: null, failed: apiErrorOf(error).message ?? '' })
          },
        )
      },
      entered ? 0 : PAUSE_MS,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [wanted, entered])
  const answer = wanted && state?.of === wanted ? state : null
  return {
    about,
    found: answer?.found ?? null,
    failed: answer?.failed ?? null,
    busy: wanted !== null && answer === null,
    /** Enter was pressed on too little text to search. */
    isShort: entered && text.trim() !== '' && wanted === null,
  }
}
