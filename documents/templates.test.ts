import fontkit from '@pdf-lib/fontkit'
import { PDFCheckBox, PDFDocument, PDFTextField } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { locales } from '#domain/locale.ts'
import { templateForms } from '#texts/template-forms.ts'
import { templateNames } from '#texts/templates.ts'
import { fonts } from './fonts.ts'
import { blankTemplate } from './templates.ts'

const every = templateNames.flatMap((name) => locales.map((locale) => [name, locale] as const))

describe.each(every)('%s in %s', (name, locale) => {
  test('is one page with every field of its words, empty', async () => {
    const pdf = await PDFDocument.load(await blankTemplate(name, locale), { updateMetadata: false })
    expect(pdf.getPageCount()).toBe(1)
    const wanted = [
      templateForms[name].to,
      ...templateForms[name].parts.flatMap((part) => part.fields),
    ].map((field) => field.name)
    expect(
      pdf
        .getForm()
        .getFields()
        .map((field) => field.getName())
        .sort(),
    ).toEqual([...wanted, 'signed_on'].sort())
    for (const field of pdf.getForm().getFields())
      if (field instanceof PDFTextField) expect(field.getText() ?? '').toBe('')
    expect(pdf.getTitle()).toBe(templateForms[name].title[locale])
  })

  test('no field stands outside the page or over another', async () => {
    const pdf = await PDFDocument.load(await blankTemplate(name, locale))
    const boxes = pdf
      .getForm()
      .getFields()
      .flatMap((field) =>
        field.acroField
          .getWidgets()
          .map((widget) => ({ name: field.getName(), ...widget.getRectangle() })),
      )
    for (const box of boxes) {
      expect(box.x).toBeGreaterThan(0)
      expect(box.y, box.name).toBeGreaterThan(20)
      expect(box.x + box.width).toBeLessThan(595)
      for (const other of boxes)
        if (other !== box)
          expect(
            box.x + box.width <= other.x ||
              other.x + other.width <= box.x ||
              box.y + box.height <= other.y ||
              other.y + other.height <= box.y,
            `${box.name} over ${other.name}`,
          ).toBe(true)
    }
  })

  test('takes Kazakh words and a tick, and gives them back', async () => {
    const pdf = await PDFDocument.load(await blankTemplate(name, locale))
    pdf.registerFontkit(fontkit)
    const font = await pdf.embedFont(fonts[0] ?? Buffer.alloc(0))
    const form = pdf.getForm()
    form.getTextField('full_name').setText('Әділұлы Ғалым Қуанышұлы, үңіл, һ')
    for (const field of form.getFields()) if (field instanceof PDFCheckBox) field.check()
    form.updateFieldAppearances(font)
    const again = (await PDFDocument.load(await pdf.save())).getForm()
    expect(again.getTextField('full_name').getText()).toBe('Әділұлы Ғалым Қуанышұлы, үңіл, һ')
  })

  test('is the same every time', async () => {
    expect(
      Buffer.compare(await blankTemplate(name, locale), await blankTemplate(name, locale)),
    ).toBe(0)
  })
})
