import type { Locale } from '#brand'
import { brand } from '#brand'
import { isPhoneProblem, type SignInProblem, signInAddress } from '#domain/egov.ts'
import { pathOf } from '../../pages.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { HornMark } from '../../ui/horn.tsx'
import { PhoneIcon } from '../../ui/icons.tsx'
import { AddPhone } from './add-phone.tsx'
import styles from './callback.module.css'
import words from './texts.ts'

/** Why the sign-in did not simply lead on, and the own address it was to lead to. */
export type CallbackData = { problem: SignInProblem; back: string | null }

export const head = (locale: Locale, { problem }: CallbackData) => ({
  title: words[locale].problems[problem].title,
  description: words[locale].description,
})

/** Where the government's provider sends people back to, when something has to be said: each case with what to do. */
export function Component({ data: { problem, back } }: { data: CallbackData }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { title, text } = t.problems[problem]
  const target = back ?? pathOf('account', locale)
  const inApplication = /^\/(ru\/)?egov\//.test(target)
  return (
    <div className={styles.callback}>
      <HornMark className={styles.horn} />
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {isPhoneProblem(problem) ? <AddPhone target={target} mayWait={!inApplication} /> : null}
      {isPhoneProblem(problem) ? null : (
        <div className={styles.actions}>
          {problem === 'blocked' ? null : (
            <LinkButton href={signInAddress(target)}>{problem === 'organisation' ? t.asPerson : t.again}</LinkButton>
          )}
          {problem === 'blocked' || problem === 'organisation' ? (
            <LinkButton look={problem === 'blocked' ? 'primary' : 'secondary'} href={`tel:${brand.callCentre}`} icon={<PhoneIcon />}>
              {t.call}
            </LinkButton>
          ) : inApplication ? null : (
            <LinkButton look="secondary" href={`${pathOf('index', locale)}#sign-in`}>
              {t.password}
            </LinkButton>
          )}
        </div>
      )}
    </div>
  )
}
