import type { Tenge } from '#domain/money.ts'

/** What a link may name: the bill by the bank's number, its sum in whole tenge. */
const places = /\{(bill|sum)\}/g
/** The web's own: an application takes such a link over, and pages lead nowhere else. */
const opens = /^https?:\/\/\S+$/

/**
 * Whether a text is a link's template: a web address whose only places are `{bill}` and `{sum}`.
 */
export const isBankLink = (template: string): boolean =>
  opens.test(template) && !/[{}]/.test(template.replace(places, ''))

/**
 * The address that opens one bill in the bank's application. No bank's own scheme is public, so its
 * template is a setting (`BANK_LINK`); null without one.
 */
export const bankLink = (
  template: string | null,
  bill: { id: string; sum: Tenge },
): string | null =>
  template?.replace(places, (_, place) =>
    encodeURIComponent(place === 'bill' ? bill.id : bill.sum),
  ) ?? null
