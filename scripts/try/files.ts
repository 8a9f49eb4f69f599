import type { Try } from './kit.ts'

/** Where uploads are kept: the first keys of the bucket or the folder. */
export const files: Try = {
  host: ({ systems, filesDir }) => systems.bucket?.address ?? filesDir,
  settings: 'FILES_ADDRESS, FILES_REGION, FILES_ACCESS_KEY, FILES_SECRET_KEY or FILES_DIR',
  about:
    'Lists the beginning of what is kept: proves the keys and the bucket. Reads no file, writes none.',
  async talk({ systems, step, skip }) {
    await step('what is kept', async () => {
      for await (const key of systems.files.keys())
        return { result: 'ok', first: key.split('/')[0] }
      return { result: 'ok', first: null }
    })
    skip('the right to write is only proved by an upload')
  },
}
