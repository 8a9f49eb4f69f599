import { capital } from '#texts/phrases.ts'
import { useTexts } from '../../texts.ts'
import jobWords from '../../ui/job-texts.ts'
import { useDuration } from '../../ui/use-duration.ts'
import { Age } from './ages.tsx'
import type { State } from './state.ts'
import styles from './status.module.css'
import words from './texts.ts'

const SHOWN = 6
const minutesOf = (since: string | null, at: string) =>
  since ? Math.max(0, (Date.parse(at) - Date.parse(since)) / 60_000) : 0

/** How long the oldest of each queue waits against how long it may. */
export function Queues({ queues, at }: Pick<State, 'queues' | 'at'>) {
  const t = useTexts(words)
  const jobs = useTexts(jobWords)
  const waited = useDuration()
  const share = (one: State['queues'][number]) => minutesOf(one.oldest, at) / one.allowed
  const shown = queues
    .filter((one) => one.waiting + one.active + one.retrying > 0)
    .toSorted((a, b) => share(b) - share(a))
  return (
    <section className={styles.panel} aria-label={t.queues}>
      <h3>{t.queues}</h3>
      {shown.length === 0 ? <p className={styles.soft}>{t.noQueues}</p> : null}
      <ul>
        {shown.slice(0, SHOWN).map((one) => (
          <Age
            key={one.job}
            title={capital(jobs[one.job] ?? one.job)}
            count={one.waiting + one.active + one.retrying}
            age={minutesOf(one.oldest, at)}
            allowed={one.allowed}
            text={one.oldest ? waited(one.oldest, at) : '–'}
          />
        ))}
      </ul>
      <p className={styles.soft}>
        {shown.length > SHOWN ? `${t.moreQueues(shown.length - SHOWN)}. ` : ''}
        {t.line}
      </p>
    </section>
  )
}
