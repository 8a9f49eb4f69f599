import { createPrivateKey, X509Certificate } from 'node:crypto'
import { type AppleKeys, type GoogleKeys, passTypeOf } from '#documents/wallet/keys.ts'
import type { Environment } from './environment.ts'

const apple = ['WALLET_APPLE_CERT', 'WALLET_APPLE_KEY', 'WALLET_APPLE_WWDR'] as const
const google = ['WALLET_GOOGLE_ACCOUNT', 'WALLET_GOOGLE_KEY', 'WALLET_GOOGLE_CLASS'] as const

/**
 * Keys of the phones' wallets; null where there are none, and then no screen offers that wallet.
 */
export function walletSettings(env: Environment): {
  apple: AppleKeys | null
  google: GoogleKeys | null
} {
  const { WALLET_APPLE_CERT: cert, WALLET_APPLE_KEY: key, WALLET_APPLE_WWDR: wwdr } = env
  const { WALLET_GOOGLE_ACCOUNT: account, WALLET_GOOGLE_CLASS: passClass } = env
  const googleKey = env.WALLET_GOOGLE_KEY
  return {
    apple: cert && key && wwdr ? { cert, key, wwdr } : null,
    google: account && googleKey && passClass ? { account, key: googleKey, passClass } : null,
  }
}

/** What is wrong with them: some of a wallet's are missing, or are not what they should be. */
export function walletProblems(env: Environment): string[] {
  const some = [apple, google].flatMap((names) =>
    names.some((name) => env[name]) && names.some((name) => !env[name])
      ? [`${names.join(', ')} are set together or not at all`]
      : [],
  )
  if (some.length > 0) return some
  const { WALLET_APPLE_CERT: cert, WALLET_APPLE_WWDR: wwdr, WALLET_APPLE_KEY: key } = env
  const googleKey = env.WALLET_GOOGLE_KEY
  return [
    ...(cert ? read('WALLET_APPLE_CERT', () => problemOf(cert, key ?? '')) : []),
    ...(wwdr ? read('WALLET_APPLE_WWDR', () => nothing(new X509Certificate(wwdr))) : []),
    ...(googleKey ? read('WALLET_GOOGLE_KEY', () => nothing(createPrivateKey(googleKey))) : []),
  ]
}

function problemOf(cert: string, key: string): string | null {
  if (!passTypeOf(cert)) return 'names no pass type (UID=pass.…) and team (OU)'
  return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
    ? null
    : 'does not belong to WALLET_APPLE_KEY'
}

/** What could be read has no problem. */
const nothing = (_read: unknown): null => null

/** The problem a look finds; what cannot be read at all is no PEM. */
function read(name: string, look: () => string | null): string[] {
  try {
    const problem = look()
    return problem ? [`${name} ${problem}`] : []
  } catch {
    return [`${name} is no PEM that can be read`]
  }
}
