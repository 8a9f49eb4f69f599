import fontkit from '@pdf-lib/fontkit'
import { degrees, PDFDocument, type PDFFont, type PDFPage, rgb } from 'pdf-lib'
import { brand } from '#brand'
import type { Day } from '#domain/calendar.ts'
import type { ClaimDeadline } from '#domain/claims/deadlines.ts'
import type { ClaimState } from '#domain/claims/state.ts'
import { formatMoney as money } from '#domain/format.ts'
import { type Locale, type Localized, languageTag } from '#domain/locale.ts'
import type { Tenge } from '#domain/money.ts'
import { claimEventNote, claimEvents, claimPaperName } from '#texts/claim-events.ts'
import { claimFileTexts as words } from '#texts/claim-file.ts'
import { claimPaperTexts } from '#texts/claim-paper.ts'
import { staffClaimStates } from '#texts/states.ts'
import {
  applicantRows,
  type ClaimPaperFacts,
  contractRows,
  eventRows,
  type Row,
  row,
} from './claim-paper.ts'
import type { Instant } from './facts.ts'
import { fonts, printable } from './fonts.ts'
import { legalDay, moment } from './format.ts'
import { addSheets, type Joined } from './joined-photographs.ts'
import { pdf } from './pdf.ts'
import { everyText, named, paperHead } from './view.ts'

type Signed = { name: string; at: Instant }
export type NotAttached = keyof typeof words.notAttached
/** A paper or a photograph of a claim as its index names it. */
export type CasePaper = {
  /** Kind of paper; null for an evaluation report. */
  slot: string | null
  name: string
  from: 'client' | 'broker'
  at: Instant
  verdict: 'fits' | 'again' | null
  sha256: string
  attached: Joined | NotAttached
}
/** Everything a claim's file says. Plain data; nothing is looked up while it is made. */
export type ClaimFileFacts = Omit<ClaimPaperFacts, 'answers' | 'by' | 'signed' | 'draft'> & {
  number: string
  state: ClaimState
  damage: string
  /** The guided claim's answers; null for a claim made as six files. */
  told: Pick<ClaimPaperFacts, 'answers' | 'by'> | null
  days: { submitted: Day; counted: Day; decided: Day | null; paid: Day | null }
  deadlines: readonly ClaimDeadline[]
  sums: { asked: Tenge | null; estimated: Tenge | null; payable: Tenge | null }
  /** The last decision; null while there is none. */
  decision: { reason: string; by: Signed; first: Signed | null } | null
  papers: readonly CasePaper[]
  /** `said`: as written; `sms`: as sent to the phone; `asked`: a paper by its slot. */
  letters: readonly {
    kind: 'said' | 'sms' | 'asked'
    at: Instant
    by: string | null
    text: string
    slot?: string
  }[]
  /** `by` null: the client; an empty name: the check for viruses. */
  history: readonly { at: Instant; what: string; note: string; by: string | null }[]
  made: Signed
}
/** From which sheet to which a paper lies; null of one that is not attached. */
type Lies = { from: number; to: number } | NotAttached

/**
 * A claim's file as one PDF: its first sheets, then every paper and photograph whole, each sheet with
 * its number and the number of its paper. A file that can't be read stays out and the index says so.
 * Only `maker-process.ts` calls this: what a file does to its reader ends that process alone.
 */
export async function renderClaimFile(facts: ClaimFileFacts, locale: Locale): Promise<Uint8Array> {
  const whole = await PDFDocument.create()
  whole.registerFontkit(fontkit)
  const [regular] = fonts
  if (!regular) throw new Error('The fonts of the papers are missing')
  const font = await whole.embedFont(regular, { subset: true })
  const lengths: (number | NotAttached)[] = []
  for (const { attached } of facts.papers)
    lengths.push(typeof attached === 'string' ? attached : await added(whole, attached, font))
  const sheets = lengths.reduce<number>((sum, one) => sum + (typeof one === 'number' ? one : 0), 0)
  // The index says on which sheets each paper lies, and is itself some sheets long.
  const coverOf = async (guessed: number) =>
    PDFDocument.load(
      pdf(
        'claim-file.typ',
        claimFileView(facts, locale, lain(lengths, guessed), guessed + sheets),
        'a-2a',
      ),
      { updateMetadata: false },
    )
  let first = 1
  let cover = await coverOf(first)
  while (cover.getPageCount() > first) {
    first = cover.getPageCount()
    cover = await coverOf(first)
  }
  while (cover.getPageCount() < first) cover.addPage()
  stamp(whole, font, facts, { locale, lengths, before: first })
  const pages = await whole.copyPages(cover, cover.getPageIndices())
  pages.forEach((page, at) => void whole.insertPage(at, page))
  const title = `${words.name[locale]} ${facts.number} – ${brand.name[locale]}`
  whole.setTitle(title, { showInWindowTitleBar: true })
  whole.setAuthor(brand.legalName[locale])
  whole.setLanguage(languageTag(locale))
  whole.setProducer(brand.latin)
  whole.setCreator(brand.latin)
  whole.setCreationDate(facts.documentDate)
  whole.setModificationDate(facts.documentDate)
  return whole.save({ useObjectStreams: true })
}

/**
 * Adds a file and returns its number of sheets; removes them again if the file turns out
 * unreadable.
 */
async function added(
  whole: PDFDocument,
  file: Joined,
  font: PDFFont,
): Promise<number | NotAttached> {
  const before = whole.getPageCount()
  try {
    await addSheets(whole, file, async () => font)
    return whole.getPageCount() - before
  } catch {
    while (whole.getPageCount() > before) whole.removePage(whole.getPageCount() - 1)
    return 'unreadable'
  }
}

function lain(lengths: readonly (number | NotAttached)[], before: number): Lies[] {
  let next = before + 1
  return lengths.map((length) => {
    if (typeof length === 'string') return length
    const from = next
    next += length
    return { from, to: next - 1 }
  })
}

/** Returns the template's data: every text written out in one language. */
export function claimFileView(
  facts: ClaimFileFacts,
  locale: Locale,
  lies: readonly Lies[],
  sheets: number,
) {
  const say = (text: Localized) => text[locale]
  const by = (one: Signed) => `${one.name}, ${moment(one.at)}`
  const { days, sums, decision } = facts
  const { columns } = words
  const name = say(words.name)
  const event: Row[] = facts.told
    ? eventRows(facts.told, locale)
    : row(say(words.damage), facts.damage)
  const decided: Row[] = [
    ...row(say(words.state), staffClaimStates[locale][facts.state]),
    ...(['asked', 'estimated', 'payable'] as const).flatMap((one) =>
      row(say(words[one]), sums[one] === null ? null : money(sums[one])),
    ),
    ...(decision?.first
      ? [...row(say(words.first), by(decision.first)), ...row(say(words.second), by(decision.by))]
      : row(say(words.decidedBy), decision && by(decision.by))),
    ...row(say(words.reason), decision?.reason, true),
  ]
  return everyText(
    {
      ...paperHead(
        { ...facts, name, date: facts.documentDate, insurer: named(facts.insurer) },
        locale,
      ),
      sheets,
      head: [
        ...row(say(words.number), facts.number),
        ...row(say(claimPaperTexts.insurer), say(facts.insurer)),
        ...row(say(words.submitted), legalDay(days.submitted, locale)),
        ...row(say(words.counted), legalDay(days.counted, locale)),
        ...facts.deadlines.flatMap(({ kind, due }) =>
          row(say(words.due[kind]), legalDay(due, locale)),
        ),
        ...row(say(words.decided), days.decided && legalDay(days.decided, locale)),
        ...row(say(words.paid), days.paid && legalDay(days.paid, locale)),
        ...row(say(words.made), by(facts.made)),
      ],
      parts: [
        { title: say(claimPaperTexts.applicant), rows: applicantRows(facts, say) },
        {
          title: say(claimPaperTexts.contract),
          rows: contractRows({ ...facts, by: facts.told?.by ?? 'policyholder' }, locale),
        },
        { title: say(claimPaperTexts.event_part), rows: event },
        { title: say(words.decision), rows: decided },
      ].filter(({ rows }) => rows.length > 0),
      index: {
        title: say(words.index),
        note: say(words.indexNote),
        nothing: say(words.nothing),
        columns: [columns.number, columns.paper, columns.from, columns.verdict, columns.sheets].map(
          say,
        ),
        rows: facts.papers.map((one, at) => ({
          number: String(at + 1),
          name: one.slot === null ? say(words.report) : claimPaperName(one.slot, locale),
          mark: `${one.name} · ${one.sha256.slice(0, 12)}`,
          from: say(words[one.from]),
          at: moment(one.at),
          verdict: say(words.verdict[one.verdict ?? 'none']),
          sheets: sheetsOf(lies[at] ?? 'unreadable', say),
        })),
      },
      tables: [
        {
          title: say(words.letters),
          columns: [columns.when, columns.who, columns.text].map(say),
          rows: facts.letters.map(({ kind, at, by: who, text, slot }) => [
            moment(at),
            who ?? say(words.client),
            kind === 'said'
              ? text
              : kind === 'sms'
                ? `${say(words.sms)}: ${text}`
                : [`${say(words.request)}: ${claimPaperName(slot ?? '', locale)}`, text]
                    .filter(Boolean)
                    .join('. '),
          ]),
        },
        {
          title: say(words.history),
          columns: [columns.when, columns.who, columns.what].map(say),
          rows: facts.history.map(({ at, what, note, by: who }) => [
            moment(at),
            who === null ? say(words.client) : who || say(words.scanner),
            [
              (claimEvents[locale] as Record<string, string>)[what] ?? what,
              claimEventNote(what, note, locale),
            ]
              .filter(Boolean)
              .join(': '),
          ]),
        },
      ].filter(({ rows }) => rows.length > 0),
    },
    [],
  )
}

const sheetsOf = (lies: Lies, say: (text: Localized) => string): string =>
  typeof lies === 'string'
    ? say(words.notAttached[lies])
    : lies.from === lies.to
      ? String(lies.from)
      : `${lies.from}–${lies.to}`

type Stamping = { locale: Locale; lengths: readonly (number | NotAttached)[]; before: number }

/** Every attached sheet says which of the file it is, and of which paper. */
function stamp(
  whole: PDFDocument,
  font: PDFFont,
  { number, papers }: ClaimFileFacts,
  { locale, lengths, before }: Stamping,
): void {
  const total = before + whole.getPageCount()
  let at = 0
  for (const [index] of papers.entries()) {
    const length = lengths[index]
    if (typeof length !== 'number') continue
    for (let sheet = 0; sheet < length; sheet += 1, at += 1)
      write(
        whole.getPage(at),
        font,
        printable(
          `${number} · ${words.attachment[locale]} ${index + 1} · ${words.sheet[locale]} ${before + at + 1} / ${total}`,
        ),
      )
  }
}

const SIZE = 8
const PADDING = 3
const EDGE = 8
/** At the foot of a page as it is seen, whichever way it is turned, on white. */
function write(page: PDFPage, font: PDFFont, text: string): void {
  const box = page.getCropBox()
  const turn = ((page.getRotation().angle % 360) + 360) % 360
  const [right, top] = [box.x + box.width, box.y + box.height]
  const [x, y, along, up] =
    turn === 90
      ? [right - EDGE, box.y + EDGE, [0, 1], [-1, 0]]
      : turn === 180
        ? [right - EDGE, top - EDGE, [-1, 0], [0, -1]]
        : turn === 270
          ? [box.x + EDGE, top - EDGE, [0, -1], [1, 0]]
          : [box.x + EDGE, box.y + EDGE, [1, 0], [0, 1]]
  const [alongX = 0, alongY = 0] = along ?? []
  const [upX = 0, upY = 0] = up ?? []
  const rotate = degrees(turn)
  page.drawRectangle({
    x: x ?? 0,
    y: y ?? 0,
    width: font.widthOfTextAtSize(text, SIZE) + 2 * PADDING,
    height: SIZE + 2 * PADDING,
    rotate,
    color: rgb(1, 1, 1),
  })
  page.drawText(text, {
    x: (x ?? 0) + PADDING * alongX + (PADDING + 1) * upX,
    y: (y ?? 0) + PADDING * alongY + (PADDING + 1) * upY,
    size: SIZE,
    font,
    rotate,
    color: rgb(0.075, 0.125, 0.169),
  })
}
