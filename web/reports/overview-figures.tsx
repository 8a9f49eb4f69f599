import { useLocale, useTexts } from '../texts.ts'
import { Trend } from '../ui/charts/trend.tsx'
import { changeOf, decimal, inUnit, unitOf } from '../ui/charts/units.ts'
import { type Place, QueryLink } from '../ui/query-link.tsx'
import styles from './overview.module.css'
import words from './overview-texts.ts'
import type { Overview } from './replies.ts'

/** Days from which a line of them says something. */
const ENOUGH = 5

/** Five figures of a period, each with what it is held against. */
export function Figures({ overview }: { overview: Overview }) {
  const t = useTexts(words)
  const { premium, commission, ogpoPlus, refunds, days } = overview
  const change = changeOf(overview.premiumWhole, overview.premiumBefore, useLocale())
  const daily = (values: number[]) =>
    values.length >= ENOUGH && values.some((value) => value > 0) ? values : undefined
  return (
    <dl className={styles.figures} aria-label={t.figures}>
      <Figure
        name={t.premium}
        to={{ view: 'movements' }}
        tenge={premium}
        more={change ? t.change(change) : t.noChange}
        trend={daily(days.map((day) => day.premium))}
      />
      <Figure
        name={t.commission}
        to={{ view: 'movements' }}
        tenge={commission}
        more={t.ofPremium(premium > 0 ? decimal((commission / premium) * 100, 2) : '0')}
      />
      <Figure
        name={t.ogpoPlus}
        to={{ view: 'movements', plus: 'yes' }}
        tenge={ogpoPlus}
        more={t.policies(overview.ogpoPlusPolicies)}
        trend={daily(days.map((day) => day.ogpoPlus))}
      />
      <Figure
        name={t.refunded}
        to={{ view: 'refunds' }}
        tenge={refunds.amount}
        more={t.refunds(refunds.count, refunds.open)}
        trend={daily(refunds.days.map(({ amount }) => amount))}
      />
      <Figure
        name={t.toPassOn}
        to={{ view: 'movements' }}
        tenge={overview.toPassOn}
        more={t.withoutOurs}
      />
    </dl>
  )
}

type Props = {
  name: string
  /** The rows it is made of. */
  to: Place
  tenge: number
  more: string
  trend?: number[] | undefined
}

function Figure({ name, to, tenge, more, trend }: Props) {
  const unit = unitOf(Math.abs(tenge), useLocale())
  return (
    <div>
      <dt>
        <QueryLink to={to}>{name}</QueryLink>
      </dt>
      <dd>
        <b>
          {inUnit(tenge, unit)}
          {'\u00a0'}
          <small>{unit.name}</small>
        </b>
        {trend ? <Trend values={trend} /> : null}
        <span>{more}</span>
      </dd>
    </div>
  )
}
