import type { ReactNode } from 'react'
import { CheckIcon, CloseIcon } from './icons.tsx'
import { Spinner } from './spinner.tsx'
import styles from './timeline.module.css'

export type TimelineEvent = {
  id: string
  title: string
  state: 'done' | 'now' | 'waiting' | 'failed'
  /** The state in words for screen readers («орындалды»). */
  stateLabel: string
  /** When it happened, as people write it (`14:32`). */
  time?: string | undefined
  detail?: ReactNode
}

/** Events in their order, instead of a spinner. Announces the running one. */
export const Timeline = ({
  label,
  events,
}: {
  label: string
  events: readonly TimelineEvent[]
}) => (
  <ol className={styles.timeline} aria-label={label}>
    {events.map((event) => (
      <li
        key={event.id}
        className={styles.event}
        data-state={event.state}
        aria-current={event.state === 'now' ? 'step' : undefined}
      >
        <span className={styles.mark}>
          {event.state === 'done' ? <CheckIcon /> : null}
          {event.state === 'now' ? <Spinner /> : null}
          {event.state === 'failed' ? <CloseIcon /> : null}
        </span>
        <div className={styles.body}>
          <p className={styles.title}>
            {event.title} <span className="visually-hidden">({event.stateLabel})</span>
          </p>
          {event.time ? <p className={styles.time}>{event.time}</p> : null}
          {event.detail ? <div className={styles.detail}>{event.detail}</div> : null}
        </div>
      </li>
    ))}
  </ol>
)
