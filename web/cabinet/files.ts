import { localePath } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import type { ProductName } from '#domain/products.ts'
import type { DocumentKind } from '#texts/document-names.ts'
import { onSite } from '../products.ts'
import type { PolicyFiles } from './state.ts'

const kinds = [
  'policy',
  'covernote',
  'slip',
  'applicantForm',
] as const satisfies readonly DocumentKind[]

/** The documents that are ready, with the addresses they are downloaded at; sizes in bytes. */
export const filesOf = (
  files: PolicyFiles,
  locale: Locale,
  product: ProductName = 'ogpo',
): { kind: DocumentKind; href: string; size: number }[] =>
  kinds.flatMap((kind) => {
    const file = files[kind]
    const path = onSite[product].downloads[kind]
    return file && path
      ? [
          {
            kind,
            size: file.size,
            href: localePath(locale, `/${path}/${encodeURIComponent(file.uuid)}`),
          },
        ]
      : []
  })
