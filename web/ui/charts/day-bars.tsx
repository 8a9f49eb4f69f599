import { openPlace, type Place } from '../query-link.tsx'
import styles from './charts.module.css'
import { axisOf, barsIn, heightAt, labelsIn } from './scale.ts'
import { useWidth } from './use-width.ts'

type Day = {
  key: string
  label: string
  value: number
  /** Its comparison: a stroke across the bar. */
  before?: number
  /** A day off is paler. */
  off?: boolean
  /** The current day. */
  now?: boolean
  /** Link to the rows behind it, for the pointer; the keyboard finds them in the table. */
  to?: Place
}
type Mark = 'bar' | 'off' | 'now' | 'before'
type Props = {
  days: readonly Day[]
  /** A value beside the axis and over the highest bar. */
  write: (value: number) => string
  height?: number
}

/** Legend of the bars' marks, drawn ones only. */
export function DayKey({ marks }: { marks: readonly { mark: Mark; name: string }[] }) {
  return (
    <ul className={styles.key}>
      {marks.map(({ mark, name }) => (
        <li key={mark}>
          <svg width="14" height="12" aria-hidden="true">
            {mark === 'before' ? (
              <path className={styles.before} d="M0 6h14" />
            ) : (
              <rect className={styles[mark]} x="1" y="1" width="12" height="10" rx="2" />
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

/** A bar a day, with a stroke for its comparison; today is highlighted. */
export function DayBars({ days, write, height = 216 }: Props) {
  const [width, measure] = useWidth()
  return (
    <div ref={measure} className={styles.place} data-height={height}>
      {width > 0 ? <Drawn days={days} write={write} width={width} height={height} /> : null}
    </div>
  )
}

function Drawn({ days, write, width, height }: Props & { width: number; height: number }) {
  const highest = Math.max(0, ...days.map(({ value, before }) => Math.max(value, before ?? 0)))
  const { top, lines } = axisOf(highest)
  const left = 8 + Math.max(...lines.map((line) => write(line).length)) * 6.4
  const box = { left, top: 18, width: width - left, height: height - 40 }
  const bars = barsIn(days.length, box)
  const y = (value: number) => heightAt(value, top, box)
  const ground = y(0)
  const best = days.findIndex(({ value }) => value > 0 && value === bestOf(days))
  return (
    <svg className={styles.chart} width={width} height={height} aria-hidden="true">
      {lines.map((line) => (
        <g key={line}>
          <path
            className={line === 0 ? styles.axis : styles.grid}
            d={`M${left} ${y(line)}H${width}`}
          />
          <text x={left - 6} y={y(line) + 4} textAnchor="end">
            {write(line)}
          </text>
        </g>
      ))}
      {days.map(({ key, value, before, off, now, to }, at) => {
        const bar = bars[at]
        if (!bar) return null
        const across = before ? `M${bar.at - 2} ${y(before)}h${bar.width + 4}` : null
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard has the table's links
          <g
            key={key}
            className={to ? styles.opens : undefined}
            onClick={() => to && openPlace(to)}
          >
            {to ? (
              <rect
                className={styles.target}
                x={bar.at}
                y={box.top}
                width={bar.width}
                height={box.height}
              />
            ) : null}
            <rect
              className={now ? styles.now : off ? styles.off : styles.bar}
              x={bar.at}
              y={y(value)}
              width={bar.width}
              height={ground - y(value)}
              rx={Math.min(2, bar.width / 3)}
            />
            {across ? <path className={styles.halo} d={across} /> : null}
            {across ? <path className={styles.before} d={across} /> : null}
          </g>
        )
      })}
      {labelsIn(days.length, box.width, 24).map((at) => {
        const bar = bars[at]
        const day = days[at]
        return bar && day ? (
          <text
            key={day.key}
            className={day.now ? styles.strong : undefined}
            x={bar.at + bar.width / 2}
            y={height - 6}
            textAnchor="middle"
          >
            {day.label}
          </text>
        ) : null
      })}
      {best >= 0 ? (
        <text
          className={styles.strong}
          x={Math.min((bars[best]?.at ?? 0) + (bars[best]?.width ?? 0) / 2, width - 14)}
          y={y(Math.max(bestOf(days), days[best]?.before ?? 0)) - 6}
          textAnchor="middle"
        >
          {write(bestOf(days))}
        </text>
      ) : null}
    </svg>
  )
}

const bestOf = (days: readonly Day[]) => Math.max(0, ...days.map(({ value }) => value))
