import styles from './charts.module.css'
import { stepsThrough } from './paths.ts'
import { axisOf, heightAt } from './scale.ts'
import { useWidth } from './use-width.ts'

type Props = {
  /** Hours of the day of each event, with fractions: 14.5 is half past two. */
  hours: readonly number[]
  now: number
  goal: number | null
  /** Total of a usual day. */
  usual: number | null
  words: { goal: string; usual: string }
}

const HEIGHT = 130
const [FIRST, LAST] = [8, 22]

/** Steps of a day that rise by one at each sale, against the goal and a usual day. */
export function DaySteps(props: Props) {
  const [width, measure] = useWidth()
  return (
    <div ref={measure} className={styles.place} data-height={HEIGHT}>
      {width > 0 ? <Drawn {...props} width={width} /> : null}
    </div>
  )
}

function Drawn({ hours, now, goal, usual, words, width }: Props & { width: number }) {
  const { top } = axisOf(Math.max(hours.length, goal ?? 0, usual ?? 0, 1))
  const box = { left: 8, top: 14, width: width - 76, height: HEIGHT - 36 }
  const place = (hour: number) => Math.min(Math.max((hour - FIRST) / (LAST - FIRST), 0), 1)
  const x = (hour: number) => box.left + box.width * place(hour)
  const y = (value: number) => heightAt(value, top, box)
  // Two labels must not overlap.
  const isNear = goal !== null && usual !== null && Math.abs(y(usual) - y(goal)) < 14
  const line = stepsThrough(hours.map(place), place(now), top, box)
  return (
    <svg className={styles.chart} width={width} height={HEIGHT} aria-hidden="true">
      <path className={styles.axis} d={`M${box.left} ${y(0)}H${box.left + box.width}`} />
      {[8, 10, 12, 14, 16, 18, 20, 22].map((hour) => (
        <text key={hour} x={x(hour)} y={HEIGHT - 6} textAnchor="middle">
          {hour}
        </text>
      ))}
      {goal === null ? null : (
        <>
          <path className={styles.goal} d={`M${box.left} ${y(goal)}H${box.left + box.width}`} />
          <text className={styles.strong} x={box.left + box.width + 6} y={y(goal) + 4}>
            {words.goal}
          </text>
        </>
      )}
      {usual === null || usual === goal ? null : (
        <>
          <path
            className={styles.goal}
            d={`M${box.left} ${y(0)}L${box.left + box.width} ${y(usual)}`}
          />
          <text x={box.left + box.width + 6} y={y(usual) + (isNear ? 16 : 4)}>
            {words.usual}
          </text>
        </>
      )}
      <path className={styles.ground} d={`${line}V${y(0)}Z`} />
      <path className={styles.line} d={line} />
      <circle className={styles.now} cx={x(now)} cy={y(hours.length)} r="3.5" />
    </svg>
  )
}
