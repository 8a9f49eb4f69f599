import type { Locale } from '#brand'
import { pathOf } from '#contract/pages.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pass } from '../../ui/pass.tsx'
import styles from './page.module.css'
import words from './texts.ts'

/** What a traffic officer may see: no names, no numbers of people, no sums. */
export type PolicyCheckData = {
  params: { number: string }
  found: boolean
  /** What the product is called, in the language of the page; empty when nothing was found. */
  product: string
  number: string
  plates: readonly string[]
  /** Calendar dates in Almaty, `2026-11-21`; empty when nothing was found. */
  start: string
  end: string
  state: 'valid' | 'not_yet' | 'ended' | 'terminated'
  /** When it was looked up: `2026-11-21 14:32` in Almaty. */
  checkedAt: string
}

const tones = { valid: 'good', not_yet: 'now', ended: 'bad', terminated: 'bad' } as const

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})

export function Component({ data }: { data: PolicyCheckData }) {
  const t = useTexts(words)
  const locale = useLocale()
  const state = t.states[data.state]
  const checked = `${longDate(locale, data.checkedAt)}, ${data.checkedAt.slice(11, 16)}`
  return (
    <div className={styles.check}>
      <h1 className={styles.title}>{t.title}</h1>
      {data.found ? (
        <>
          <Pass
            product={data.product}
            number={data.number}
            state={{ label: state.label, tone: tones[data.state] }}
            cars={data.plates.map((plate) => ({ plate }))}
            facts={[
              { label: t.start, value: longDate(locale, data.start) },
              { label: t.end, value: longDate(locale, data.end) },
            ]}
          />
          <p>{state.text}</p>
        </>
      ) : (
        <Notice
          tone="warn"
          title={t.missing}
          action={
            <LinkButton href={pathOf('ogpo-calculator', locale)} variant="secondary" size="small">
              {t.calculate}
            </LinkButton>
          }
        >
          {t.missingText(data.number)}
        </Notice>
      )}
      <p className={styles.checked}>
        {t.checked}: <time dateTime={`${data.checkedAt.replace(' ', 'T')}+05:00`}>{checked}</time>
      </p>
    </div>
  )
}
