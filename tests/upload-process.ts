import { join } from 'node:path'
import { localFiles } from '#systems/files/local-files.ts'
import { objectFiles } from '#systems/files/object-storage.ts'

/**
 * A process in the middle of an upload, to be killed there: says so when half of the bytes are
 * written, and ends with whoever started it.
 */
process.stdin.on('end', () => process.exit()).resume()
const [folder = '', address, region = '', accessKey = '', secretKey = ''] = process.argv.slice(2)
const files = address
  ? objectFiles(
      { address, region, accessKey, secretKey },
      { journal: () => {}, waitingRoom: join(folder, 'waiting') },
    )
  : localFiles(join(folder, 'kept'))

async function* half() {
  yield Buffer.alloc(300_000, 1)
  process.stdout.write('half\n')
  await new Promise(() => {})
}
await files.put('claims/killed', half())
