import { type PointerEvent, useState } from 'react'
import { numericDay } from '#domain/calendar.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { useTexts } from '../../texts.ts'

import { useNarrow } from '../../ui/use-narrow.ts'
import styles from './audit.module.css'
import type { Field, Filter } from './filter.ts'
import words from './texts.ts'
import { Times } from './times.tsx'

type Props = {
  filter: Filter
  day: string
  onChange: (changes: Partial<Record<Field, string>>) => void
}

/** Ten minutes each, 144 a day. */
const SLOTS = 144
const WIDTH = 1_008
const HEIGHT = 36
const clockOf = (slot: number) =>
  `${String(Math.floor(slot / 6)).padStart(2, '0')}:${String((slot % 6) * 10).padStart(2, '0')}`
const slotOf = (clock: string | undefined, none: number) =>
  clock ? Number(clock.slice(0, 2)) * 6 + Math.floor(Number(clock.slice(3)) / 10) : none

/** The day by ten minutes: dragging over it narrows the log, and so do two times beside it. */
export function DayBar({ filter, day, onChange }: Props) {
  const { actor, action, since, until } = filter
  return (
    <Bar
      key={`${day} ${actor} ${action} ${since} ${until}`}
      filter={filter}
      day={day}
      onChange={onChange}
    />
  )
}

function Bar({ filter, day, onChange }: Props) {
  const { actor, action, since, until } = filter
  const t = useTexts(words)
  const isNarrow = useNarrow()
  const loading = useReply(ask, 'staffAuditDay', {
    day,
    ...(actor ? { actor } : {}),
    ...(action ? { action } : {}),
  })
  const [drawn, setDrawn] = useState<{ from: number; to: number } | null>(null)
  const counts = loading.value?.counts ?? []
  const all = counts.reduce((sum, count) => sum + count, 0)
  const slotAt = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(SLOTS - 1, Math.max(0, Math.floor(((clientX - left) / width) * SLOTS)))
  }
  const narrow = (from: number, to: number) =>
    onChange({
      from: day,
      to: day,
      since: clockOf(from),
      until: to + 1 >= SLOTS ? '' : clockOf(to + 1),
    })
  const shown = drawn ?? { from: slotOf(since, 0), to: slotOf(until, SLOTS) - 1 }
  const [first, last] = [Math.min(shown.from, shown.to), Math.max(shown.from, shown.to)]
  return (
    <section className={styles.day} aria-label={t.day}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t.dayText(numericDay(day), all, loading.value?.unusual ?? 0)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrawn({ from: slotAt(event), to: slotAt(event) })
        }}
        onPointerMove={(event) => {
          if (drawn) setDrawn({ from: drawn.from, to: slotAt(event) })
        }}
        onPointerUp={() => {
          if (drawn) narrow(first, last)
          setDrawn(null)
        }}
      >
        {since || until || drawn ? (
          <rect
            className={styles.chosen}
            x={(first * WIDTH) / SLOTS}
            width={((last - first + 1) * WIDTH) / SLOTS}
            height={HEIGHT}
          />
        ) : null}
        <Counts counts={counts} />
      </svg>
      <div className={styles.hours} aria-hidden="true">
        {[0, 3, 6, 9, 12, 15, 18, 21].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      {isNarrow ? null : (
        <div className={styles.times}>
          <span className={styles.soft}>{numericDay(day)}</span>
          <Times filter={filter} day={day} onChange={onChange} />
        </div>
      )}
    </section>
  )
}

function Counts({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts)
  return counts.map((count, slot) =>
    count > 0 ? (
      <rect
        key={clockOf(slot)}
        x={(slot * WIDTH) / SLOTS + 0.5}
        y={HEIGHT - Math.max(2, (count / most) * HEIGHT)}
        width={WIDTH / SLOTS - 1}
        height={Math.max(2, (count / most) * HEIGHT)}
      />
    ) : null,
  )
}
