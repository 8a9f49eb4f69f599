import { type Localized, languageNames, languageTag } from '#domain/locale.ts'
import { useLocale } from '../texts.ts'
import type { LayoutProps } from './layout.ts'

type Props = Pick<LayoutProps, 'addresses'> & {
  label: string
  className: string | undefined
  /** Who may want another language is told so. */
  offered?: true
}

/** Said under the link to who may want that language (`enhance.ts`). */
const offers: Localized = { kz: 'Қазақша ашу', ru: 'Открыть на русском' }

/** The same page in the other language; enhance.ts adds the query and remembers the choice. */
export function LanguageSwitch({ addresses, label, className, offered }: Props) {
  const current = useLocale()
  return (
    <nav aria-label={label} className={className}>
      {addresses.map(({ locale, path }) => (
        <a
          key={locale}
          href={path}
          lang={languageTag(locale)}
          hrefLang={languageTag(locale)}
          data-lang={locale}
          data-offer={offered && locale !== current ? offers[locale] : undefined}
          aria-current={locale === current ? 'true' : undefined}
        >
          <span aria-hidden="true">{languageNames[locale].short}</span>
          <span className="visually-hidden">{languageNames[locale].whole}</span>
        </a>
      ))}
    </nav>
  )
}
