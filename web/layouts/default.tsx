import { brand } from '#brand'
import { type PageName, pathOf } from '#contract/pages.ts'
import { pageTitles } from '../page-titles.ts'
import { menuPages, pageNames } from '../pages.ts'
import { longDate, useLocale, useTexts } from '../texts.ts'
import { CloseIcon, InfoIcon, MenuIcon, PhoneIcon } from '../ui/icons.tsx'
import { LogoMark } from '../ui/logo.tsx'
import styles from './default.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import type { LayoutProps } from './layout.ts'
import words from './texts.ts'

export function DefaultLayout({ name, addresses, content }: LayoutProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const titles = useTexts(pageTitles)
  const links = (menu: 'main' | 'company') =>
    menuPages(menu).map((to) => (
      <li key={to}>
        <a
          href={pathOf(to, locale)}
          aria-current={name === to ? 'page' : isWithin(name, to) ? 'true' : undefined}
        >
          {titles[to]}
        </a>
      </li>
    ))
  const write = (
    <a href={`mailto:${brand.email}`} data-dialog="contact">
      {t.write}
    </a>
  )
  const logIn = hasCabinet ? (
    <a
      href={`${pathOf('index', locale)}#sign-in`}
      data-dialog="log-in"
      data-cabinet={pathOf('account', locale)}
      data-label={t.cabinet}
    >
      {t.logIn}
    </a>
  ) : null
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#main">
        {t.skip}
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <a
            className={styles.logo}
            href={pathOf('index', locale)}
            aria-label={`${brand.name[locale]}, ${t.home}`}
          >
            <LogoMark className={styles.mark} />
            <span>{brand.name[locale]}</span>
          </a>
          <nav aria-label={t.menu} className={styles.menu}>
            <ul>{links('main')}</ul>
          </nav>
          <a
            className={styles.call}
            href={`tel:${brand.callCentre}`}
            aria-label={`${t.call} ${brand.callCentre}`}
          >
            <PhoneIcon />
            <span>{brand.callCentre}</span>
          </a>
          {logIn ? <div className={styles.logIn}>{logIn}</div> : null}
          <LanguageSwitch addresses={addresses} label={t.language} className={styles.languages} />
          <button type="button" className={styles.burger} popoverTarget="menu" aria-label={t.menu}>
            <MenuIcon />
          </button>
        </div>
        {/* The browser's own popover: opens, closes by Escape or a press outside, without any script. */}
        <nav id="menu" popover="auto" className={styles.drawer} aria-label={t.menu}>
          <div className={styles.drawerHead}>
            <LogoMark className={styles.mark} />
            <button
              type="button"
              className={styles.burger}
              popoverTarget="menu"
              popoverTargetAction="hide"
              aria-label={t.close}
            >
              <CloseIcon />
            </button>
          </div>
          <ul className={styles.large}>{links('main')}</ul>
          <ul>
            {links('company')}
            <li>{write}</li>
            {logIn ? <li>{logIn}</li> : null}
          </ul>
        </nav>
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        {content}
      </main>
      <footer className={`deep ${styles.footer}`}>
        <div className={`frieze ${styles.hem}`} aria-hidden="true" />
        <div className={styles.columns}>
          <div className={styles.company}>
            <LogoMark className={styles.footerMark} />
            <p className={styles.legal}>{brand.legalName[locale]}</p>
            <p>
              {t.bin} {brand.bin}
            </p>
            <p>{t.licence(brand.licence.number, longDate(locale, brand.licence.date))}</p>
          </div>
          <nav aria-label={t.products}>
            <h2 className={styles.title}>{t.products}</h2>
            <ul className={styles.links}>{links('main')}</ul>
          </nav>
          <nav aria-label={t.company}>
            <h2 className={styles.title}>{t.company}</h2>
            <ul className={styles.links}>{links('company')}</ul>
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
              <li>{write}</li>
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

/** The way in is shown once there is somewhere to go. */
const hasCabinet = pageNames.some((name) => String(name) === 'account')

/** `founders-code` stands within `founders`, the steps of the calculator within the calculator. */
const isWithin = (name: PageName, section: PageName): boolean => name.startsWith(`${section}-`)
