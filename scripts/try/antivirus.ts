import type { Try } from './kit.ts'

/**
 * The test file that every scanner must find, in two pieces so that no scanner finds it here
 * (eicar.org).
 */
const TEST_FILE = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-',
  'ANTIVIRUS-TEST-FILE!$H+H*',
].join('')

/** The scanner of uploads: a clean file and the test file. */
export const antivirus: Try = {
  host: ({ systems }) => systems.antivirus.address,
  settings: 'ANTIVIRUS_ADDRESS',
  about: 'Has a clean word and the test file of eicar.org scanned. Neither is kept.',
  async talk({ systems, step }) {
    const scan = (text: string) =>
      systems.antivirus.scan({
        key: 'try',
        read: async () =>
          (async function* () {
            yield Buffer.from(text)
          })(),
      })
    await step('a clean word', () => scan('clean'))
    await step('the test file, which must be found', async () => {
      const verdict = await scan(TEST_FILE)
      if (JSON.stringify(verdict) === JSON.stringify(await scan('clean')))
        throw new Error('the test file was not found')
      return verdict
    })
  },
}
