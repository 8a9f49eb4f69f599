import { useEffect, useState } from 'react'
import { api } from '../../http/api.ts'
import { money, useTexts } from '../../texts.ts'
import { RowProgress } from '../../ui/spinner.tsx'
import styles from './changes.module.css'
import words from './explained-texts.ts'
import type { Factor } from './factor-words.ts'
import { factsOf, premiumIf, type WhatIf, whatIfs } from './what-if.ts'

type Props = {
  factors: readonly Factor[]
  premium: number
  /** The heading that follows what stands above: the estimate has only the page's own. */
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

  // The key stands for the factors and the premium.
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
