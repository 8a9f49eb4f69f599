import { longDate, useLocale, useTexts } from '../texts.ts'
import { Pass } from '../ui/pass.tsx'
import styles from './check.module.css'
import words from './texts.ts'

/** What a traffic officer may see of a policy: no names, no numbers of people, no sums. */
export type CheckedPolicy = {
  /** What the product is called, in the language of the page. */
  product: string
  number: string
  insurer: string
  plates: readonly string[]
  /** Calendar dates in Almaty, `2026-11-21`. */
  start: string
  end: string
  state: 'valid' | 'not_yet' | 'ended' | 'terminated'
}

const tones = { valid: 'good', not_yet: 'now', ended: 'bad', terminated: 'bad' } as const

/** A policy that was found, the same by its QR code, its number and its plate. */
export function Answer({ policy }: { policy: CheckedPolicy }) {
  const t = useTexts(words)
  const locale = useLocale()
  const state = t.states[policy.state]
  return (
    <>
      <Pass
        product={policy.product}
        number={policy.number}
        state={{ label: state.label, tone: tones[policy.state] }}
        cars={policy.plates.map((plate) => ({ plate }))}
        facts={[
          { label: t.insurer, value: policy.insurer },
          { label: t.start, value: longDate(locale, policy.start) },
          { label: t.end, value: longDate(locale, policy.end) },
        ]}
      />
      <p>{state.text}</p>
    </>
  )
}

/** When it was looked up: `2026-11-21 14:32` in Almaty. */
export function CheckedAt({ at }: { at: string }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <p className={styles.checked}>
      {t.checked}:{' '}
      <time dateTime={`${at.replace(' ', 'T')}+05:00`}>
        {longDate(locale, at)}, {at.slice(11, 16)}
      </time>
    </p>
  )
}
