import { brand } from '#brand'
import { pathOf } from '#contract/pages.ts'
import { useLocale, useTexts } from '../texts.ts'
import { PhoneIcon } from '../ui/icons.tsx'
import { MenuIcon } from '../ui/later-icons.tsx'
import { LogoMark } from '../ui/logo.tsx'
import styles from './default.module.css'
import { Menu } from './drawer.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import type { LayoutProps } from './layout.ts'
import words from './texts.ts'
import { hasCabinet, Links, LogInLink } from './ways.tsx'

/** The head of every page for everybody; below lg its menu is the drawer. */
export function Head({ name, addresses }: Omit<LayoutProps, 'content'>) {
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
