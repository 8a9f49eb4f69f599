import { type PageName, pathOf } from '#contract/pages.ts'
import { signInAddress } from '#domain/egov.ts'
import { passGuards } from '../../session/session.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './calculator.module.css'
import words from './texts.ts'

/**
 * The flow is for a known person: the government's sign-in, or the cabinet's own; both come back
 * here.
 */
export function SignInFirst({ page }: { page: PageName }) {
  const t = useTexts(words)
  const locale = useLocale()
  const query = typeof location === 'undefined' ? '' : location.search
  return (
    <Notice
      tone="info"
      title={t.signInTitle}
      action={
        <div className={styles.ways}>
          <LinkButton href={signInAddress(pathOf(page, locale) + query, locale)}>
            {t.egov}
          </LinkButton>
          <Button variant="secondary" onClick={() => passGuards(['auth'], null, locale)}>
            {t.password}
          </Button>
        </div>
      }
    >
      {t.signInText}
    </Notice>
  )
}
