import { pathOf } from '#contract/pages.ts'
import { formatTime } from '#domain/calendar.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { useLocale, useTexts } from '../../texts.ts'
import words from '../desk-texts.ts'
import styles from './foot.module.css'
import { useSum } from './foot-sum.ts'
import { useSaleSentence } from './sale-sentence.ts'
import saleWords from './sale-texts.ts'

/** Every desk says within a minute that the sale has stopped; the answer is one small read. */
const EVERY_MS = 15_000

/** Whether selling goes on, asked again while the page is looked at; null until then. */
const useSelling = () =>
  useReply(ask, 'staffSelling', {}, { everyMs: EVERY_MS, onReturn: true }).value

/** The same as the foot has heard it, for the rail. */
export const useHeardSelling = () => useReply(ask, 'staffSelling', {}, { on: false }).value

/** What the page comes to, and whether the outside world answers. */
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
  const people = verdict.waiting.count > 0 ? ` · ${sale.people(verdict.waiting.count)}` : ''
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
