import type { ReactNode } from 'react'
import { type PageName, pathOf } from '#contract/pages.ts'
import { type Locale, languageNames, languageTag, locales } from '#domain/locale.ts'
import type { PartnerData } from '#domain/partner.ts'
import { useLocale, useTexts } from '../texts.ts'
import { LogoMark } from '../ui/logo.tsx'
import words from './texts.ts'
import styles from './theme.module.css'

type Props = { name: PageName; data: PartnerData; children: ReactNode }

/**
 * The partner's frame: their name, whose product it is, the language, and the way back to their
 * application.
 */
export function PartnerTheme({ name, data, children }: Props) {
  const t = useTexts(words)
  const current = useLocale()
  const { partner, visit, params } = data
  return (
    <div className={styles.dress}>
      <header className={styles.header}>
        <p className={styles.name}>
          <strong>{partner.name[current]}</strong>
          <small>
            <LogoMark className={styles.mark} />
            {t.by}
          </small>
        </p>
        <nav aria-label={t.language} className={styles.languages}>
          {locales.map((locale) => (
            <a
              key={locale}
              href={pathOf(name, locale, params)}
              lang={languageTag(locale)}
              hrefLang={languageTag(locale)}
              data-lang={locale}
              aria-current={locale === current ? 'true' : undefined}
            >
              {languageNames[locale].short}
            </a>
          ))}
        </nav>
      </header>
      {children}
      {visit?.back ? (
        <p className={styles.back}>
          <a href={visit.back} rel="external">
            {t.back(partner.name[current])}
          </a>
        </p>
      ) : null}
    </div>
  )
}

/** Title and style sheet of a page in the partner's theme. */
export const partnerHead = (
  locale: Locale,
  title: string,
  description: string,
  { partner }: PartnerData,
) => ({
  title: `${title} – ${partner.name[locale]}`,
  description,
  styles: [`/partners/${encodeURIComponent(partner.code)}.css`],
})
