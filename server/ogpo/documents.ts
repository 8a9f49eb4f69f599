import type { FastifyInstance } from 'fastify'
import { localePath, prefixOf } from '#contract/pages.ts'
import type { PassFacts } from '#documents/wallet/facts.ts'
import { googleLink } from '#documents/wallet/google.ts'
import { type Locale, locales } from '#domain/locale.ts'
import { isUuid } from '#domain/uuid.ts'
import { policyBy } from '../codes/client-proof.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../http/context.ts'
import { notFound, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { notFoundPage, type Site } from '../http/site.ts'
import { checkAddress, type Policy, platesOf } from '../policies/policies.ts'
import { reads } from '../products/products.ts'
import { QuoteFacts } from '../quotes/quotes.ts'

/** Documents by their unguessable uuid, in both forms of the address. */
export function mountDownloads(app: FastifyInstance, deps: Deps, site: Site): void {
  for (const { kind, download } of reads().flatMap(
    ({ papers: policyDocuments }) => policyDocuments,
  ))
    for (const prefix of locales.map(prefixOf))
      app.get<{ Params: { uuid: string } }>(
        `${prefix}/${download}/:uuid`,
        async (request, reply) => {
          const { uuid } = request.params
          const paper = isUuid(uuid)
            ? await deps.db
                .selectFrom('documents')
                .select(['content', 'file_name', 'sha256'])
                .where('uuid', '=', uuid)
                .where('kind', '=', kind)
                .executeTakeFirst()
            : undefined
          if (!paper) return notFoundPage(site, request.url, reply)
          return reply
            .type('application/pdf')
            .header(
              'content-disposition',
              `attachment; filename="${paper.file_name.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(paper.file_name)}`,
            )
            .header('cache-control', 'private, max-age=3600')
            .header('etag', `"${paper.sha256.toString('hex').slice(0, 32)}"`)
            .header('x-robots-tag', 'noindex')
            .send(paper.content)
        },
      )
}

/**
 * A policy's pass for the wallet of a phone. Stores nothing: renders the policy's current state on
 * each download. Apple's file has its own address, by a uuid that opens no document, because the
 * phone requests it without our headers.
 */
const download = 'download-wallet-pass'

async function passFacts(deps: Deps, policy: Policy, locale: Locale): Promise<PassFacts> {
  const { insurer } = QuoteFacts.pick({ insurer: true }).parse(policy.facts)
  return {
    locale,
    globalId: policy.global_id,
    plates: platesOf(policy.facts),
    insurer: insurer.name[locale],
    start: policy.start_date,
    end: policy.end_date,
    checkUrl: await checkAddress(deps.config.publicUrl, deps.signer, policy, locale),
    ended: isOver(deps, policy),
  }
}

/** By its time, terminated, cancelled or replaced. */
const isOver = ({ clock }: Deps, { state, end_date }: Policy): boolean =>
  (state !== 'pending' && state !== 'active') || end_date < clock.today()

export const wallets = handle('ogpoWallets', async ({ globalId }, context) => {
  const policy = await ownPolicy(context, globalId)
  const { config, clock, locale } = context
  if (isOver(context, policy)) return ok({ apple: null, google: null })
  const uuid = config.wallet.apple ? await passOf(context, policy) : undefined
  return ok({
    apple: uuid ? localePath(locale, `/${download}/${uuid}`) : null,
    google: config.wallet.google
      ? await googleLink(await passFacts(context, policy, locale), config.wallet.google, {
          publicUrl: config.publicUrl,
          now: clock.now(),
        })
      : null,
  })
})

/** Their own, or the one of the order that their link has opened; any other is not found. */
async function ownPolicy({ db, me }: Context, globalId: string): Promise<Policy> {
  const policy = await policyBy(db, globalId)
  const { kind, orderId, iin } = me()
  const own = kind === 'order' ? policy?.order_id === orderId : policy?.policyholder_iin === iin
  if (!policy || !own) throw notFound()
  return policy
}

/** The pass's own number, which opens nothing else of the policy. */
async function passOf({ db }: Deps, { id }: Policy): Promise<string> {
  await db
    .insertInto('wallet_passes')
    .values({ policy_id: id })
    .onConflict((conflict) => conflict.column('policy_id').doNothing())
    .execute()
  const { uuid } = await db
    .selectFrom('wallet_passes')
    .select('uuid')
    .where('policy_id', '=', id)
    .executeTakeFirstOrThrow()
  return uuid
}

/** Apple's file, in the language of the address. A policy that is over is struck out in it. */
export function mountWalletPasses(app: FastifyInstance, deps: Deps, site: Site): void {
  for (const locale of locales)
    app.get<{ Params: { uuid: string } }>(
      `${prefixOf(locale)}/${download}/:uuid`,
      async (request, reply) => {
        const { uuid } = request.params
        const keys = deps.config.wallet.apple
        const policy = keys && isUuid(uuid) ? await policyOf(deps, uuid) : undefined
        if (!keys || !policy) return notFoundPage(site, request.url, reply)
        // Loaded on demand: few clients want a pass, and every process pays for its start.
        const { applePass, applePassType } = await import('#documents/wallet/apple.ts')
        return reply
          .type(applePassType)
          .header('content-disposition', `attachment; filename="${policy.global_id}.pkpass"`)
          .header('cache-control', 'private, no-store')
          .header('x-robots-tag', 'noindex')
          .send(applePass(await passFacts(deps, policy, locale), keys))
      },
    )
}

const policyOf = ({ db }: Deps, uuid: string): Promise<Policy | undefined> =>
  db
    .selectFrom('policies')
    .innerJoin('wallet_passes', 'wallet_passes.policy_id', 'policies.id')
    .selectAll('policies')
    .where('wallet_passes.uuid', '=', uuid)
    .where('policies.kind', '=', 'ogpo')
    .executeTakeFirst()
