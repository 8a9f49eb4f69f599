import { brand } from '#brand'
import { longDate, useLocale, useTexts } from '../texts.ts'
import { PhoneIcon } from '../ui/icons.tsx'
import { LogoMark } from '../ui/logo.tsx'
import styles from './empty-egov.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import type { LayoutProps } from './layout.ts'
import words from './texts.ts'

/**
 * Shown inside the government's application too: the name, the call centre and the language, at the
 * foot who we are; no menu of the site.
 */
export function EmptyEgovLayout({ addresses, content }: LayoutProps) {
  const locale = useLocale()
  const t = useTexts(words)
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.bar}>
          <p className={styles.logo}>
            <LogoMark className={styles.mark} />
            {brand.name[locale]}
          </p>
          <a
            className={styles.call}
            href={`tel:${brand.callCentre}`}
            aria-label={`${t.call} ${brand.callCentre}`}
          >
            <PhoneIcon />
            <span>{brand.callCentre}</span>
          </a>
          <LanguageSwitch addresses={addresses} label={t.language} className={styles.languages} />
        </div>
      </header>
      <main id="main" className={styles.main}>
        {content}
      </main>
      <footer className={`deep ${styles.footer}`}>
        <div className={`frieze ${styles.hem}`} aria-hidden="true" />
        <div className={styles.foot}>
          <p className={styles.legal}>{brand.legalName[locale]}</p>
          <p>
            {t.bin} {brand.bin}
          </p>
          <p>{t.licence(brand.licence.number, longDate(locale, brand.licence.date))}</p>
          <p>{brand.address[locale]}</p>
          {brand.sample ? <p>{t.sample}</p> : null}
        </div>
      </footer>
    </div>
  )
}
