import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { waitWords } from '#texts/wait.ts'
import { Answer, CheckedAt, type CheckedPolicy } from '../../check/answer.tsx'
import styles from '../../check/check.module.css'
import words from '../../check/texts.ts'
import { pageTitles } from '../../page-titles.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { TextField } from '../../ui/text-field.tsx'

export type CheckData = {
  /** What was typed; empty at first. */
  asked: string
  problem: 'empty' | 'form' | 'number' | 'tooMany' | null
  /** Seconds until one may check again. */
  wait?: number
  /** Whether a plate is answered too. */
  byPlate: boolean
  /** The answer to a plate. */
  plate?: string
  policies?: readonly CheckedPolicy[]
  checkedAt?: string
}

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})

export function Component({ data }: { data: CheckData }) {
  const t = useTexts(words)
  const titles = useTexts(pageTitles)
  const locale = useLocale()
  const { asked, problem, byPlate, plate, policies, checkedAt } = data
  const by = byPlate ? 'plate' : 'number'
  return (
    <div className={styles.check}>
      <PageHead
        title={t.title}
        lead={t.lead[by]}
        trail={{
          label: t.trail,
          links: [{ title: titles.index, href: pathOf('index', locale) }],
        }}
      />
      {problem === 'tooMany' ? (
        <Notice tone="warn" title={t.tooManyTitle} live>
          {t.tooManyText(waitWords(data.wait ?? 0)[locale])}
        </Notice>
      ) : null}
      <form className={styles.form} action={pathOf('check', locale)} method="get" noValidate>
        <TextField
          name="q"
          label={t.field[by]}
          hint={t.hint[by]}
          defaultValue={asked}
          error={problem && problem !== 'tooMany' ? t.problems[problem] : undefined}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <Button type="submit">{t.submit}</Button>
      </form>
      {plate && policies && checkedAt ? (
        <section className={styles.answer} aria-label={t.title}>
          {policies.map((policy) => (
            <Answer key={`${policy.number} ${policy.start}`} policy={policy} />
          ))}
          {policies.length === 0 ? (
            <Notice
              tone="info"
              title={t.noneTitle(plate)}
              action={
                <LinkButton
                  href={`${pathOf('ogpo-calculator', locale)}#${plate}`}
                  variant="secondary"
                  size="small"
                >
                  {t.calculate}
                </LinkButton>
              }
            >
              {t.none}{' '}
              <a href={`${pathOf('remind', locale)}?plate=${encodeURIComponent(plate)}`}>
                {t.remind}
              </a>
            </Notice>
          ) : null}
          <CheckedAt at={checkedAt} />
        </section>
      ) : null}
      <section className={styles.about}>
        <h2>{t.aboutTitle}</h2>
        <p>{t.about}</p>
        <p>{t.elsewhere}</p>
      </section>
    </div>
  )
}
