import { brand } from '#brand'
import { useLocale, useTexts } from '../texts.ts'
import { classNames } from '../ui/class-names.ts'
import folds from '../ui/folds.module.css'
import { LogoMark } from '../ui/logo.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import type { LayoutProps } from './layout.ts'
import styles from './promoter.module.css'
import words from './texts.ts'

/** The promoter portal: one dense sheet at every width. */
export function PromoterLayout({ addresses, content }: LayoutProps) {
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
      <main id="main" className={classNames(styles.main, folds.folds)}>
        {content}
      </main>
    </>
  )
}
