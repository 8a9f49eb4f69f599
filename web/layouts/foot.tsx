import { brand } from '#brand'
import { page } from '../pages.ts'
import { longDate, useLocale, useTexts } from '../texts.ts'
import { InfoIcon } from '../ui/icons.tsx'
import { LogoMark } from '../ui/logo.tsx'
import styles from './foot.module.css'
import type { LayoutProps } from './layout.ts'
import words from './texts.ts'
import { Links, WriteLink } from './ways.tsx'

/** The foot of every page for everybody: who we are, where one goes from here. */
export function Foot({ name }: Pick<LayoutProps, 'name'>) {
  const t = useTexts(words)
  const locale = useLocale()
  const short = page(name).foot === 'short'
  return (
    <footer className={`deep ${styles.footer}`}>
      {short ? null : <div className={`frieze ${styles.hem}`} aria-hidden="true" />}
      <div className={short ? 'short' : styles.columns}>
        <div className={styles.company}>
          {short ? null : <LogoMark className={styles.footerMark} />}
          <p className={styles.legal}>{brand.legalName[locale]}</p>
          <p>
            {t.bin} {brand.bin}
          </p>
          <p>{t.licence(brand.licence.number, longDate(locale, brand.licence.date))}</p>
        </div>
        {short ? null : <Ways name={name} />}
      </div>
      {brand.sample ? (
        <p className={styles.sample}>
          <InfoIcon />
          <span>{t.sample}</span>
        </p>
      ) : null}
    </footer>
  )
}

/** Where one goes from here, and how to reach us. */
function Ways({ name }: Pick<LayoutProps, 'name'>) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <>
      <nav aria-label={t.products}>
        <h2 className={styles.title}>{t.products}</h2>
        <ul className={styles.links}>
          <Links name={name} menu="main" />
          <Links name={name} menu="service" />
        </ul>
      </nav>
      <nav aria-label={t.company}>
        <h2 className={styles.title}>{t.company}</h2>
        <ul className={styles.links}>
          <Links name={name} menu="company" />
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
          <li>
            <WriteLink />
          </li>
          <Links name={name} menu="contacts" />
          <li>{brand.address[locale]}</li>
        </ul>
      </div>
    </>
  )
}
