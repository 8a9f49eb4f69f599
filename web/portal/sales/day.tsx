import { almatyClock, formatTime } from '#domain/calendar.ts'
import type { Reply } from '../../http/api.ts'
import { useReply } from '../../http/replies.ts'
import { money, useTexts } from '../../texts.ts'
import { DaySteps } from '../../ui/charts/day-steps.tsx'
import { ChartFigure } from '../../ui/charts/figure.tsx'
import { RankBars } from '../../ui/charts/rank-bars.tsx'
import { Trend } from '../../ui/charts/trend.tsx'
import { decimal } from '../../ui/charts/units.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { portal } from '../portal.ts'
import styles from './day.module.css'
import { dayWords as words } from './texts.ts'

type OwnDay = Reply<'promoterDay'>['data']

/** Shall I make it today? Sales of the day against the goal or a usual day, and own pay. */
export function Day() {
  const loading = useReply(portal, 'promoterDay', {})
  return (
    <Loaded loading={loading} value={loading.value}>
      {(day) => (
        <div className={styles.day}>
          <Steps day={day} />
          <Pay of={day} />
          {day.failures.length > 0 ? <Lost failures={day.failures} /> : null}
        </div>
      )}
    </Loaded>
  )
}

/** The hour of an instant in Almaty, with its part. */
const hourOf = (instant: string): number => {
  const clock = almatyClock(new Date(instant))
  return Number(clock.slice(11, 13)) + Number(clock.slice(14, 16)) / 60
}

/** «17:00–18:00». */
const hours = (hour: number): string => `${hour}:00–${(hour + 1) % 24}:00`

function Steps({ day }: { day: OwnDay }) {
  const { issued, goal, usual, premium, now, bestHour, rank } = day
  const t = useTexts(words)
  const count = issued.length
  const toGoal = goal === null ? null : count >= goal ? t.reached : t.left(goal - count)
  const said = [
    toGoal,
    t.premium(money(premium)),
    usual?.whole ? t.usual(decimal(usual.byNow)) : null,
  ].filter(Boolean)
  return (
    <div className={styles.part}>
      <ChartFigure
        title={t.title}
        sentence={t.sentence(count, said.join(', '))}
        table={{
          head: [t.time, t.count],
          rows: issued.map((at, index) => [formatTime(new Date(at)), String(index + 1)]),
        }}
      >
        <p className={styles.figure}>
          <b>{count}</b> {goal === null ? t.policies(count).replace(/^\d+\s/, '') : t.of(goal)}
        </p>
        <p className={styles.note}>{said.join(' · ')}</p>
        {goal === null ? <p className={styles.note}>{t.goalNotSet}</p> : null}
        {bestHour === null && rank === null ? null : (
          <p className={styles.note}>
            {[
              rank === null ? '' : t.rank(rank.place, rank.of),
              bestHour === null ? '' : t.bestHour(hours(bestHour)),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        <DaySteps
          hours={issued.map(hourOf)}
          now={hourOf(now)}
          goal={goal}
          usual={usual?.whole || null}
          words={{ goal: goal === null ? '' : t.goalMark(goal), usual: t.usualMark }}
        />
      </ChartFigure>
    </div>
  )
}

/** Own pay of the month and of today; where nobody has set it, who does. */
function Pay({ of: { pay, day: today } }: { of: OwnDay }) {
  const t = useTexts(words)
  if (!pay)
    return (
      <div className={styles.part}>
        <div className={styles.pay}>
          <h2>{t.pay}</h2>
          <p className={styles.note}>{t.payNotSet}</p>
        </div>
      </div>
    )
  const { month, before, days } = pay
  const earned = days.find(({ day }) => day === today)?.pay ?? 0
  return (
    <div className={styles.part}>
      <div className={styles.pay}>
        <h2>{t.pay}</h2>
        <p className={styles.figure}>
          <b>{money(month)}</b>
        </p>
        <p className={styles.note}>
          {[t.payToday(money(earned)), before === null ? '' : t.payBefore(money(before))]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {days.length > 1 ? <Trend values={days.map(({ pay: of }) => of)} /> : null}
      </div>
    </div>
  )
}

/** So many reasons are drawn; the table has them all. */
const DRAWN = 5

function Lost({ failures }: Pick<OwnDay, 'failures'>) {
  const t = useTexts(words)
  const all = failures.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className={styles.part}>
      <ChartFigure
        title={t.lost}
        sentence={t.lostSentence(all, failures[0]?.message ?? '')}
        table={{
          head: [t.reason, t.times],
          rows: failures.map(({ message, count }) => [message, String(count)]),
        }}
      >
        <RankBars
          rows={failures.slice(0, DRAWN).map(({ stage, code, reason, message, count }) => ({
            key: `${stage} ${code} ${reason}`,
            name: message,
            value: count,
            shown: String(count),
          }))}
        />
      </ChartFigure>
    </div>
  )
}
