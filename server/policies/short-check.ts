import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { defaultLocale, locales } from '#domain/locale.ts'
import type { Deps } from '../deps.ts'
import { askedFrom } from '../http/address.ts'
import { checkAddress } from './policies.ts'

/** Thirty-two signs, none that is taken for another one, all of them capitals or digits. */
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** So many of them prove the number: 55 bits. */
const proofLength = 11

/** What proves to us that we gave out the code with this number. */
function proofOf(signingKey: string, number: string): string {
  const digest = createHmac('sha256', signingKey).update(`check:${number}`).digest()
  return Array.from(digest.subarray(0, proofLength), (byte) => signs[byte % signs.length]).join('')
}

/**
 * The address in the code of a pass on a screen. In capitals throughout it still leads here, and a
 * reader takes it from a code of 29 modules where the signed token needs 61: papers, which need no
 * connection to be believed, keep that one.
 */
export const shortCheckAddress = (
  { publicUrl, signingKey }: Pick<Deps['config'], 'publicUrl' | 'signingKey'>,
  number: string,
): string => `${publicUrl}/q/${number}${proofOf(signingKey, number)}`

/**
 * `/q/…` leads to the check of the policy as its signed address does. Codes that lead nowhere are
 * counted, so that nobody finds policies by trying.
 */
export function mountShortCheck(app: FastifyInstance, deps: Deps): void {
  const { config, db, limits, signer } = deps
  for (const path of ['/q/:code', '/Q/:code'])
    app.get<{ Params: { code: string } }>(path, async (request, reply) => {
      const code = request.params.code.toUpperCase()
      const number = code.slice(0, -proofLength)
      const policy = await limits.attempt(
        ['shortKeysPerAddress', askedFrom(request)],
        async () =>
          isProof(code.slice(-proofLength), proofOf(config.signingKey, number))
            ? db
                .selectFrom('policies')
                .select(['global_id', 'start_date', 'end_date', 'facts'])
                .where('global_id', '=', number)
                .executeTakeFirst()
            : undefined,
        async (found) => found !== undefined,
      )
      if (!policy) return reply.callNotFound()
      const chosen = locales.find((one) => request.headers.cookie?.includes(`lang=${one}`))
      const address = await checkAddress('', signer, policy, chosen ?? defaultLocale)
      return reply.header('cache-control', 'no-store').redirect(address, 303)
    })
}

function isProof(given: string, proof: string): boolean {
  // By bytes: a letter of another alphabet has two.
  const [typed, ours] = [Buffer.from(given), Buffer.from(proof)]
  return typed.length === ours.length && timingSafeEqual(typed, ours)
}
