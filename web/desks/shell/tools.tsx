import { type PageName, pathOf } from '#contract/pages.ts'
import { languageNames, languageTag, locales } from '#domain/locale.ts'
import { languageCookieSeconds } from '../../constants.ts'
import { useLocale, useTexts } from '../../texts.ts'
import words from '../desk-texts.ts'
import styles from './bars.module.css'
import type { User } from './entries.ts'
import { Stroke } from './icons.tsx'
import { useTheme } from './theme.ts'

type Props = {
  name: PageName
  user: User | null
  onSearch: () => void
  onKeys: () => void
  onLeave: () => void
}

/** The search, the keys, the language, who is here and the way out. */
export function ToolBar({ name, user, onSearch, onKeys, onLeave }: Props) {
  const t = useTexts(words)
  const who = user ? `${user.surname} ${user.name}` : undefined
  return (
    <div className={styles.tools}>
      <button
        type="button"
        className={styles.seek}
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={onSearch}
      >
        <Stroke of="search" />
        <span className="visually-hidden">{t.search}:</span>
        <span>{user?.role === 'accountant' ? t.searchBooks : t.searchFor}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <button
        type="button"
        className={`${styles.tool} ${styles.keys}`}
        aria-label={t.keys}
        aria-keyshortcuts="?"
        onClick={onKeys}
      >
        <Stroke of="keys" />
      </button>
      <ThemeButton />
      <Languages name={name} label={t.language} />
      <span className={styles.who} title={who}>
        {who}
      </span>
      <button type="button" className={styles.tool} aria-label={t.logOut} onClick={onLeave}>
        <Stroke of="out" />
      </button>
    </div>
  )
}

/** The next of the themes: as the screen asks for it, light, dark. */
function ThemeButton() {
  const t = useTexts(words)
  const [theme, next] = useTheme()
  return (
    <button
      type="button"
      className={`${styles.tool} ${styles.theme}`}
      aria-label={t.theme(t.themes[theme])}
      title={t.theme(t.themes[theme])}
      aria-keyshortcuts="T"
      onClick={next}
    >
      <Stroke of={theme === 'dark' ? 'moon' : theme === 'light' ? 'sun' : 'screen'} />
    </button>
  )
}

/** The same desk in the other language, with what its address asks for. */
function Languages({ name, label }: { name: PageName; label: string }) {
  const current = useLocale()
  return (
    <nav aria-label={label} className={styles.languages}>
      {locales.map((locale) => (
        <a
          key={locale}
          href={pathOf(name, locale)}
          lang={languageTag(locale)}
          hrefLang={languageTag(locale)}
          aria-current={locale === current ? 'true' : undefined}
          onClick={({ currentTarget }) => {
            // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
            document.cookie = `lang=${locale}; Path=/; Max-Age=${languageCookieSeconds}; SameSite=Lax`
            currentTarget.search = location.search
          }}
        >
          <span aria-hidden="true">{languageNames[locale].short}</span>
          <span className="visually-hidden">{languageNames[locale].whole}</span>
        </a>
      ))}
    </nav>
  )
}
