import type { Locale } from '#brand'
import { localePath } from '#contract/pages.ts'
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

/** The documents that are ready, with the addresses they are downloaded at; sizes in bytes. */
export const filesOf = (
  files: PolicyFiles,
  locale: Locale,
  type: 'ogpo' | 'home' = 'ogpo',
): { kind: FileKind; href: string; size: number }[] =>
  kinds.flatMap((kind) => {
    const file = files[kind]
    return file
      ? [
          {
            kind,
            size: file.size,
            href: localePath(
              locale,
              `/${type === 'home' ? 'download-policy-home' : paths[kind]}/${encodeURIComponent(file.uuid)}`,
            ),
          },
        ]
      : []
  })
