import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * Where a Chromium is: named by CHROMIUM_PATH, else the one from npm with its own libraries, so that
 * weights and widths are the same on every machine; an installed one only where that cannot run.
 */
export async function findChromium(): Promise<{
  executablePath: string
  env: Record<string, string>
}> {
  const named = process.env.CHROMIUM_PATH
  if (named) return { executablePath: named, env: {} }
  if (process.platform === 'linux' && process.arch === 'x64') return fromNpm()
  const installed = [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => existsSync(path))
  if (!installed)
    throw new Error(
      'Browser tests need Chromium: install it and name it in CHROMIUM_PATH (the one from npm is for Linux on x64 only).',
    )
  return { executablePath: installed, env: {} }
}

async function fromNpm() {
  const { default: chromium, inflate, setupLambdaEnvironment } = await import('@sparticuz/chromium')
  const executablePath = await chromium.executablePath()
  const bin = join(
    dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '..',
    'bin',
  )
  await inflate(join(bin, 'al2023.tar.br'))
  const libraries = join(tmpdir(), 'al2023', 'lib')
  setupLambdaEnvironment(libraries)
  return {
    executablePath,
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(tmpdir(), 'fonts') },
  }
}

/** Started as root, without a way out of the machine. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
