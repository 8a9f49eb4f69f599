import type { ReactNode } from 'react'
import { pathOf } from '#contract/pages.ts'
import { waitWords } from '#texts/wait.ts'
import { pageTitles } from '../page-titles.ts'
import { useLocale, useTexts } from '../texts.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHead } from '../ui/page-head.tsx'
import styles from './contact.module.css'
import words from './texts.ts'

/** What the server found wrong with a form, in words, by the field's name. */
export type FieldErrors = Readonly<Record<string, string>>
/** What was typed, by the field's name. */
export type Typed = Readonly<Record<string, string>>

type Props = {
  title: string
  lead: string
  errors: FieldErrors
  /** Sent so often that somebody has to wait: seconds. */
  wait: number | null
  children: ReactNode
}

/** A page with a form that the browser sends by itself: its name, what is wrong, the form. */
export function Frame({ title, lead, errors, wait, children }: Props) {
  const t = useTexts(words)
  const titles = useTexts(pageTitles)
  const locale = useLocale()
  return (
    <div className={styles.frame}>
      <PageHead
        title={title}
        lead={lead}
        trail={{ label: t.trail, links: [{ title: titles.index, href: pathOf('index', locale) }] }}
      />
      <Wrong errors={errors} wait={wait} />
      {children}
    </div>
  )
}

/** What was wrong with what was sent. */
export function Wrong({ errors, wait }: Pick<Props, 'errors' | 'wait'>) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <>
      <ErrorSummary
        title={t.summary}
        errors={Object.entries(errors).map(([field, message]) => ({ field, message }))}
      />
      {wait !== null ? (
        <Notice tone="warn" title={t.tooMany} live>
          {t.tooManyText(waitWords(wait)[locale])}
        </Notice>
      ) : null}
    </>
  )
}

/** The request is stored: its number and what happens now. */
export function Sent({ title, number, text }: { title: string; number: number; text: string }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <>
      <Notice tone="success" title={title} live>
        <p>
          {t.number} <span className={styles.number}>{number}</span>
        </p>
        <p>{text}</p>
      </Notice>
      <p className={styles.next}>
        <a href={pathOf('index', locale)}>{t.home}</a>
      </p>
    </>
  )
}
