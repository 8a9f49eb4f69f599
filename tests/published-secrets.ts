import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { secretSettings } from '#server/settings/production.ts'

const root = join(import.meta.dirname, '..')
const names = Object.keys(secretSettings).join('|')
/**
 * `NAME=value` of a shell and `NAME: value` of YAML; in code `NAME: 'value'` and `NAME ?? 'value'`.
 */
const settingInText = new RegExp(`\\b(${names})\\s*[=:]\\s*(['"]?)([^\\s'"\`]{3,})\\2`, 'g')
const settingInCode = new RegExp(
  `\\b(${names})['"]?\\s*(?:=|:|\\?\\?)\\s*\\[?(['"\`])([^'"\`\\n]{3,})\\2`,
  'g',
)
/**
 * Something called a secret, with a text: `secret: '…'`, `password = "…"`, `const partnerSecret =
 * '…'`.
 */
const named =
  /(?:secret|password|passwd|token|apikey|accesskey|signingkey)\w*['"]?\s*(?:=|:|\?\?)\s*\[?(['"])([^'"`\n]{3,})\1/gi

export const isSecretSetting = (name: string): name is keyof typeof secretSettings =>
  name in secretSettings
export type Found = { file: string; setting: keyof typeof secretSettings | null; value: string }

/** Every file of the repository that is text, as the working copy has it. */
const files = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\n')
    .filter((file) =>
      /\.(ts|tsx|js|mjs|md|json|ya?ml|sh|sql|example|env|toml|conf)$|Dockerfile|Caddyfile/.test(
        file,
      ),
    )
    .filter((file) => file !== 'package-lock.json')

/** Whatever stands in the repository where a secret stands. */
export function secretsInRepository(): Found[] {
  return files().flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const setting = /\.(ts|tsx|js|mjs)$/.test(file) ? settingInCode : settingInText
    return [
      ...[...text.matchAll(setting)].flatMap(([, name = '', , value = '']) =>
        isSecretSetting(name) ? [{ file, setting: name, value }] : [],
      ),
      ...[...text.matchAll(named)].map(([, , value = '']) => ({ file, setting: null, value })),
    ]
  })
}
