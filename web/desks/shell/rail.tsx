import { brand } from '#brand'
import { pathOf } from '#contract/pages.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { LogoMark } from '../../ui/logo.tsx'
import { setQuery } from '../../ui/query.ts'
import words from '../desk-texts.ts'
import type { Entry } from './entries.ts'
import { Stroke } from './icons.tsx'
import styles from './rail.module.css'

type Props = { entries: readonly Entry[]; small: boolean; onFold: () => void }

/** The way to every desk, in groups, each with what waits there. */
export function Rail({ entries, small, onFold }: Props) {
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

/** Notes that name whoever is here. */
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
export function PhoneBar({ entries, onMore }: { entries: readonly Entry[]; onMore: () => void }) {
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
