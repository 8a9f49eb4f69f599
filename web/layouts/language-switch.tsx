import { languageNames, languageTag } from '#domain/locale.ts'
import { useLocale } from '../texts.ts'
import type { LayoutProps } from './layout.ts'

type Props = Pick<LayoutProps, 'addresses'> & { label: string; className: string | undefined }

/**
 * The same page in the other language; enhance.ts adds the query and remembers the choice. The
 * server takes its address for the line that offers it at a bare one.
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
          aria-current={locale === current ? 'true' : undefined}
        >
          <span aria-hidden="true">{languageNames[locale].short}</span>
          <span className="visually-hidden">{languageNames[locale].whole}</span>
        </a>
      ))}
    </nav>
  )
}
