import { sourceOf } from '#server/kyc/import-lists.ts'
import { sandboxLists } from '#systems/aml/protocol.ts'
import type { Try } from './kit.ts'

/** The watch lists: each is fetched and read whole, and not taken. */
export const lists: Try = {
  host: ({ systems }) => [systems.aml.address, ...systems.aml.lists.values()].join(', '),
  settings: 'AML_ADDRESS, AML_API_KEY, AML_LISTS',
  about:
    'Fetches every list and reads it whole; stores nothing. Of the content only numbers of entries are shown.',
  async talk({ systems, config, step }) {
    for (const { code, path, format } of sandboxLists) {
      const source = sourceOf(config, { code, path, format })
      await step(
        `${code} at ${URL.canParse(source.address) ? new URL(source.address).host : source.address}`,
        async () => {
          const { entries } = await systems.aml.fetch(source)
          const of = (test: (entry: (typeof entries)[number]) => boolean) =>
            entries.filter(test).length
          return {
            entries: entries.length,
            persons: of(({ kind }) => kind === 'person'),
            withIin: of(({ iin }) => iin !== null),
            withBirthDate: of(({ birthDate }) => birthDate !== null),
            withoutName: of(({ names }) => names.length === 0),
          }
        },
      )
    }
  },
}
