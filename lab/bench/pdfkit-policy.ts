import PDFDocument from 'pdfkit'
import { fonts } from '../../documents/fonts.ts'
import type { view } from '../../documents/view.ts'

type Facts = ReturnType<typeof view>
type Cell = { text: string; strong?: boolean; size?: number; right?: boolean }

const mm = 72 / 25.4
const left = 18 * mm
const width = 595.28 - 2 * left
const [regular, , semibold, bold] = fonts

/**
 * The page of policy.typ drawn with pdfkit: the same words in the same sizes and fonts, tagged,
 * PDF/A-2a, the QR code as a path.
 */
export function pdfkitPolicy(facts: Facts): Promise<Buffer> {
  const { t } = facts
  const [year = 0, month = 1, day = 1] = facts.date
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: left, left, right: left, bottom: 0 },
    subset: 'PDF/A-2a',
    pdfVersion: '1.7',
    tagged: true,
    lang: facts.lang,
    displayTitle: true,
    font: regular as unknown as string,
    info: {
      Title: facts.title,
      Author: facts.broker.name,
      CreationDate: new Date(Date.UTC(year, month - 1, day)),
    },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
  })
  for (const [name, font] of Object.entries({ regular, semibold, bold }))
    if (font) doc.registerFont(name, font)
  const root = doc.struct('Document')
  doc.addStructure(root)

  const put = (
    role: string,
    text: string,
    x: number,
    y: number,
    {
      font = 'regular',
      size = 9.5,
      room = width,
      align = 'left' as 'left' | 'right' | 'center',
      ink = '#13202B',
    } = {},
  ) => {
    root.add(
      doc.struct(role, {}, () => {
        doc.font(font).fontSize(size).fillColor(ink).text(text, x, y, { width: room, align })
      }),
    )
    return doc.y
  }
  const muted = '#4A5763'
  const pair = (label: string, value: string, x: number, y: number, size = 9.5, room = width) => {
    const below = put('P', label, x, y, { size: 8, ink: muted, room })
    return put('P', value, x, below, { font: 'semibold', size, room })
  }
  const rule = (y: number, x = left, room = width) =>
    doc
      .markContent('Artifact', { type: 'Layout' })
      .moveTo(x, y)
      .lineTo(x + room, y)
      .lineWidth(0.5)
      .stroke('#C9CDD0')
      .endMarkedContent()
  const table = (
    columns: number[],
    headers: string[],
    rows: Cell[][],
    y: number,
    x = left,
    room = width,
  ) => {
    const made = doc.struct('Table')
    root.add(made)
    let top = y
    for (const [at, row] of [
      headers.map((text): Cell => ({ text, size: 7.6 })),
      ...rows,
    ].entries()) {
      const line = doc.struct('TR')
      made.add(line)
      let from = x
      let bottom = top
      for (const [column, { text, strong, size = 9.5, right }] of row.entries()) {
        const share = (columns[column] ?? 0) * room
        line.add(
          doc.struct(at === 0 ? 'TH' : 'TD', {}, () => {
            doc
              .font(strong ? 'semibold' : 'regular')
              .fontSize(size)
              .fillColor(at === 0 ? muted : '#13202B')
              .text(text, from, top + 4, { width: share - 6, align: right ? 'right' : 'left' })
          }),
        )
        bottom = Math.max(bottom, doc.y)
        from += share
      }
      line.end()
      top = bottom + 4
      rule(top, x, room)
    }
    made.end()
    return top
  }

  put('P', facts.broker.name, left + 36, 14 * mm, { font: 'bold', size: 13, room: 200 })
  put('P', `${facts.name} · ${facts.number}`, left + width / 2, 15 * mm, {
    size: 8,
    ink: muted,
    room: width / 2,
    align: 'right',
  })
  const side = 30 * mm
  const size = Number(/viewBox="0 0 (\d+)/.exec(facts.qr)?.[1] ?? 1)
  root.add(
    doc.struct('Figure', { alt: `${t.qrAlt}: ${facts.checkPage}` }, () => {
      doc
        .save()
        .translate(left + width - side, 27 * mm)
        .scale(side / size)
        .path(/ d="([^"]+)"/.exec(facts.qr)?.[1] ?? '')
        .fill('#000')
        .restore()
    }),
  )
  const half = width / 2
  const beside = width - side - 30
  let y = put('H1', facts.name, left, 27 * mm, { font: 'bold', size: 23, room: beside })
  y = put('P', t.insuranceName, left, y + 4, { size: 9, ink: muted, room: beside }) + 12
  pair(t.issued, facts.issued, left + 160, y, 11, 150)
  y = pair(t.number, facts.number, left, y, 19, 155) + 6
  put('P', facts.checkPage, left + width - side, 27 * mm + side + 2, {
    size: 7.2,
    font: 'semibold',
    room: side,
    align: 'center',
    ink: '#0B6E69',
  })
  y = Math.max(y, 27 * mm + side + 16)
  doc
    .markContent('Artifact', { type: 'Layout' })
    .roundedRect(left, y, width, 42, 6)
    .fill('#F7F5F0')
    .endMarkedContent()
  pair(t.start, facts.start, left + 14, y + 8, 11, width / 3)
  pair(t.end, facts.end, left + width / 3 + 14, y + 8, 11, width / 3)
  y = pair(t.period, facts.duration, left + (width / 3) * 2 + 14, y + 8, 11, width / 3 - 14) + 24
  pair(t.policyholder, facts.policyholder.fullName, left + half, y, 9.5, half)
  y = pair(t.insurer, facts.insurer.name, left, y, 9.5, half - 20)
  y = put('P', `${t.bin} ${facts.insurer.bin}`, left, y, { size: 8, ink: muted }) + 14
  y = put('H2', t.insured, left, y, { font: 'bold', size: 11.5 })
  y = table(
    [0.06, 0.5, 0.22, 0.22],
    ['№', t.fullName, t.iin, t.driverLicence],
    facts.insured.map((person, at) => [
      { text: String(at + 1) },
      { text: person.fullName, strong: true },
      { text: person.iin },
      { text: person.driverLicence ?? '–' },
    ]),
    y,
  )
  y = put('H2', t.vehicles, left, y + 14, { font: 'bold', size: 11.5 })
  y = table(
    [0.16, 0.26, 0.14, 0.2, 0.24],
    [t.plate, t.makeModel, t.year, t.techPassport, t.vin],
    facts.vehicles.map((car) => [
      { text: car.plate, strong: true },
      { text: car.makeModel },
      { text: car.year },
      { text: car.techPassport },
      { text: car.vin ?? '' },
    ]),
    y,
  )
  y = put('H2', t.premiumTitle, left, y + 14, { font: 'bold', size: 11.5 })
  const plus = facts.price.ogpoPlus
  y = table(
    [0.75, 0.25],
    [t.paidOnce, t.sum],
    [
      [{ text: t.premium }, { text: facts.price.premium, right: true }],
      ...(plus
        ? [
            [
              { text: `${t.ogpoPlus}\n${t.ogpoPlusPayout}: ${plus.payout}` },
              { text: plus.premium, right: true },
            ],
          ]
        : []),
      [
        { text: t.total, strong: true },
        { text: facts.price.total, strong: true, size: 11, right: true },
      ],
    ],
    y,
  )
  y = put('H2', t.sumsTitle, left, y + 14, { font: 'bold', size: 11.5 })
  y = put('P', t.sumsLaw, left, y, { size: 8, ink: muted })
  const middle = Math.ceil(facts.sums.length / 2)
  const sums = (rows: Facts['sums'], x: number) =>
    table(
      [0.7, 0.3],
      [t.sumsCase, t.sumsLimit],
      rows.map((row) => [
        { text: row.label, size: 8.5 },
        { text: row.sum, size: 8.5, right: true },
      ]),
      y,
      x,
      half - 12,
    )
  y = Math.max(
    sums(facts.sums.slice(0, middle), left),
    sums(facts.sums.slice(middle), left + half + 12),
  )
  y = put('P', `${t.sumsMrp}: ${facts.mrp}`, left, y + 4, { size: 8, ink: muted }) + 12
  put('H2', t.check, left + half + 12, y, { font: 'bold', size: 11.5, room: half - 12 })
  const under = put('H2', t.accidentTitle, left, y, { font: 'bold', size: 11.5, room: half - 12 })
  put('P', `${t.checkHow}: ${facts.checkPage}`, left + half + 12, under, { room: half - 12 })
  y = put('P', `${t.accident} ${facts.broker.callCentre}`, left, under, { room: half - 12 })
  put('P', `${t.registered} ${t.law}.`, left, y + 10, { size: 8, ink: muted })
  put(
    'P',
    `${t.broker}: ${facts.broker.legalName}, ${t.bin} ${facts.broker.bin}. ${t.licence} ${facts.broker.licence}. ${facts.broker.address}. ${t.callCentre} ${facts.broker.callCentre}, ${facts.broker.email}`,
    left,
    275 * mm,
    { size: 7.2, ink: muted, room: width - 90 },
  )
  put('P', `${t.page} 1 / 1`, left + width - 80, 275 * mm, {
    size: 7.2,
    ink: muted,
    room: 80,
    align: 'right',
  })
  root.end()
  doc.end()
  return done
}
