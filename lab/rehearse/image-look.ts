import { z } from 'zod'

/** What was seen of an image; null: nobody answered. */
export type Look = {
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
