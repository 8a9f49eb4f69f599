import type { Day } from '#domain/calendar.ts'
import type { Zone } from '#domain/claim-way/answers.ts'
import { type Side, sides, statements } from '#domain/claims/notice.ts'
import type { Locale, Localized } from '#domain/locale.ts'
import { statementWords, noticePaperTexts as words } from '#texts/accident-notice.ts'
import { zoneWords } from '#texts/claim-paper.ts'
import type { BrokerFacts, Instant } from './facts.ts'
import { legalDay, moment, spacedPlate } from './format.ts'
import { pdf, type Standard } from './pdf.ts'
import { everyText, named, paperHead } from './view.ts'

/** One driver as the paper names them: no IIN, of the phone and the policy the ends alone. */
export type NoticeDriver = {
  name: string
  plate: string
  insurer: Readonly<Localized> | null
  /** The end of the policy's number. */
  policy: string | null
  zones: readonly Zone[]
  words: string
  signed: { phone: string; at: Instant }
}
/** Everything the notice says once both have signed. Plain data. */
export type AccidentNoticeFacts = {
  broker: BrokerFacts
  /** Of the file itself: when the second of both signed. */
  documentDate: Date
  on: Day
  at: string
  place: string
  atFault: Side
  first: NoticeDriver
  second: NoticeDriver
}

/** The notice that two drivers signed, in one language, as the bytes of a PDF (`pdf.ts`). */
export const renderAccidentNotice = (
  facts: AccidentNoticeFacts,
  locale: Locale,
  standard: Standard = 'a-2a',
): Uint8Array => pdf('accident-notice.typ', accidentNoticeView(facts, locale), standard)

/** Returns the template's data: every text written out in one language. */
export function accidentNoticeView(facts: AccidentNoticeFacts, locale: Locale) {
  const say = (text: Localized) => text[locale]
  return everyText(
    {
      ...paperHead(
        {
          name: say(words.name),
          number: spacedPlate(facts.first.plate),
          date: facts.documentDate,
          broker: facts.broker,
          // Addressee of the paper: the insurer of the driver who began it.
          insurer: named(facts.first.insurer ?? words.insurer),
        },
        locale,
      ),
      lead: say(words.lead),
      event: {
        title: say(words.event),
        rows: [
          row(say(words.when), `${legalDay(facts.on, locale)}, ${facts.at}`),
          row(
            say(words.atFault),
            `${say(words[facts.atFault])}, ${spacedPlate(facts[facts.atFault].plate)}`,
          ),
        ],
        place: row(say(words.place), facts.place),
      },
      drivers: sides.map((side) => ({ title: say(words[side]), ...driver(facts[side], locale) })),
      says: {
        title: say(words.says),
        lines: statements.map((statement) => say(statementWords[statement])),
      },
      signatures: {
        title: say(words.signature),
        drivers: sides.map((side) => ({
          title: `${say(words[side])}: ${say(words.signed)}`,
          rows: [
            row(say(words.person), facts[side].name || say(words.unnamed)),
            row(say(words.phone), facts[side].signed.phone),
            row(say(words.at), moment(facts[side].signed.at)),
          ],
        })),
      },
    },
    [],
  )
}

const row = (label: string, value: string) => ({ label, value })

function driver(of: NoticeDriver, locale: Locale) {
  const say = (text: Localized) => text[locale]
  return {
    rows: [
      row(say(words.person), of.name || say(words.unnamed)),
      row(say(words.car), spacedPlate(of.plate)),
      ...(of.insurer ? [row(say(words.insurer), say(of.insurer))] : []),
      ...(of.policy ? [row(say(words.policy), of.policy)] : []),
    ],
    wide: [
      ...(of.zones.length > 0
        ? [row(say(words.zones), of.zones.map((zone) => say(zoneWords[zone])).join('; '))]
        : []),
      ...(of.words ? [row(say(words.words), of.words)] : []),
    ],
  }
}
