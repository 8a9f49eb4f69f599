import { type PageName, pathOf } from '#contract/pages.ts'
import { defaultLocale } from '#domain/locale.ts'
import { brand } from '../../brand.ts'
import { pageTitles } from '../page-titles.ts'
import { page } from '../pages.ts'
import { longDate, useLocale, useTexts } from '../texts.ts'
import { ChevronIcon, CloseIcon, InfoIcon, PhoneIcon } from '../ui/icons.tsx'
import { CarIcon, CrashIcon, HouseIcon, MenuIcon, ShieldIcon } from '../ui/later-icons.tsx'
import { LogoMark } from '../ui/logo.tsx'
import head from './default.module.css'
import styles from './default.module.css'
import drawerStyles from './drawer.module.css'
import footStyles from './foot.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import type { LayoutProps } from './layout.ts'
import words from './texts.ts'
import { hasCabinet, Links, LogInLink, WriteLink } from './ways.tsx'

/** The foot of every page for everybody: who we are, where one goes from here. */
function Foot({ name }: Pick<LayoutProps, 'name'>) {
  const t = useTexts(words)
  const locale = useLocale()
  const short = page(name).foot === 'short'
  return (
    <footer className={`deep ${footStyles.footer}`}>
      {short ? null : <div className={`frieze ${footStyles.hem}`} aria-hidden="true" />}
      <div className={short ? 'short' : footStyles.columns}>
        {short ? null : <Ways name={name} />}
        <div className={footStyles.company}>
          <b>{brand.legalName[locale]}</b>
          <p>
            {t.bin} {brand.bin} · {brand.address[locale]}
          </p>
          <p>
            <a href={pathOf('documents-code', locale, { code: 'licence', id: '1' })}>
              {t.licence(brand.licence.number, longDate(locale, brand.licence.date))}
            </a>
          </p>
          {brand.sample ? <p>{t.sample}</p> : null}
        </div>
      </div>
    </footer>
  )
}

/**
 * How to reach us and where one goes from here: two lists, folded on a phone, where they would be
 * taller than the page above them. On the way of a purchase only what helps where no script runs.
 */
function Ways({ name }: Pick<LayoutProps, 'name'>) {
  const t = useTexts(words)
  const locale = useLocale()
  const titles = useTexts(pageTitles)
  return (
    <>
      <p className={footStyles.call}>
        <LogoMark />
        <a href={`tel:${brand.callCentre}`}>{brand.callCentre}</a>
        <span>{t.clock}</span>
      </p>
      {page(name).way === true ? (
        <ul className={footStyles.row}>
          <li>
            <a href={pathOf('auto-insurance', locale)}>{titles['auto-insurance']}</a>
          </li>
          <li>
            <a href={pathOf('call-back', locale)}>{titles['call-back']}</a>
          </li>
          <li>
            <WriteLink />
          </li>
        </ul>
      ) : (
        <>
          <details className={footStyles.fold}>
            <summary>{t.products}</summary>
            <ul>
              <Links name={name} menu="main" />
              <Links name={name} menu="service" />
            </ul>
          </details>
          <details className={footStyles.fold}>
            <summary>{t.company}</summary>
            <ul>
              <Links name={name} menu="company" />
              <Links name={name} menu="contacts" />
              <li>
                <WriteLink />
              </li>
            </ul>
          </details>
        </>
      )}
    </>
  )
}

/** What most people come for: named large in the menu, with a line of what it is. */
const large = [
  ['ogpo-calculator', CarIcon],
  ['claim-new', CrashIcon],
  ['egov-home', HouseIcon],
  ['check', ShieldIcon],
  ['auto-insurance', InfoIcon],
] as const
const largePages: readonly PageName[] = large.map(([to]) => to)

/**
 * Everything the site has, over the page: one comes in or calls, then goes where most people go,
 * then anywhere. The browser's own popover: opens, closes by Escape or a press outside, without any
 * script.
 */
function Menu({ name }: Pick<LayoutProps, 'name'>) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <nav id="menu" popover="auto" className={`deep ${drawerStyles.drawer}`} aria-label={t.menu}>
      <div className={`${head.bar} ${drawerStyles.head}`}>
        <span className={head.logo}>
          <LogoMark className={head.mark} />
          {brand.name[locale]}
        </span>
        <button
          type="button"
          className={head.burger}
          popoverTarget="menu"
          popoverTargetAction="hide"
          aria-label={t.close}
        >
          <CloseIcon />
        </button>
      </div>
      <div className={`wrap ${drawerStyles.parts}`}>
        <div className={drawerStyles.enter}>
          {hasCabinet ? <LogInLink /> : null}
          <a href={`tel:${brand.callCentre}`}>
            <PhoneIcon />
            {brand.callCentre}
          </a>
        </div>
        <ul className={drawerStyles.large}>
          {large.map(([to, Icon]) => (
            <li key={to}>
              <a href={pathOf(to, locale)} aria-current={name === to ? 'page' : undefined}>
                <Icon />
                <span>
                  {t.large[to][0]}
                  <small>{t.large[to][1]}</small>
                </span>
                <ChevronIcon />
              </a>
            </li>
          ))}
        </ul>
        <ul className={drawerStyles.small}>
          <Links name={name} menu="service" without={largePages} />
          <Links name={name} menu="main" without={largePages} />
          <Links name={name} menu="company" />
          <Links name={name} menu="contacts" />
          <li>
            <WriteLink />
          </li>
        </ul>
      </div>
    </nav>
  )
}

/** The ways that a wide head names. */
const headPages = ['auto-insurance', 'egov-home', 'claim-new'] as const

/** The head of every page for everybody; below lg all its ways are in the menu. */
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
        <nav aria-label={t.ways} className={styles.menu}>
          <ul>
            {headPages.map((to) => (
              <li key={to}>
                <a href={pathOf(to, locale)} aria-current={name === to ? 'page' : undefined}>
                  {t.head[to]}
                </a>
              </li>
            ))}
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

export function DefaultLayout({ name, addresses, content }: LayoutProps) {
  const t = useTexts(words)
  const locale = useLocale()
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
      <main
        data-offers={way || locale !== defaultLocale ? undefined : ''}
        id="main"
        className={styles.main}
        tabIndex={-1}
      >
        {content}
      </main>
      <Foot name={name} />
    </div>
  )
}
