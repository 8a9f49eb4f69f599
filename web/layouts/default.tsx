import { brand } from '#brand'
import { type PageName, pathOf } from '#contract/pages.ts'
import { pageTitles } from '../page-titles.ts'
import { menuPages, page, pageNames, type Row } from '../pages.ts'
import { longDate, useLocale, useTexts } from '../texts.ts'
import { CloseIcon, InfoIcon, PhoneIcon } from '../ui/icons.tsx'
import { MenuIcon } from '../ui/later-icons.tsx'
import { LogoMark } from '../ui/logo.tsx'
import styles from './default.module.css'
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

function Head({ name, addresses }: Omit<LayoutProps, 'content'>) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
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
          <ul>
            <Links name={name} menu="main" />
          </ul>
        </nav>
        <a
          className={styles.call}
          href={`tel:${brand.callCentre}`}
          aria-label={`${t.call} ${brand.callCentre}`}
        >
          <PhoneIcon />
          <span>{brand.callCentre}</span>
        </a>
        {hasCabinet ? (
          <div className={styles.logIn}>
            <LogInLink />
          </div>
        ) : null}
        <LanguageSwitch addresses={addresses} label={t.language} className={styles.languages} />
        <button type="button" className={styles.burger} popoverTarget="menu" aria-label={t.menu}>
          <MenuIcon />
        </button>
      </div>
      <Menu name={name} />
    </header>
  )
}

/** The browser's own popover: opens, closes by Escape or a press outside, without any script. */
function Menu({ name }: Pick<LayoutProps, 'name'>) {
  const t = useTexts(words)
  return (
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
      <ul className={styles.large}>
        <Links name={name} menu="main" />
      </ul>
      <ul>
        <Links name={name} menu="service" />
        <Links name={name} menu="company" />
        <Links name={name} menu="contacts" />
        <li>
          <WriteLink />
        </li>
        {hasCabinet ? (
          <li>
            <LogInLink />
          </li>
        ) : null}
      </ul>
    </nav>
  )
}

function Foot({ name }: Pick<LayoutProps, 'name'>) {
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

function Links({ name, menu }: Pick<LayoutProps, 'name'> & { menu: NonNullable<Row['menu']> }) {
  const locale = useLocale()
  const titles = useTexts(pageTitles)
  return menuPages(menu).map((to) => (
    <li key={to}>
      <a
        href={pathOf(to, locale)}
        aria-current={name === to ? 'page' : isWithin(name, to) ? 'true' : undefined}
      >
        {titles[to]}
      </a>
    </li>
  ))
}

function WriteLink() {
  const t = useTexts(words)
  return (
    <a href={`mailto:${brand.email}`} data-dialog="contact">
      {t.write}
    </a>
  )
}

/** The way in, shown once there is somewhere to go. */
function LogInLink() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <a
      href={`${pathOf('index', locale)}#sign-in`}
      data-dialog="log-in"
      data-cabinet={pathOf('account', locale)}
      data-label={t.cabinet}
    >
      {t.logIn}
    </a>
  )
}

const hasCabinet = pageNames.some((name) => String(name) === 'account')

/** `founders-code` stands within `founders`, the steps of the calculator within the calculator. */
const isWithin = (name: PageName, section: PageName): boolean => name.startsWith(`${section}-`)
