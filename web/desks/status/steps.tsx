import { pathOf } from '#contract/pages.ts'
import { formatTime } from '#domain/calendar.ts'
import { quarterStates } from '#domain/system-health.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { CheckIcon, CloseIcon, WarnIcon } from '../../ui/icons.tsx'
import { useWaited } from '../../ui/waited.ts'
import saleWords from '../shell/sale-texts.ts'
import type { State } from './state.ts'
import styles from './steps.module.css'
import words from './texts.ts'

type Step = State['steps'][number]

const icons = {
  bad: <CloseIcon />,
  now: <WarnIcon />,
  good: <CheckIcon />,
  quiet: <span>–</span>,
} as const

/** Each step of the sale: how it does, who waits at it, its day in quarters of an hour. */
export function Steps({ steps, at }: Pick<State, 'steps' | 'at'>) {
  const t = useTexts(words)
  return (
    <section className={styles.steps} aria-label={t.stepsTitle}>
      <h3>{t.stepsTitle}</h3>
      <ul>
        {steps.map((one) => (
          <Row key={one.step} step={one} at={at} />
        ))}
      </ul>
    </section>
  )
}

function Row({ step: one, at }: { step: Step; at: string }) {
  const t = useTexts(words)
  const sale = useTexts(saleWords)
  const locale = useLocale()
  const waited = useWaited()
  const { count, since } = one.waiting
  const isIssuing = one.step === 'register' || one.step === 'home_register'
  const waits = since ? t.stepWaits(count, waited(since, at)) : ''
  const now = [
    one.since
      ? `${t.stepStates[one.state]}, ${formatTime(new Date(one.since))}`
      : t.stepStates[one.state],
    one.calls === 0
      ? one.last_ok
        ? t.lastWorked(formatTime(new Date(one.last_ok)))
        : ''
      : one.failures > 0
        ? t.failed(one.failures, one.calls)
        : t.calls(one.calls),
    one.systems.map((system) => t.names[system] ?? system).join(', '),
  ]
  return (
    <li className={styles.step} data-tone={one.tone}>
      <span className={styles.light}>{icons[one.tone]}</span>
      <strong>{sale.steps[one.step]}</strong>
      <span className={styles.now}>{now.filter(Boolean).join(' · ')}</span>
      {waits && isIssuing ? (
        <a href={`${pathOf('staff-orders', locale)}?view=stuck`}>{waits}</a>
      ) : (
        <span className={styles.waits}>{waits}</span>
      )}
      <svg
        viewBox={`0 0 ${one.quarters.length * 4} 6`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {quarterStates.map((state) => (
          <path
            key={state}
            data-state={state}
            d={one.quarters
              .map((quarter, place) => (quarter === state ? `M${place * 4} 0h3v6h-3z` : ''))
              .join('')}
          />
        ))}
      </svg>
    </li>
  )
}
