import { localePath } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import type { ProductName } from '#domain/products.ts'
import type { PolicyFiles } from './state.ts'

const paths = {
  policy: 'download-policy',
  covernote: 'download-policy-covernote',
  slip: 'download-policy-slip',
  applicantForm: 'download-applicant-form',
} as const
export type FileKind = keyof typeof paths
const kinds = [
  'policy',
  'covernote',
  'slip',
  'applicantForm',
] as const satisfies readonly FileKind[]

/** Where a document of a product's policy is downloaded. */
const pathsOf = {
  ogpo: (kind) => paths[kind],
  home: () => 'download-policy-home',
} satisfies Record<ProductName, (kind: FileKind) => string>

/** The documents that are ready, with the addresses they are downloaded at; sizes in bytes. */
export const filesOf = (
  files: PolicyFiles,
  locale: Locale,
  product: ProductName = 'ogpo',
): { kind: FileKind; href: string; size: number }[] =>
  kinds.flatMap((kind) => {
    const file = files[kind]
    return file
      ? [
          {
            kind,
            size: file.size,
            href: localePath(locale, `/${pathsOf[product](kind)}/${encodeURIComponent(file.uuid)}`),
          },
        ]
      : []
  })
