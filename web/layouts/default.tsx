import { page } from '../pages.ts'
import { useTexts } from '../texts.ts'
import styles from './default.module.css'
import { Foot } from './foot.tsx'
import { Head } from './head.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import type { LayoutProps } from './layout.ts'
import words from './texts.ts'

export function DefaultLayout({ name, addresses, content }: LayoutProps) {
  const t = useTexts(words)
  const { way } = page(name)
  return (
    <div className={way ? `${styles.page} ${styles.way}` : styles.page}>
      <a className={styles.skip} href="#main">
        {t.skip}
      </a>
      {way ? (
        <header className={styles.corner}>
          <LanguageSwitch addresses={addresses} label={t.language} className={styles.languages} />
        </header>
      ) : null}
      {way === true ? null : <Head name={name} addresses={addresses} />}
      <main id="main" className={styles.main} tabIndex={-1}>
        {content}
      </main>
      <Foot name={name} />
    </div>
  )
}
