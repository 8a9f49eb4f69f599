import { defaultLocale, type Localized, languageNames, languageTag } from '#domain/locale.ts'
import { useLocale } from '../texts.ts'
import type { LayoutProps } from './layout.ts'

/** What it is called in a line of its own; each in its own language. */
export const offers: Localized = { kz: 'Қазақша оқу', ru: 'Читать по-русски' }

type Props = Pick<LayoutProps, 'addresses'> & { label: string; className: string | undefined }

/**
 * The same page in the other language; enhance.ts adds the query and remembers the choice. An address that names no language offers the other one to
 * whom it belongs.
 */
export function LanguageSwitch({ addresses, label, className }: Props) {
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
          title={current === defaultLocale && locale !== current ? offers[locale] : undefined}
          aria-current={locale === current ? 'true' : undefined}
        >
          <span aria-hidden="true">{languageNames[locale].short}</span>
          <span className="visually-hidden">{languageNames[locale].whole}</span>
        </a>
      ))}
    </nav>
  )
}
