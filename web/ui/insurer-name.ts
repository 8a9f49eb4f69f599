/**
 * Returns «Дала» of an insurer's full name, for dense rows; the full name if it has no quotation
 * marks.
 */
export const shortInsurer = (name: string): string => /«[^»]+»/.exec(name)?.[0] ?? name
