import fontkit from '@pdf-lib/fontkit'
import {
  PDFDocument,
  type PDFFont,
  type PDFForm,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFString,
  rgb,
} from 'pdf-lib'
import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'
import { languageTag } from '#domain/locale.ts'
import type { FormField } from '#texts/template-forms.ts'
import { formWords, templateForms } from '#texts/template-forms.ts'
import type { TemplateName } from '#texts/templates.ts'
import { fonts } from './fonts.ts'

/** One field of a blank form: drawn, and described for who cannot see it. */

const ink = rgb(0.075, 0.125, 0.169)
const soft = rgb(0.29, 0.345, 0.388)
const line = rgb(0.49, 0.525, 0.549)
const labelSize = 8.5

type Sheet = {
  page: PDFPage
  form: PDFForm
  regular: PDFFont
  bold: PDFFont
  locale: Locale
}

/** Draws one field with its label; a line in points. */
function draw(
  { page: on, form, regular, locale }: Sheet,
  field: FormField,
  box: { x: number; y: number; width: number; height: number },
) {
  const label = field.label[locale]
  if (field.check) {
    const tick = form.createCheckBox(field.name)
    tick.addToPage(on, {
      x: box.x,
      y: box.y,
      width: 12,
      height: 12,
      borderWidth: 0.7,
      borderColor: line,
      textColor: ink,
    })
    on.drawText(label, { x: box.x + 20, y: box.y + 2, size: 10, font: regular, color: ink })
    describe(tick.acroField.dict, label)
    return
  }
  on.drawText(label, {
    x: box.x,
    y: box.y + box.height + 4,
    size: labelSize,
    font: regular,
    color: soft,
  })
  const text = form.createTextField(field.name)
  if (field.lines) text.enableMultiline()
  text.addToPage(on, {
    ...box,
    font: regular,
    textColor: ink,
    borderWidth: 0.7,
    borderColor: line,
    backgroundColor: rgb(1, 1, 1),
  })
  text.setFontSize(10)
  describe(text.acroField.dict, label)
}

/** Sets a screen reader's words for a field. */
const describe = (dict: { set(name: PDFName, value: PDFObject): void }, label: string) =>
  dict.set(PDFName.of('TU'), PDFHexString.fromText(label))

/** Words in lines of at most a width, in points. */
function wrapped(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word
    if (lines.length && font.widthOfTextAtSize(longer, size) <= width)
      lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** A4 in points. */
const page = { width: 595.28, height: 841.89, margin: 48 }
const inner = page.width - 2 * page.margin
const gap = 16
const half = (inner - gap) / 2
/** The documents change with a release, not with the day they are downloaded. */
const made = new Date('2026-11-01T00:00:00Z')

/**
 * A blank paper as a fillable PDF of one A4 page, in one language. The font is inside whole, so any
 * Kazakh letter can be typed; the same words give the same bytes.
 */
export async function blankTemplate(name: TemplateName, locale: Locale): Promise<Uint8Array> {
  const words = templateForms[name]
  const pdf = await PDFDocument.create()
  pdf.registerFontkit(fontkit)
  const [regularFile, , , boldFile] = fonts
  if (!regularFile || !boldFile) throw new Error('The fonts of the papers are missing')
  const regular = await pdf.embedFont(regularFile, {
    subset: false,
    customName: 'GolosText-Regular',
  })
  const bold = await pdf.embedFont(boldFile, { subset: true, customName: 'GolosText-Bold' })
  pdf.setTitle(words.title[locale], { showInWindowTitleBar: true })
  pdf.setAuthor(brand.legalName[locale])
  pdf.setLanguage(languageTag(locale))
  pdf.setCreationDate(made)
  pdf.setModificationDate(made)
  pdf.setProducer(brand.latin)
  pdf.setCreator(brand.latin)

  const sheet: Sheet = {
    page: pdf.addPage([page.width, page.height]),
    form: pdf.getForm(),
    regular,
    bold,
    locale,
  }
  let y = page.height - page.margin - 4
  sheet.page.drawText(brand.name[locale], { x: page.margin, y, size: 11, font: bold, color: ink })
  right(sheet, formWords.fill[locale], y)
  y -= 34
  sheet.page.drawText(words.title[locale], { x: page.margin, y, size: 17, font: bold, color: ink })
  y -= 12
  y = rows(sheet, [words.to], y)
  for (const part of words.parts) {
    y -= 20
    sheet.page.drawText(part.title[locale], {
      x: page.margin,
      y,
      size: 11.5,
      font: bold,
      color: ink,
    })
    y -= 4
    y = rows(sheet, part.fields, y)
  }
  y -= 18
  for (const text of wrapped(words.statement[locale], regular, 9.5, inner)) {
    sheet.page.drawText(text, { x: page.margin, y, size: 9.5, font: regular, color: ink })
    y -= 13
  }
  rows(sheet, [{ name: 'signed_on', label: formWords.date, half: true }], y + 4)
  const at = page.margin + half + gap
  sheet.page.drawText(formWords.signature[locale], {
    x: at,
    y: y - 9,
    size: labelSize,
    font: regular,
    color: soft,
  })
  sheet.page.drawLine({
    start: { x: at, y: y - 34 },
    end: { x: at + half, y: y - 34 },
    thickness: 0.7,
    color: line,
  })

  sheet.form.updateFieldAppearances(regular)
  // A reader that draws typed text itself needs the font's name in the form's own resources.
  sheet.form.acroForm.dict.set(PDFName.of('DA'), PDFString.of(`/${regular.name} 10 Tf 0 g`))
  return pdf.save({ useObjectStreams: true })
}

/** Draws fields from `y` down; returns where the next element may begin. */
function rows(sheet: Sheet, fields: readonly FormField[], from: number): number {
  let y = from
  let second = false
  for (const field of fields) {
    const height = field.check ? 14 : (field.lines ?? 1) * 14 + 8
    const width = field.half ? half : inner
    const x = page.margin + (second ? half + gap : 0)
    const row = height + (field.check ? 10 : 20)
    draw(sheet, field, { x, y: y - row, width, height })
    second = Boolean(field.half) && !second
    if (!second) y -= row
  }
  return second ? y - 42 : y
}

function right({ page: on, regular }: Sheet, text: string, y: number) {
  const size = 8.5
  on.drawText(text, {
    x: page.width - page.margin - regular.widthOfTextAtSize(text, size),
    y,
    size,
    font: regular,
    color: soft,
  })
}
