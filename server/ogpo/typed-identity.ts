import { bestDocument, documentVerdict } from '#domain/documents-verdict.ts'
import { sameIdentity } from '#domain/ogpo/identity.ts'
import * as refusals from '#domain/refusals.ts'
import type { RegisteredPerson } from '#systems/gkb/client.ts'
import { Unavailable } from '#systems/http.ts'
import { type Asker, askerOf } from '../consent/consent-facts.ts'
import type { Deps } from '../deps.ts'
import type { Context } from '../http/context.ts'
import { type Refused, refuse } from '../http/refuse.ts'
import { releaseCase } from '../kyc/cases.ts'
import { askAboutTyped } from '../kyc/typed-case.ts'
import { personToSave } from '../persons/ask-person.ts'
import { keepPerson, type PersonRecord } from '../persons/people.ts'
import { registeredPerson } from '../persons/registered-person.ts'
import { endQuote, everybodyOf, type Quote, type QuoteFacts } from '../quotes/quotes.ts'

/**
 * Proof of a hand-typed identity: the register, now that it answers; staff who cleared it; nobody
 * yet; `denied` by the register.
 */
type Proof = { by: 'register'; person: RegisteredPerson } | { by: 'staff' | 'nobody' | 'denied' }

/**
 * Queries the register again for hand-typed people before taking an order. The sale goes on (null)
 * if the register confirms the person or staff cleared the identity at their desk; until then
 * nothing is sold or paid. A different person or document in the register requires a new
 * calculation.
 */
export async function typedIdentities(context: Context, quote: Quote): Promise<Refused | null> {
  const typed = everybodyOf(quote.facts).filter((person) => person.typed)
  if (typed.length === 0) return null
  const asker = await askerOf(context.db, context.me())
  const proofs = await Promise.all(
    typed.map(async (person) => ({ person, proof: await proofOf(context, asker, person) })),
  )
  for (const { person, proof } of proofs) {
    if (proof.by === 'nobody')
      return refuse(context.locale, refusals.identityCheck, { driver_iin: person.iin })
    if (proof.by !== 'denied') continue
    await endQuote(context.db, quote.id)
    return refuse(context.locale, refusals.quoteExpired)
  }
  return null
}

/**
 * Final check of hand-typed people before a policy is set: queries the register again, screens the
 * person under the register's name, and only then writes them to the unified database, whose number
 * for them goes into `facts`. Throws `Unavailable` while the identity has no proof: the job retries
 * by its schedule and refunds in the end.
 */
export async function beforeIssue(
  deps: Deps,
  facts: QuoteFacts,
  soldBy: string | null,
): Promise<void> {
  const asker = soldBy
    ? { asked_by: soldBy, asker: 'promoter' }
    : { asked_by: facts.policyholder.iin, asker: 'client' }
  for (const person of everybodyOf(facts).filter(({ typed }) => typed)) {
    const proof = await proofOf(deps, asker, person)
    if (proof.by === 'nobody' || proof.by === 'denied')
      throw new Unavailable(
        'gkb',
        'getPerson',
        `an identity typed by hand: proved by ${proof.by}`,
        false,
      )
    const best =
      proof.by === 'register' ? bestDocument(proof.person.documents, deps.clock.today()) : null
    const { clientId } = await deps.systems.esbd.savePerson(
      personToSave(
        { ...person, document: best ?? person.document },
        person.iin === facts.policyholder.iin ? { phone: facts.phone } : undefined,
      ),
    )
    for (const row of [facts.policyholder, ...facts.insured])
      if (row.iin === person.iin) row.clientId = clientId
    await keepPerson(
      deps.db,
      { ...person, clientId },
      { at: deps.clock.now(), typed: proof.by === 'staff' },
    )
  }
}

async function proofOf(deps: Deps, asker: Asker, person: PersonRecord): Promise<Proof> {
  const known = await registered(deps, asker, person.iin)
  if (known === 'silent') {
    const asked = await askAboutTyped(deps, person, {
      actor: 'job:typed-identity',
      at: deps.clock.now(),
    })
    return { by: asked === 'let' ? 'staff' : 'nobody' }
  }
  if (!known) return { by: 'denied' }
  // Found under the register's name what the typed one would have hidden: staff see the case.
  const verdict = await deps.screening.check(known)
  const today = deps.clock.today()
  const holds =
    verdict === 'clear' &&
    sameIdentity(person, known, today) &&
    documentVerdict(known.documents, today) === 'ok'
  if (!holds) return { by: 'denied' }
  // The lists are silent about this very person: nothing is left for staff to decide.
  await releaseCase(deps, {
    iin: person.iin,
    actor: 'job:typed-identity',
    at: deps.clock.now(),
    proved: true,
  })
  return { by: 'register', person: known }
}

async function registered(
  deps: Deps,
  asker: Asker,
  iin: string,
): Promise<RegisteredPerson | null | 'silent'> {
  try {
    const known = await registeredPerson(deps, asker, iin)
    return known === 'not_asked' ? 'silent' : known
  } catch (cause) {
    if (cause instanceof Unavailable) return 'silent'
    throw cause
  }
}
