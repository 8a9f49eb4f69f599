import { closingOf, type InsurerPaper, linesOf, type Settlement } from '#domain/books/settlement.ts'
import { lastOfMonth, numericDay } from '#domain/calendar.ts'
import { groupDigits, formatMoney as money } from '#domain/format.ts'
import type { Locale, Localized } from '#domain/locale.ts'
import { paperNames, settlementWords, insurerActTexts as words } from '#texts/insurer-acts.ts'
import type { BrokerFacts, Instant } from './facts.ts'
import { legalDay, moment } from './format.ts'
import { pdf, type Standard } from './pdf.ts'
import { everyText, named, paperHead } from './view.ts'

type Signed = { name: string; at: Instant }
/** Everything an act for an insurer says. Plain data. */
export type InsurerActFacts = {
  broker: BrokerFacts
  kind: InsurerPaper
  /** `2026-10` */
  month: string
  insurer: Readonly<Localized>
  /** `12/2026`; null while one person alone has signed. */
  number: string | null
  replaces: string | null
  settlement: Settlement
  prepared: Signed
  signed: Signed | null
}

/** An act for an insurer in one language, as the bytes of a PDF (`pdf.ts`). */
export const renderInsurerAct = (
  facts: InsurerActFacts,
  locale: Locale,
  standard: Standard = 'a-2a',
): Uint8Array => pdf('insurer-act.typ', insurerActView(facts, locale), standard)

/** Returns the template's data: every text written out in one language. */
export function insurerActView(facts: InsurerActFacts, locale: Locale) {
  const { broker, kind, month, settlement, prepared, signed } = facts
  const say = (text: Localized) => text[locale]
  const name = say(paperNames[kind])
  const number = facts.number ?? say(words.draft)
  const { figures } = settlement
  const rows =
    kind === 'services'
      ? [
          { label: say(words.policies), sum: groupDigits(figures.policies) },
          { label: say(words.premium), sum: money(figures.premium) },
          { label: say(words.ogpoPlus), sum: money(figures.ogpoPlus) },
        ]
      : linesOf(settlement).map(({ line, amount, day, reference }) => ({
          label: [say(settlementWords[line]), ...(day ? [`${numericDay(day)}, ${reference}`] : [])]
            .filter(Boolean)
            .join(': '),
          sum: money(amount),
        }))
  return everyText(
    {
      ...paperHead(
        {
          ...facts,
          name,
          number,
          date: new Date((signed ?? prepared).at),
          insurer: named(facts.insurer),
        },
        locale,
      ),
      draft: facts.number ? null : say(words.draft),
      head: [
        ...(facts.number ? [{ label: say(words.number), value: `№ ${facts.number}` }] : []),
        {
          label: say(words.period),
          value: `${legalDay(`${month}-01`, locale)} – ${legalDay(lastOfMonth(`${month}-01`), locale)}`,
        },
        { label: say(words.broker), value: say(broker.legalName) },
        { label: say(words.insurer), value: say(facts.insurer) },
        ...(facts.replaces ? [{ label: say(words.replaces), value: `№ ${facts.replaces}` }] : []),
      ],
      columns: [say(words.what), say(words.sum)],
      rows,
      total:
        kind === 'services'
          ? { label: say(words.commission), sum: money(figures.commission) }
          : { label: say(words.closing), sum: money(closingOf(settlement)) },
      statement: say(kind === 'services' ? words.servicesText : words.settlementText),
      signatures: {
        title: say(words.signatures),
        rows: [
          { label: say(words.first), value: `${prepared.name}, ${moment(prepared.at)}` },
          {
            label: say(words.second),
            value: signed ? `${signed.name}, ${moment(signed.at)}` : say(words.notYet),
          },
        ],
        theirs: say(words.theirs),
      },
    },
    [],
  )
}
