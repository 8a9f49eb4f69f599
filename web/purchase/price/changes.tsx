import { useEffect, useState } from 'react'
import { api } from '../../http/api.ts'
import { money, useTexts } from '../../texts.ts'
import { RowProgress } from '../../ui/spinner.tsx'
import styles from './changes.module.css'
import type { Body } from './estimate-facts.ts'
import words from './explained-texts.ts'
import { type Factor, numberOf } from './factor-words.ts'
import { classAfterGoodYear } from './tariff-words.ts'

/**
 * What time and careful driving would change in a price, asked of the law's own tariff through the
 * open estimate.
 */
type WhatIf = { what: 'year' | 'two_years' | 'age_25'; facts: Body; class: string | null }

/**
 * The facts of a price line, read back from its coefficients; null where the law prices another way
 * (a legal entity).
 */
function factsOf(factors: readonly Factor[]): Body | null {
  const because = (code: string): Factor['because'] | undefined =>
    factors.find((factor) => factor.code === code)?.because
  const [region, settlement, type, age, years, bonus] = [
    'regionBase',
    'settlement',
    'vehicleType',
    'ageExperience',
    'vehicleAge',
    'bonusMalus',
  ].map(because)
  if (!region || !settlement || !type || !age || !years || !bonus) return null
  return {
    region: String(region['region']),
    settlement: settlement['settlement'] === 'OTHER' ? 'OTHER' : 'CITY',
    vehicleType: String(type['type']),
    age: Number(age['age']),
    experienceYears: Number(age['experience']),
    vehicleAgeYears: Number(years['years']),
    bonusMalus: {
      kind: bonus['kind'] === 'FIRST_MOTORCYCLE' ? 'FIRST' : String(bonus['kind']),
      class: String(bonus['class']),
    },
  }
}

/** Each change alone; those that change nothing are left out. */
function whatIfs(facts: Body): WhatIf[] {
  const { kind, class: name } = facts.bonusMalus
  const movable = kind === 'CLASS' || kind === 'FIRST'
  const next = classAfterGoodYear(name)
  return [
    ...(movable && (next !== name || kind === 'FIRST')
      ? [
          {
            what: 'year' as const,
            class: next,
            facts: { ...facts, bonusMalus: { kind: 'CLASS', class: next } },
          },
        ]
      : []),
    ...(facts.experienceYears < 2
      ? [
          {
            what: 'two_years' as const,
            class: null,
            facts: { ...facts, experienceYears: 2, age: Math.max(facts.age, 18) },
          },
        ]
      : []),
    ...(facts.age < 25
      ? [{ what: 'age_25' as const, class: null, facts: { ...facts, age: 25 } }]
      : []),
  ]
}

/**
 * The premium of a line if its coefficients were the other estimate's; term, privilege and an
 * insurer's deviation stay. Whole tenge.
 */
function premiumIf(premium: number, now: readonly Factor[], then: readonly Factor[]): number {
  const worth = (factors: readonly Factor[], code: string): number =>
    numberOf(factors.find((factor) => factor.code === code)?.value ?? '1')
  const ratio = ['ageExperience', 'bonusMalus'].reduce(
    (product, code) => (product * worth(then, code)) / worth(now, code),
    1,
  )
  return Math.round(premium * ratio)
}

type Props = {
  factors: readonly Factor[]
  premium: number
  /** Level of the heading, by the one above: the estimate has only the page's own. */
  heading?: 'h2' | 'h3'
}

/**
 * What would change this price, asked of the tariff when the explanation is opened. Says nothing
 * when the answer does not come.
 */
export function Changes({ factors, premium, heading: Heading = 'h3' }: Props) {
  const t = useTexts(words)
  const [answers, setAnswers] = useState<{
    of: string
    list: (WhatIf & { premium: number })[]
  } | null>(null)
  const key = JSON.stringify([premium, factors])

  // The key identifies the factors and the premium.
  useEffect(() => {
    const stop = new AbortController()
    const facts = factsOf(factors)
    const asked = (facts ? whatIfs(facts) : []).map(async (change) => {
      const { data } = await api('ogpoEstimate', change.facts, { signal: stop.signal })
      return { ...change, premium: premiumIf(premium, factors, data.factors) }
    })
    void Promise.allSettled(asked).then((settled) => {
      if (stop.signal.aborted) return
      const list = settled.flatMap((one) =>
        one.status === 'fulfilled' && one.value.premium !== premium ? [one.value] : [],
      )
      setAnswers({ of: key, list })
    })
    return () => stop.abort()
  }, [key]) // oxlint-disable-line react/exhaustive-deps

  if (answers?.of !== key) return <RowProgress>{t.changes}</RowProgress>
  if (answers.list.length === 0) return null
  return (
    <div className={styles.changes}>
      <Heading className={styles.title}>{t.changes}</Heading>
      <ul>
        {answers.list.map((change) => (
          <li key={change.what} className={styles.change}>
            <span>
              {change.what === 'year'
                ? t.changeYear(change.class ?? '')
                : change.what === 'two_years'
                  ? t.changeTwo
                  : t.change25}
            </span>
            <span className={styles.sums}>
              {money(change.premium)}{' '}
              <small>{`${change.premium < premium ? '−' : '+'}${money(Math.abs(change.premium - premium))}`}</small>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
