import { stages } from '#domain/system-health.ts'
import { useTexts } from '../../texts.ts'
import { CheckIcon, CloseIcon, WarnIcon } from '../../ui/icons.tsx'
import { ClockIcon } from '../../ui/later-icons.tsx'
import type { State } from './state.ts'
import styles from './systems.module.css'
import words from './texts.ts'
import { useTrouble } from './trouble.ts'

type System = State['systems'][number]

const icons = {
  up: <CheckIcon />,
  failing: <WarnIcon />,
  slow: <ClockIcon />,
  down: <CloseIcon />,
  unknown: <span>–</span>,
} as const

/** Systems in three columns by what stops without them. */
export function Systems({ systems }: { systems: readonly System[] }) {
  const t = useTexts(words)
  return (
    <div className={styles.stages}>
      {stages.map((stage) => (
        <section key={stage} aria-label={t.stages[stage].title}>
          <h3>
            {t.stages[stage].title} <span>{t.stages[stage].without}</span>
          </h3>
          <ul>
            {systems
              .filter((one) => one.stage === stage)
              .map((one) => (
                <One key={one.system} system={one} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function One({ system: one }: { system: System }) {
  const t = useTexts(words)
  const trouble = useTrouble()
  const isBad = one.state === 'down' || one.state === 'failing' || one.state === 'slow'
  // Presumably up, but not called for a while: no tick beside «not asked».
  const light = one.state === 'up' && one.calls === 0 ? 'unknown' : one.state
  const state = isBad ? `${t.states[one.state]} · ` : ''
  const calls =
    one.calls === 0
      ? t.states.unknown
      : one.failures > 0
        ? t.failed(one.failures, one.calls)
        : t.calls(one.calls)
  return (
    <li
      className={styles.system}
      data-state={light}
      title={one.note ? trouble(one.note) : undefined}
    >
      <span className={styles.light}>{icons[light]}</span>
      <strong>{t.names[one.system] ?? one.system}</strong>
      <Spark system={one} />
      <b>{one.mean_ms === null ? '–' : t.took(one.mean_ms)}</b>
      <span className={styles.below}>
        {isBad ? <em>{state}</em> : null}
        {one.failing.length > 0 ? t.failingNow(one.failing.join(', ')) : calls}
        {one.carries ? ` · ${t.carries}` : ''}
      </span>
      <span className={styles.usual}>{one.usual_ms === null ? '' : t.took(one.usual_ms)}</span>
    </li>
  )
}

const [WIDTH, HEIGHT, STEP] = [60, 24, 4]

function Spark({ system: { minutes, usual_ms, mean_ms, failures } }: { system: System }) {
  const t = useTexts(words)
  const bars = sparkline(minutes, usual_ms, HEIGHT)
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t.spark(mean_ms === null ? null : t.took(mean_ms), failures)}
    >
      {bars.length === 0 ? <path d={`M0 ${HEIGHT - 1}H${WIDTH}`} /> : null}
      {bars.map(({ at, height, failed }) => (
        <rect
          key={at}
          data-failed={failed ? '' : undefined}
          x={at * STEP}
          y={HEIGHT - height}
          width={STEP - 2}
          height={height}
        />
      ))}
    </svg>
  )
}

/** A bar of a sparkline, in the units of its box: its start and height. */
type Bar = { at: number; height: number; failed: boolean }

/**
 * Returns fifteen minutes as bars. The scale is the greater of three usual times and the peak, so
 * that a calm system stays at a third of the height and only trouble rises; a failed minute is as
 * high as the box, a minute without calls has no bar.
 */
export function sparkline(
  minutes: readonly { calls: number; failures: number; ms: number }[],
  usual: number | null,
  height: number,
): Bar[] {
  const peak = Math.max(1, ...minutes.map(({ ms }) => ms), 3 * (usual ?? 0))
  return minutes.flatMap(({ calls, failures, ms }, at) => {
    if (calls === 0) return []
    const failed = failures > 0
    const tall = failures === calls ? height : (ms / peak) * height
    return [{ at, height: Math.max(2, Math.round(tall)), failed }]
  })
}
