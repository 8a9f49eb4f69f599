import { almatyDay } from '#domain/calendar.ts'
import { type Locale, type Localized, languageTag } from '#domain/locale.ts'
import { formatPhone } from '#domain/phone.ts'
import { claimPaperTexts as words } from '#texts/claim-paper.ts'
import { pdfTexts } from '#texts/pdf.ts'
import {
  applicantRows,
  type ClaimPaperFacts,
  contractRows,
  eventRows,
  paymentRows,
  type Row,
  row,
  type Say,
} from './claim-paper-rows.ts'
import { moment } from './format.ts'
import { pdf, type Standard } from './pdf.ts'
import { everyText, inLanguage, licence } from './view.ts'

/** The papers of a claim that are made from its answers. */
export type ClaimPaper = 'claim_application' | 'payment_application' | 'identity'
type Part = { title: string; rows: Row[] }

/** One paper of a claim in one language, as the bytes of a PDF (`pdf.ts`). */
export const renderClaimPaper = (
  paper: ClaimPaper,
  facts: ClaimPaperFacts,
  locale: Locale,
  standard: Standard = 'a-2a',
): Uint8Array => pdf('claim-paper.typ', claimPaperView(paper, facts, locale), standard)

/** What the template receives: every text written out in one language. */
export function claimPaperView(paper: ClaimPaper, facts: ClaimPaperFacts, locale: Locale) {
  const say = (text: Localized) => text[locale]
  const { broker } = facts
  const name = say(words[paper])
  return everyText(
    {
      t: inLanguage(pdfTexts, locale),
      lang: languageTag(locale),
      name,
      title: `${name} ${facts.policy.number} – ${say(broker.name)}`,
      date: almatyDay(facts.documentDate).split('-').map(Number),
      number: facts.policy.number,
      broker: {
        name: say(broker.name),
        sample: broker.sample,
        legalName: say(broker.legalName),
        bin: broker.bin,
        licence: licence(broker.licence, locale),
        address: say(broker.address),
        email: broker.email,
        callCentre: broker.callCentre,
      },
      insurer: { name: say(facts.insurer), bin: null, licence: null },
      draft: facts.draft ? say(words.draft) : null,
      parts: partsOf(paper, facts, locale),
      statement: statementOf(paper, facts, say),
      signature: paper === 'identity' ? null : signatureOf(facts, say),
    },
    [],
  )
}

function partsOf(paper: ClaimPaper, facts: ClaimPaperFacts, locale: Locale): Part[] {
  const say: Say = (text) => text[locale]
  const person = { title: say(words.applicant), rows: applicantRows(facts, say) }
  const contract = { title: say(words.contract), rows: contractRows(facts, locale) }
  if (paper === 'identity') return [person]
  if (paper === 'payment_application')
    return [person, contract, { title: say(words.payment), rows: paymentRows(facts, say) }]
  return [person, contract, { title: say(words.event_part), rows: eventRows(facts, locale) }]
}

function statementOf(paper: ClaimPaper, { answers }: ClaimPaperFacts, say: Say): string {
  if (paper === 'identity') return say(words.identityText)
  if (paper === 'payment_application') return say(words.paymentRequest)
  return say(answers.happened === 'i-hit' ? words.claimNotice : words.claimRequest)
}

function signatureOf({ signed, applicant }: ClaimPaperFacts, say: Say) {
  const title = say(words.signature)
  if (!signed) return { title, text: say(words.signedBy.none), rows: [] }
  return {
    title,
    text: say(words.signedBy.code),
    rows: [
      ...row(say(words.fullName), applicant.fullName),
      ...row(say(words.signedPhone), formatPhone(signed.phone)),
      ...row(say(words.signedAt), moment(signed.at)),
    ],
  }
}
