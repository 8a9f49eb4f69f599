import { brand } from '#brand'
import { pathOf } from '../pages.ts'
import { longDate, useLocale, useTexts } from '../texts.ts'
import { HornMark } from '../ui/horn.tsx'
import { InfoIcon, PhoneIcon } from '../ui/icons.tsx'
import styles from './default.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import type { LayoutProps } from './layout.ts'
import words from './texts.ts'

export function DefaultLayout({ name, addresses, content }: LayoutProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const calculator = name.startsWith('ogpo-calculator')
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#main">
        {t.skip}
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <a className={styles.logo} href={pathOf('index', locale)} aria-label={`${brand.name[locale]}, ${t.home}`}>
            <HornMark className={styles.mark} />
            <span>{brand.name[locale]}</span>
          </a>
          <nav aria-label={t.menu} className={styles.menu}>
            <a href={pathOf('ogpo-calculator', locale)} aria-current={calculator ? 'page' : undefined}>
              {t.calculator}
            </a>
          </nav>
          <a className={styles.call} href={`tel:${brand.callCentre}`} aria-label={`${t.call} ${brand.callCentre}`}>
            <PhoneIcon />
            <span>{brand.callCentre}</span>
          </a>
          <LanguageSwitch addresses={addresses} label={t.language} className={styles.languages} />
        </div>
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        {content}
      </main>
      <footer className={styles.footer}>
        <div className={styles.columns}>
          <div className={styles.company}>
            <h2 className="visually-hidden">{t.company}</h2>
            <HornMark className={styles.footerMark} />
            <p className={styles.legal}>{brand.legalName[locale]}</p>
            <p>
              {t.bin} {brand.bin}
            </p>
            <p>{t.licence(brand.licence.number, longDate(locale, brand.licence.date))}</p>
          </div>
          <nav aria-label={t.products}>
            <h2 className={styles.title}>{t.products}</h2>
            <ul className={styles.links}>
              <li>
                <a href={pathOf('ogpo-calculator', locale)}>{t.calculator}</a>
              </li>
            </ul>
          </nav>
          <div>
            <h2 className={styles.title}>{t.contacts}</h2>
            <ul className={styles.links}>
              <li>
                <a href={`tel:${brand.callCentre}`}>{brand.callCentre}</a> – {t.clock}
              </li>
              <li>
                <a href={`mailto:${brand.email}`}>{brand.email}</a>
              </li>
              <li>{brand.address[locale]}</li>
            </ul>
          </div>
        </div>
        {brand.sample ? (
          <p className={styles.sample}>
            <InfoIcon />
            <span>{t.sample}</span>
          </p>
        ) : null}
      </footer>
    </div>
  )
}
