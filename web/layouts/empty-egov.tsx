import { brand } from '#brand'
import { useLocale, useTexts } from '../texts.ts'
import { LogoMark } from '../ui/logo.tsx'
import styles from './empty-egov.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import type { LayoutProps } from './layout.ts'
import words from './texts.ts'

/**
 * Shown inside the government's application: the name and the language, no way out into the site.
 */
export function EmptyEgovLayout({ addresses, content }: LayoutProps) {
  const locale = useLocale()
  const t = useTexts(words)
  return (
    <>
      <header className={styles.header}>
        <p className={styles.logo}>
          <LogoMark className={styles.mark} />
          {brand.name[locale]}
        </p>
        <LanguageSwitch addresses={addresses} label={t.language} className={styles.languages} />
      </header>
      <main id="main" className={styles.main}>
        {content}
      </main>
    </>
  )
}
