import {
  type PDFFont,
  type PDFForm,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFPage,
  rgb,
} from 'pdf-lib'
import type { Locale } from '#domain/locale.ts'
import type { FormField } from '#texts/template-forms.ts'

/** One field of a blank form: drawn, and described for who cannot see it. */

export const ink = rgb(0.075, 0.125, 0.169)
export const soft = rgb(0.29, 0.345, 0.388)
export const line = rgb(0.49, 0.525, 0.549)
export const labelSize = 8.5

export type Sheet = {
  page: PDFPage
  form: PDFForm
  regular: PDFFont
  bold: PDFFont
  locale: Locale
}

/** Draws one field with its label; a line in points. */
export function draw(
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

/** What a screen reader says of a field. */
const describe = (dict: { set(name: PDFName, value: PDFObject): void }, label: string) =>
  dict.set(PDFName.of('TU'), PDFHexString.fromText(label))

/** Words in lines of at most a width, in points. */
export function wrapped(text: string, font: PDFFont, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word
    if (lines.length && font.widthOfTextAtSize(longer, size) <= width)
      lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
