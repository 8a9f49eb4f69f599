import { pathOf } from '#contract/pages.ts'
import { almatyClock, formatTime } from '#domain/calendar.ts'
import type { Reply } from '../../http/api.ts'
import { useReply } from '../../http/replies.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { DaySteps } from '../../ui/charts/day-steps.tsx'
import { ChartFigure } from '../../ui/charts/figure.tsx'
import { RankBars } from '../../ui/charts/rank-bars.tsx'
import { Trend } from '../../ui/charts/trend.tsx'
import { decimal } from '../../ui/charts/units.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { portal } from '../portal.ts'
import styles from './day.module.css'
import { useExpiring } from './expiring.tsx'
import { dayWords as words } from './texts.ts'

type OwnDay = Reply<'promoterDay'>['data']

/** Today's sales against the goal or a usual day, and own pay. */
export function Day() {
  const loading = useReply(portal, 'promoterDay', {})
  const expiring = useExpiring()
  const drafts = useReply(portal, 'promoterDrafts', {})
  // The next offer is there at once: a finger must not hit another row than it aimed at.
  const isWhole =
    (expiring.page !== null || expiring.loading.error !== null) &&
    (drafts.value !== null || drafts.error !== null)
  return (
    <Loaded loading={loading} value={isWhole ? loading.value : null}>
      {(day) => (
        <div className={styles.day}>
          <Figures day={day} />
          <Next />
          {day.issued.length > 0 || day.goal !== null || day.usual?.whole ? (
            <Steps day={day} />
          ) : null}
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

/** Today against the goal, own pay, rank among the others, best hour. */
function Figures({ day }: { day: OwnDay }) {
  const { issued, goal, usual, premium, bestHour, rank, pay } = day
  const t = useTexts(words)
  const count = issued.length
  const earned = pay?.days.find((one) => one.day === day.day)?.pay ?? 0
  const behind = goal === null ? t.goalNotSet : count >= goal ? t.reached : t.left(goal - count)
  const usually = usual?.whole ? t.usual(decimal(usual.byNow)) : null
  const figures = [
    {
      name: t.pay,
      figure: pay ? <b>{money(pay.month)}</b> : null,
      notes: pay
        ? [t.payToday(money(earned)), pay.before === null ? null : t.payBefore(money(pay.before))]
        : [t.payNotSet],
    },
    {
      name: t.title,
      figure: (
        <>
          <b>{count}</b> {goal === null ? t.policies(count).replace(/^\d+\s/, '') : t.of(goal)}
        </>
      ),
      notes: [behind, t.premium(money(premium)), usually],
    },
    ...(rank === null
      ? []
      : [{ name: t.rank, figure: <b>{t.place(rank.place)}</b>, notes: [t.rankOf(rank.of)] }]),
    {
      name: t.bestHour,
      figure: bestHour === null ? null : <b>{hours(bestHour)}</b>,
      notes: [bestHour === null ? t.bestHourUnknown : t.bestHourAbout],
    },
  ]
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, figure, notes }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {figure ? <span className={styles.figure}>{figure}</span> : null}
            {notes
              .filter((note) => note !== null)
              .map((note) => (
                <span key={note} className={styles.note}>
                  {note}
                </span>
              ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Steps({ day: { issued, goal, usual, now, pay } }: { day: OwnDay }) {
  const t = useTexts(words)
  const count = issued.length
  return (
    <div className={styles.part}>
      <ChartFigure
        title={t.byHour}
        sentence={t.sentence(count, goal === null ? '' : t.of(goal))}
        table={{
          head: [t.time, t.count],
          rows: issued.map((at, index) => [formatTime(new Date(at)), String(index + 1)]),
        }}
      >
        <DaySteps
          hours={issued.map(hourOf)}
          now={hourOf(now)}
          goal={goal}
          usual={usual?.whole || null}
          words={{ goal: goal === null ? '' : t.goalMark(goal), usual: t.usualMark }}
        />
        {pay && pay.days.length > 1 ? (
          <div className={styles.trend}>
            <span className={styles.note}>{t.payByDay}</span>
            <Trend values={pay.days.map(({ pay: of }) => of)} />
          </div>
        ) : null}
      </ChartFigure>
    </div>
  )
}

/** Number of offers of each kind; the lists below have all. */
const OFFERED = 2

/** The next step: the policy that ends first, an unfinished sale, else a new one. */
function Next() {
  const t = useTexts(words)
  const locale = useLocale()
  const ending = useExpiring().page?.policies ?? []
  const drafts = useReply(portal, 'promoterDrafts', {}).value?.drafts ?? []
  const sale = (query: Record<string, string>) =>
    `${pathOf('promoter-ogpo', locale)}?${new URLSearchParams(query)}`
  const ways = [
    ...ending.slice(0, OFFERED).map((one) => ({
      href: sale({ prolong: one.globalId }),
      act: t.prolongFor(one.policyholder),
      note: t.endsIn(one.daysLeft),
    })),
    ...drafts.slice(0, OFFERED).map((one) => ({
      href: sale({ draft: one.id }),
      act: t.finish(one.title || t.untitled),
      note: '',
    })),
  ]
  return (
    <section className={`${styles.part} ${styles.next}`} aria-labelledby="next">
      <h2 id="next">{t.next}</h2>
      {ways.length === 0 ? null : (
        <ul>
          {ways.map(({ href, act, note }) => (
            <li key={href}>
              <a href={href}>{act}</a>
              <span className={styles.note}>{note}</span>
            </li>
          ))}
        </ul>
      )}
      <LinkButton size="small" href={pathOf('promoter-ogpo', locale)}>
        {t.sell}
      </LinkButton>
    </section>
  )
}

/** Number of reasons drawn; the table has all. */
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
