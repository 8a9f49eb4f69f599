import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { Answer, CheckedAt, type CheckedPolicy } from '../../check/answer.tsx'
import styles from '../../check/check.module.css'
import words from '../../check/texts.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Empty but for the number when nothing was found. */
export type PolicyCheckData = CheckedPolicy & {
  params: { number: string }
  found: boolean
  checkedAt: string
}

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})

export function Component({ data }: { data: PolicyCheckData }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <div className={styles.check}>
      <h1 className={styles.title}>{t.title}</h1>
      {data.found ? (
        <Answer policy={data} />
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
      <CheckedAt at={data.checkedAt} />
      <p>
        <a href={pathOf('check', locale)}>{t.another}</a>
      </p>
    </div>
  )
}
