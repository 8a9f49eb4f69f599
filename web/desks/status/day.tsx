import { formatTime } from '#domain/calendar.ts'
import { QUARTER_MS, type QuarterState, quarterStates } from '#domain/system-health.ts'
import { useTexts } from '../../texts.ts'
import styles from './day.module.css'
import type { State } from './state.ts'
import words from './texts.ts'

/** A day in quarters of an hour, a row a system: was it so before? */
export function Day({ systems, from }: Pick<State, 'systems'> & { from: string }) {
  const t = useTexts(words)
  const half = Math.ceil(systems.length / 2)
  return (
    <section className={styles.day} aria-label={t.day}>
      <h3>
        {t.day}
        <span className={styles.legend}>
          {(['well', 'slow', 'failed', 'none'] as const).map((state) => (
            <span key={state}>
              <i data-state={state} /> {t.quarters[state]}
            </span>
          ))}
        </span>
      </h3>
      <div>
        {[systems.slice(0, half), systems.slice(half)].map((part) => (
          <div key={part[0]?.system}>
            <Hours from={Date.parse(from)} all={part[0]?.quarters.length ?? 0} />
            {part.map(({ system, quarters }) => (
              <Row
                key={system}
                name={t.names[system] ?? system}
                quarters={quarters}
                from={Date.parse(from)}
              />
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}

/** Labels of 0, 6, 12 and 18 o'clock above the quarters. */
function Hours({ from, all }: { from: number; all: number }) {
  const hours = Array.from({ length: all }, (_, at) => ({
    at,
    clock: formatTime(new Date(from + at * QUARTER_MS)),
  })).filter(({ clock }) => /^(00|06|12|18):(0\d|1[0-4])$/.test(clock))
  return (
    <div className={styles.hours}>
      <svg aria-hidden="true">
        {hours.map(({ at, clock }) => (
          <text key={at} x={`${(at / all) * 100}%`} y="9">
            {Number(clock.slice(0, 2))}
          </text>
        ))}
      </svg>
    </div>
  )
}

type RowProps = { name: string; quarters: readonly QuarterState[]; from: number }

function Row({ name, quarters, from }: RowProps) {
  const t = useTexts(words)
  const count = (state: QuarterState) => quarters.filter((one) => one === state).length
  const bad = quarters
    .map((state, at) => ({ state, at, time: formatTime(new Date(from + at * QUARTER_MS)) }))
    .filter(({ state }) => state === 'failed' || state === 'slow')
  return (
    <div className={styles.quarters}>
      <span>{name}</span>
      <svg
        viewBox={`0 0 ${quarters.length * 4} 10`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t.dayOf(count('failed'), count('slow'), count('none'))}
      >
        {quarterStates.map((state) => (
          <path
            key={state}
            data-state={state}
            d={quarters.map((one, at) => (one === state ? `M${at * 4} 0h3v10h-3z` : '')).join('')}
          />
        ))}
        {bad.map(({ state, at, time }) => (
          <rect key={time} x={at * 4} width="3" height="10" fillOpacity="0">
            <title>{`${time} ${t.quarters[state]}`}</title>
          </rect>
        ))}
      </svg>
    </div>
  )
}
