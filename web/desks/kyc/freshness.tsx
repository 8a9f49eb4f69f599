import type { ReactNode } from 'react'
import { shortLists } from '#texts/watch-lists.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { CheckIcon, ErrorIcon } from '../../ui/icons.tsx'
import { OnItsWay } from '../../ui/loaded.tsx'
import styles from './freshness.module.css'
import meter from './meter.module.css'
import words from './texts.ts'

type List = Reply<'kycLists'>['data']['lists'][number]

/**
 * Above every case: how old each list is against the age it may be relied on. `children` stand
 * below and come with it: nobody knows before how high it is.
 */
export function Freshness({ children }: { children: ReactNode }) {
  const t = useTexts(words).lists
  const { value, error } = useReply(ask, 'kycLists', {})
  if (!value) return error ? children : <OnItsWay />
  return (
    <>
      {value.fresh ? null : (
        <p className={styles.stale}>
          <ErrorIcon />
          <span>
            <strong>{t.stale}</strong> {t.staleText}
          </span>
        </p>
      )}
      <ul className={styles.lists} aria-label={t.caption}>
        {value.lists.map((list) => (
          <One key={list.code} list={list} />
        ))}
      </ul>
      {children}
    </>
  )
}

function One({ list }: { list: List }) {
  const { lists: t } = useTexts(words)
  const locale = useLocale()
  const hours = list.confirmedAt
    ? Math.max(0, Math.floor((Date.now() - Date.parse(list.confirmedAt)) / 3_600_000))
    : null
  const isFine = list.state === 'fresh'
  return (
    <li data-bad={isFine ? undefined : ''}>
      <strong>
        {isFine ? <CheckIcon /> : <ErrorIcon />}
        <span title={list.title}>{shortLists[locale][list.code] ?? list.title}</span>
      </strong>
      <meter
        className={meter.meter}
        min={0}
        max={list.max_age_hours}
        value={Math.min(hours ?? list.max_age_hours, list.max_age_hours)}
        aria-label={list.title}
      />
      <span className={styles.below}>
        <span>
          {hours === null ? t.states.missing : t.hoursOf(hours, list.max_age_hours)}
          {isFine || hours === null ? '' : ` · ${t.states[list.state]}`}
        </span>
        <span>{list.effect === 'flag' ? t.flagOnly : t.count(list.entries)}</span>
      </span>
    </li>
  )
}
