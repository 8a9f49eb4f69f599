import { Suspense, useSyncExternalStore } from 'react'
import { brand } from '#brand'
import { pathOf } from '#contract/pages.ts'
import { isPhoneProblem, type SignInProblem, signInAddress } from '#domain/egov.ts'
import type { Locale } from '#domain/locale.ts'
import { lazy } from '../lazy.ts'
import { useLocale, useTexts } from '../texts.ts'
import { LinkButton } from '../ui/button.tsx'
import { PhoneIcon } from '../ui/icons.tsx'
import { LogoMark } from '../ui/logo.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './sign-in.module.css'
import words from './texts.ts'

/** Loaded only for whoever has to give a phone. */
const AddPhone = lazy(() =>
  import('./add-phone.tsx').then((module) => ({ default: module.AddPhone })),
)

/** Why the sign-in did not simply lead on, and the own address it was to lead to. */
export type CallbackData = { problem: SignInProblem; back: string | null }

const nothing = () => () => {}

/**
 * What can be done without the provider: a home is subscribed from the cabinet too, a car is
 * insured by a code from an SMS.
 */
function otherWay(
  locale: Locale,
  target: string | null,
): { href: string; words: 'password' | 'cabinet' | 'byCode' } {
  if (target?.includes('-home')) return { href: target, words: 'cabinet' }
  return target
    ? { href: pathOf('ogpo-calculator', locale), words: 'byCode' }
    : { href: `${pathOf('index', locale)}#sign-in`, words: 'password' }
}

/**
 * Where the government's provider sends people back to, when something has to be said: each case
 * with what to do.
 */
export function SignIn({ data: { problem, back } }: { data: CallbackData }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { title, text } = t.problems[problem]
  // HTML made by the server waits for no part that is loaded later.
  const inBrowser = useSyncExternalStore(
    nothing,
    () => true,
    () => false,
  )
  const target = back ?? pathOf('account', locale)
  const inApplication = /^\/(ru\/)?egov\//.test(target)
  const other = otherWay(locale, inApplication && problem !== 'desk' ? target : null)
  return (
    <div className={styles.callback}>
      <LogoMark className={styles.horn} />
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {isPhoneProblem(problem) ? (
        <Suspense fallback={<Skeleton shape="card" />}>
          {inBrowser ? (
            <AddPhone target={target} mayWait={!inApplication} />
          ) : (
            <Skeleton shape="card" />
          )}
        </Suspense>
      ) : null}
      {isPhoneProblem(problem) ? null : (
        <div className={styles.actions}>
          {problem === 'blocked' || problem === 'desk' ? null : (
            <LinkButton href={signInAddress(target)}>
              {problem === 'organisation' ? t.asPerson : t.again}
            </LinkButton>
          )}
          {problem === 'blocked' || problem === 'organisation' ? (
            <LinkButton
              variant={problem === 'blocked' ? 'primary' : 'secondary'}
              href={`tel:${brand.callCentre}`}
              icon={<PhoneIcon />}
            >
              {t.call}
            </LinkButton>
          ) : (
            <LinkButton variant={problem === 'desk' ? 'primary' : 'secondary'} href={other.href}>
              {t[other.words]}
            </LinkButton>
          )}
        </div>
      )}
    </div>
  )
}
