import { type PageName, pathOf } from '#contract/pages.ts'
import { signInAddress } from '#domain/egov.ts'
import { goTo } from '../navigation.ts'
import { passGuards } from '../session/session.ts'
import { useLocale, useTexts } from '../texts.ts'
import styles from './sign-in.module.css'
import words from './sign-in-texts.ts'

/**
 * Returns the two sign-ins: the government's, or the cabinet's own. Both lead back to `page` with
 * the query it has when they begin.
 */
export function useSignIn(page: PageName): { egov: () => void; cabinet: () => void } {
  const locale = useLocale()
  return {
    egov: () => goTo(signInAddress(pathOf(page, locale) + location.search, locale)),
    cabinet: () => passGuards(['auth'], null, locale),
  }
}

/** The consent that signing in gives; shown at every sign-in. */
export function SignInConsent() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <p className={styles.consent}>
      {t.consent} <a href={`${pathOf('egov-offerta', locale)}#personal-data`}>{t.consentLink}</a>
    </p>
  )
}
