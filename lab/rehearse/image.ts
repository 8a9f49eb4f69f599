import { execFile } from 'node:child_process'
import { z } from 'zod'
import { root } from './compose.ts'

/** What was seen of an image; null: nobody answered. */
type Look = {
  bytes: number
  /** Files of the program that its own user may not read. */
  unreadable: string[]
  /** Debian's packages of which the suite or its security archive has a newer version. */
  behind: string[] | null
  /** What `npm audit --json` printed. */
  audit: string
}

const LIMIT_BYTES = 400e6

const Audit = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ severity: z.string(), fixAvailable: z.unknown() }),
  ),
})

/** Of npm's findings those above "moderate" that have a fix; null where the registry has none. */
function findings(audit: string): string[] | null {
  try {
    const { vulnerabilities } = Audit.parse(JSON.parse(audit))
    return Object.entries(vulnerabilities)
      .filter(([, one]) => ['high', 'critical'].includes(one.severity) && one.fixAvailable)
      .map(([name, { severity }]) => `${name} (${severity})`)
  } catch {
    return null
  }
}

/**
 * Judges an image. Debian's archive says no severity: every package with a newer version counts.
 * What could not be asked is said, and is no finding.
 */
export function lookedAt({ bytes, unreadable, behind, audit }: Look): {
  text: string[]
  well: boolean
} {
  const found = findings(audit)
  const counted = (what: string, list: string[] | null) =>
    list === null ? `${what}: nobody answered` : [`${what}: ${list.length}`, ...list].join('\n    ')
  return {
    text: [
      `the image: ${Math.round(bytes / 1e6)} MB`,
      counted('files its user may not read', unreadable),
      counted('packages of Debian with a newer version', behind),
      counted('findings of npm above "moderate" with a fix', found),
    ],
    well:
      bytes <= LIMIT_BYTES &&
      [unreadable, behind ?? [], found ?? []].every((list) => list.length === 0),
  }
}

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
