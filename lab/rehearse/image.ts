import { execFile } from 'node:child_process'
import { root } from './compose.ts'
import { type Look, lookedAt } from './image-look.ts'

/** Looks at the built image, from outside and as its own user. */

const LIMIT_MS = 300_000

/** What a command printed, whatever it ended with. */
const printed = (command: string, ...given: string[]) =>
  new Promise<{ stdout: string; failed: boolean }>((resolve) => {
    const options = { cwd: root, maxBuffer: 64 * 1024 * 1024, timeout: LIMIT_MS }
    execFile(command, given, options, (cause, stdout) =>
      resolve({ stdout, failed: Boolean(cause) }),
    )
  })
const lines = (text: string) => text.split('\n').filter(Boolean)

async function look(image: string): Promise<Look> {
  const size = await printed('docker', 'image', 'inspect', '--format', '{{.Size}}', image)
  const hidden = await printed(
    ...(['docker', 'run', '--rm', '--read-only', image, 'find', '/app', '!', '-readable'] as const),
  )
  const archive = await printed(
    ...(['docker', 'run', '--rm', '--user', '0', image, 'sh', '-c'] as const),
    // Without the security archive among its sources an image knows of nothing to mend.
    'grep -rqs -- -security /etc/apt/sources.list /etc/apt/sources.list.d' +
      ' && apt-get -qq -o APT::Update::Error-Mode=any update && apt-get -qq -s dist-upgrade',
  )
  const audit = await printed('npm', 'audit', '--omit=dev', '--json')
  return {
    bytes: Number(size.stdout),
    unreadable: hidden.failed ? ['/app'] : lines(hidden.stdout),
    behind: archive.failed
      ? null
      : lines(archive.stdout).filter((line) => line.startsWith('Inst ')),
    audit: audit.stdout,
  }
}

/** What of the image is so and what is not, in lines; `well`: nothing found and all of it asked. */
export const imageReport = async (image = 'qorgan') => lookedAt(await look(image))
