import { expect, test } from 'vitest'
import { begunClaims } from '#tests/begun-claims.ts'
import { jpegOf, photographs } from '#tests/claim-way.ts'
import { sheetOf, spitefulSheets } from '#tests/sheets.ts'
import { sharedTestApp } from '#tests/test-app.ts'
import { fieldText } from '#texts/fields.ts'

const at = sharedTestApp()
const { begun, kept, signs } = begunClaims(at)

test.each(Object.entries(spitefulSheets))(
  'refused where it is added: a PDF with %s; nobody waits for it meanwhile',
  async (_shape, [bytes, words]) => {
    const { token, id } = await begun()
    const before = kept()
    let answered = false
    const adding = photographs(at(), token, { draft: id, shows: 'event_document' }, bytes).then(
      (answer) => {
        answered = true
        return answer
      },
    )
    while (!answered) expect((await fetch(`${at().url}/health/live`)).status).toBe(200)
    expect(await adding).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'photograph', message: fieldText(words, 'ru') }] },
    })
    expect(kept()).toBe(before)
  },
)

test('what was taken where it was added is sent', async () => {
  const { token, id, version } = await begun()
  await photographs(at(), token, { draft: id }, jpegOf())
  for (const [index, pages] of [1, 50, 50, 2].entries()) {
    const sheet = sheetOf(pages, String(index))
    const added = await photographs(at(), token, { draft: id, shows: 'event_document' }, sheet)
    expect(added.status).toBe(200)
  }
  await signs({ token, id, version })
})
