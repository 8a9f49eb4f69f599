/** «Дала» of an insurer's whole name, where rows are dense; without quotation marks all of it. */
export const shortInsurer = (name: string): string => /«[^»]+»/.exec(name)?.[0] ?? name
