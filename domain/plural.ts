import { type Locale, languageTag } from './locale.ts'

export type Forms = { one: string; few?: string; many?: string; other: string }

/**
 * Returns the form of a word after a number; replaces `{n}` in it by the number. Kazakh nouns need
 * only `other`. A verb that agrees with the number is part of the form.
 */
export function plural(locale: Locale, n: number, forms: Forms): string {
  const rule = new Intl.PluralRules(languageTag(locale)).select(n)
  const form =
    (rule === 'one' || rule === 'few' || rule === 'many' ? forms[rule] : undefined) ?? forms.other
  return form.replaceAll('{n}', String(n))
}
