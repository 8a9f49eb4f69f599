import { groupDigits } from '#domain/format.ts'
import { percent } from '#domain/percent.ts'
import { type exceptionKinds, WAS_PAID } from '#domain/report.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import { DayBars, DayKey } from '../ui/charts/day-bars.tsx'
import { ChartFigure } from '../ui/charts/figure.tsx'
import { RankBars } from '../ui/charts/rank-bars.tsx'
import { changeOf, decimal, inUnit, unitOf } from '../ui/charts/units.ts'
import { shortInsurer } from '../ui/insurer-name.ts'
import { type Place, QueryLink } from '../ui/query-link.tsx'
import bookWords from './accounting-texts.ts'
import styles from './overview.module.css'
import words from './overview-texts.ts'
import { dayName, type Overview } from './replies.ts'

type Part = { overview: Overview }
const isOff = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** Returns the address of the rows behind a figure. */
const ofDay = (day: string) => ({ view: 'movements', from: day, to: day })
const ofInsurer = ({ insurer }: { insurer: string }): Place | undefined =>
  insurer ? { view: 'movements', insurer } : undefined
const ofChannel = ({ channel }: { channel: string }): Place | undefined =>
  channel ? { view: 'movements', channel } : undefined
const ofReason = ({ reason }: { reason: string }): Place => ({ view: 'refunds', reason })
const ofKind = ({ kind }: { kind: string }): Place => ({ view: 'reconciliation', kind })

/** Sales by day, against the same weekday four weeks before. */
export function Daily({ overview: { days, premium }, today }: Part & { today: string }) {
  const t = useTexts(words)
  // Axis and strokes share one scale with the bars.
  const highest = Math.max(0, ...days.map((day) => Math.max(day.premium, day.before)))
  const unit = unitOf(highest, useLocale())
  const marks = {
    bar: days.some(({ day, premium: sum }) => sum > 0 && !isOff(day) && day !== today),
    off: days.some(({ day, premium: sum }) => sum > 0 && isOff(day) && day !== today),
    now: days.some(({ day }) => day === today),
    before: days.some(({ before }) => before > 0),
  }
  const best = [...days].sort((one, other) => other.premium - one.premium)[0]
  const [first, last] = [days[0], days.at(-1)]
  return (
    <div className={styles.wide}>
      <ChartFigure
        title={t.daily(unit.name)}
        sentence={
          first && last && best
            ? t.dailySentence(
                dayName(first.day),
                dayName(last.day),
                money(premium),
                dayName(best.day),
                money(best.premium),
              )
            : t.none
        }
        table={{
          head: [t.day, t.premium, t.before],
          rows: days.map((day) => [dayName(day.day), money(day.premium), money(day.before)]),
          to: days.map(({ day }) => ofDay(day)),
        }}
      >
        <DayBars
          days={days.map(({ day, premium: value, before }) => ({
            key: day,
            value,
            before,
            to: ofDay(day),
            label: days.length > 31 ? dayName(day) : String(Number(day.slice(8))),
            off: isOff(day),
            now: day === today,
          }))}
          write={(value) => inUnit(value, unit)}
        />
        <DayKey
          marks={(['bar', 'off', 'now', 'before'] as const)
            .filter((mark) => marks[mark])
            .map((mark) => ({ mark, name: t.marks[mark] }))}
        />
      </ChartFigure>
    </div>
  )
}

const losses = {
  ordered: ['expired', 'rejected', 'cancelled', 'awaiting'],
  paid: ['returned', 'waiting'],
} as const

/** Orders behind a step; price requests have no list in the books. */
const opens: Partial<Record<string, Place>> = {
  ordered: { view: null },
  paid: { view: null, status: WAS_PAID },
  issued: { view: null, status: 'issued' },
}

/** Where purchases are lost, and why. */
export function Funnel({ overview: { funnel } }: Part) {
  const t = useTexts(words)
  const steps = (['quoted', 'ordered', 'paid', 'issued'] as const).map((step) => ({
    step,
    name: t.steps[step],
    count: funnel[step],
  }))
  const under = (step: string) => {
    if (step === 'quoted')
      return funnel.quoted > funnel.ordered
        ? `\u2212\u00a0${t.notOrdered(groupDigits(funnel.quoted - funnel.ordered))}`
        : null
    const lost = step === 'ordered' || step === 'paid' ? losses[step] : []
    const said = lost
      .filter((reason) => funnel[reason] > 0)
      .map((reason) => `${t.lost[reason]}: ${groupDigits(funnel[reason])}`)
    return said.length > 0 ? `\u2212\u00a0${said.join(' · ')}` : null
  }
  return (
    <ChartFigure
      title={t.funnel}
      about={t.funnelAbout}
      sentence={steps.map(({ name, count }) => `${name}: ${groupDigits(count)}`).join(', ')}
      table={{
        head: [t.step, t.purchases],
        rows: [
          ...steps.map(({ name, count }) => [name, groupDigits(count)] as const),
          ...[...losses.ordered, ...losses.paid].map(
            (reason) => [t.lost[reason], groupDigits(funnel[reason])] as const,
          ),
        ],
        to: steps.map(({ step }) => opens[step]),
      }}
    >
      <RankBars
        rows={steps.map(({ step, name, count }) => ({
          key: step,
          name,
          value: count,
          shown: groupDigits(count),
          under: under(step),
          to: opens[step],
          tone: step === 'issued' ? 'done' : undefined,
        }))}
      />
    </ChartFigure>
  )
}

/** Premium by insurer, and our share. */
export function Insurers({
  overview: { insurers, premium },
  nameOf,
}: Part & { nameOf: (code: string) => string }) {
  const t = useTexts(words)
  const locale = useLocale()
  const unit = unitOf(Math.max(0, ...insurers.map((one) => one.premium)), locale)
  const rows = insurers.map((one) => ({
    ...one,
    name: one.insurer ? shortInsurer(nameOf(one.insurer)) : t.unnamed,
    share: percent[locale](decimal(premium > 0 ? (one.premium / premium) * 100 : 0, 0)),
  }))
  return (
    <ChartFigure
      title={t.insurers(unit.name)}
      about={t.insurersAbout}
      sentence={rows.map(({ name, share }) => `${name}: ${share}`).join(', ')}
      table={{
        head: [t.insurer, t.premium, t.share, t.commission],
        rows: rows.map((row) => [row.name, money(row.premium), row.share, money(row.commission)]),
        to: rows.map(ofInsurer),
      }}
    >
      <RankBars
        rows={rows.map((row) => ({
          key: row.insurer,
          name: row.name,
          value: row.premium,
          to: ofInsurer(row),
          shown: inUnit(row.premium, unit),
          more: `${row.share} · ${inUnit(row.commission, unit)}`,
        }))}
      />
    </ChartFigure>
  )
}

/** Sales by channel, and what changed. */
export function Channels({ overview: { channels } }: Part) {
  const t = useTexts(words)
  const locale = useLocale()
  const unit = unitOf(Math.max(0, ...channels.map((one) => one.premium)), locale)
  const rows = channels.map((one) => ({
    ...one,
    name: t.channelNames[one.channel] ?? t.unnamed,
    change: changeOf(one.premiumWhole, one.before, locale) ?? '–',
  }))
  return (
    <ChartFigure
      title={t.channels(unit.name)}
      about={t.channelsAbout}
      sentence={rows.map(({ name, premium }) => `${name}: ${money(premium)}`).join(', ')}
      table={{
        head: [t.channel, t.premium, t.before, t.changed],
        rows: rows.map((row) => [row.name, money(row.premium), money(row.before), row.change]),
        to: rows.map(ofChannel),
      }}
    >
      <RankBars
        rows={rows.map((row) => ({
          key: row.channel,
          name: row.name,
          value: row.premium,
          to: ofChannel(row),
          shown: inUnit(row.premium, unit),
          more: row.change,
        }))}
      />
    </ChartFigure>
  )
}

/** Why money goes back, and how long it takes. */
export function Reasons({ overview: { refunds } }: Part) {
  const t = useTexts(words)
  const rows = refunds.reasons.map((one) => ({
    ...one,
    name: t.reasonNames[one.reason] ?? one.reason,
  }))
  return (
    <ChartFigure
      title={t.reasons}
      about={money(refunds.amount)}
      sentence={rows.map(({ name, count }) => `${name}: ${count}`).join(', ') || t.refunds(0)}
      table={{
        head: [t.reason, t.purchases, t.sum],
        rows: rows.map((row) => [row.name, groupDigits(row.count), money(row.amount)]),
        to: rows.map(ofReason),
      }}
    >
      <RankBars
        rows={rows.map((row) => ({
          key: row.reason,
          name: row.name,
          value: row.count,
          to: ofReason(row),
          shown: groupDigits(row.count),
          more: money(row.amount),
        }))}
      />
      <p className={styles.under}>
        {refunds.daysToDone === null
          ? t.refunds(refunds.count)
          : t.took(decimal(refunds.daysToDone))}
        {refunds.open > 0 ? (
          <>
            {' · '}
            <QueryLink to={{ view: 'refunds', status: 'open' }}>{t.open(refunds.open)}</QueryLink>
          </>
        ) : null}
        {refunds.needDetails > 0 ? (
          <b>
            {' · '}
            <QueryLink to={{ view: 'refunds', status: 'details' }}>
              {t.needDetails(refunds.needDetails)}
            </QueryLink>
          </b>
        ) : null}
      </p>
    </ChartFigure>
  )
}

/** Unreconciled sums, with a link to settle them. */
export function Differences({ overview: { differences } }: Part) {
  const t = useTexts(words)
  const { kinds } = useTexts(bookWords).reconciliation
  const names: Record<string, string> = kinds satisfies Record<
    (typeof exceptionKinds)[number],
    string
  >
  const rows = differences.map(({ kind, count }) => ({ kind, count, name: names[kind] ?? kind }))
  return (
    <ChartFigure
      title={t.differences}
      sentence={rows.map(({ name, count }) => `${name}: ${count}`).join(', ') || t.sound}
      table={{
        head: [t.difference, t.purchases],
        rows: rows.map(({ name, count }) => [name, groupDigits(count)]),
        to: rows.map(ofKind),
      }}
    >
      {rows.length === 0 ? (
        <p className={styles.sound}>{t.sound}</p>
      ) : (
        <RankBars
          rows={rows.map((row) => ({
            key: row.kind,
            name: row.name,
            value: row.count,
            shown: groupDigits(row.count),
            to: ofKind(row),
            tone: row.kind === 'not_in_statement' ? undefined : ('bad' as const),
          }))}
        />
      )}
      <p className={styles.under}>
        <QueryLink to={{ view: 'reconciliation' }}>{t.settle}</QueryLink>
      </p>
    </ChartFigure>
  )
}
