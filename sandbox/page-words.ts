import { almatyClock } from '#domain/calendar.ts'
import { type Localized, languageTag, locales } from '#domain/locale.ts'
import { text } from './layout.ts'

/** A text in every language, the first one loud. */
export const both = (about?: Localized) =>
  about
    ? locales
        .map((locale, at) => {
          const quiet = at > 0 ? ' class="quiet"' : ''
          return `<p${quiet} lang="${languageTag(locale)}">${text(about[locale])}</p>`
        })
        .join('')
    : ''

/** Almaty's hour and minute, with the date. */
export const clock = (iso: string) =>
  almatyClock(new Date(iso)).replace(/^\d{4}-(\d\d)-(\d\d)T(\d\d:\d\d).*$/, '$2.$1 $3')

/** Text with its addresses made clickable and its lines kept. */
export const linked = (source: string) =>
  source
    .split(/(https?:\/\/[^\s<>"«»]+[^\s<>"«».,;:!?)])/)
    .map((piece, index) =>
      index % 2
        ? `<a href="${text(piece)}">${text(piece)}</a>`
        : text(piece).replaceAll('\n', '<br>'),
    )
    .join('')
