import type { Locale } from '#domain/locale.ts'

/** Documents a client fills in and hands to the insurance company. */
export const templateNames = ['insurance-claim', 'payment'] as const
export type TemplateName = (typeof templateNames)[number]

/** Returns the address of a blank template; its last part is also the name of the saved file. */
export const templateAddress = (name: TemplateName, locale: Locale): string =>
  `/docs/files/${name}-application-${locale}.pdf`
