import { pathOf } from '#contract/pages.ts'
import type { Reply } from '../../http/api.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { WarnIcon } from '../../ui/icons.tsx'
import styles from './found.module.css'
import words from './texts.ts'
import { useTrouble } from './trouble.ts'

const time = (at: string | null): string => (at ? almatyTime(at) : '–')

/** An id of ours, which nobody reads. */
const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * What people have to settle with the unified database: another premium, an end it has not taken.
 * Nothing where there is none.
 */
export function Differences({ differences }: Pick<Reply<'staffStatus'>['data'], 'differences'>) {
  const t = useTexts(words)
  const locale = useLocale()
  const trouble = useTrouble()
  /** An order, a subscription; what was only calculated has neither, and its id says nothing. */
  const named = ({ about, number, order_id }: (typeof differences)[number]) =>
    order_id ? (
      <a href={`${pathOf('staff-orders', locale)}?order=${encodeURIComponent(order_id)}`}>
        {number}
      </a>
    ) : (
      <strong>{number ?? (isId.test(about) ? t.noOrder : about)}</strong>
    )
  if (differences.length === 0) return null
  return (
    <section className={styles.part}>
      <h3>{t.differences}</h3>
      <ul>
        {differences.map((one) => (
          <li key={one.key} className={styles.find}>
            <WarnIcon />
            <div>
              <span>
                <strong>{t.kinds[one.kind]}</strong> {named(one)}
                {one.ours !== null && one.theirs !== null
                  ? ` · ${t.sums(money(one.ours), money(one.theirs))}`
                  : null}
              </span>
              {one.rows.map((line) => (
                <span key={line}>{line}</span>
              ))}
              {one.note ? <span>{t.said(trouble(one.note))}</span> : null}
              <small>{t.found(time(one.last_at), one.times)}</small>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
