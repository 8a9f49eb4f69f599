import { expect, test } from 'vitest'
import type { Systems } from '#server/deps.ts'
import { sharedTestApp } from '#tests/test-app.ts'

/** The journal's record of a call without an answer. */

const at = sharedTestApp()
const iin = '850315399904'
const consent = { token: 'x', publicKey: 'y' }

type Act = (systems: Systems) => Promise<unknown>
const acts: readonly (readonly [system: string, operation: string, act: Act])[] = [
  ['esbd', 'AuthenticateUser', ({ esbd }) => esbd.findPerson(iin)],
  ['esbd', 'GetClientsByKeyFields', ({ esbd }) => esbd.findPerson(iin)],
  [
    'esbd',
    'GetPoliciesByNumber',
    ({ esbd }) =>
      esbd.findByNumber('QO-1', {
        insurerSystemId: at().config.systems.esbd.insurers[0]?.systemId,
      } as never),
  ],
  ['gkb', 'getPerson', ({ gkb }) => gkb.person(iin, consent)],
  ['gkb', 'RDBService_STATUS', ({ gkb }) => gkb.socialStatus(iin, consent)],
  ['bmg', 'MCDB_SERVICE', ({ bmg }) => bmg.owns(iin, '77010000001')],
  [
    'kdp',
    'getPersonDataAccessControl',
    ({ kdp }) => kdp.ask({ iin, purpose: 'полис', key: 'k1', sms: false, holdsMs: 60_000 }),
  ],
  ['licences', 'getZipDriverPortType', ({ licences }) => licences.find(iin, consent)],
  [
    'scoring',
    'score',
    ({ scoring }) => scoring.score({ policyholder: iin, drivers: [iin], plates: [], key: 'k2' }),
  ],
  [
    'idp',
    'token',
    ({ idp }) =>
      idp.finishSignIn({
        callback: new URL('https://here.example/back?code=c&state=s'),
        state: 's',
        verifier: null,
        key: 'k3',
      }),
  ],
  ['bank', 'remote/client-info', ({ bank }) => bank.hasApp('77010000001')],
  [
    'bank',
    'remote/create',
    ({ bank }) =>
      bank.invoice({ orderId: 'QO-2', phone: '77010000001', amount: 100, comment: 'QO-2' }),
  ],
  ['bank', 'payment/status', ({ bank }) => bank.status('1')],
  ['bank', 'payment/details', ({ bank }) => bank.held('1')],
  ['bank', 'payment/return', ({ bank }) => bank.refund({ billId: '1', amount: 100, key: 'k4' })],
  [
    'acquirer',
    'get_status3.php',
    ({ acquirer }) => acquirer.status({ attemptId: 'a1', paymentId: '1' }),
  ],
  ['acquirer', 'list', ({ acquirer }) => acquirer.cards('u1')],
  ['fiscal', 'Authorize', ({ fiscal }) => fiscal.state()],
  ['fiscal', 'ClientInfo', ({ fiscal }) => fiscal.state()],
  ['addresses', 's_ats', ({ addresses }) => addresses.territories(0)],
  ['sms', 'balance', async ({ smsGateways }) => smsGateways.sms?.balance()],
  ['sms', 'send', ({ sms }) => sms.send({ to: '77010000001', text: 'a', key: 'k5' })],
]

/** Returns the journal's lines of the operation. */
async function written(system: string, operation: string, act: Act) {
  const { db, server } = at()
  await db.deleteFrom('outside_calls').execute()
  const ended = await act(server.deps.systems).then(
    () => 'answered',
    (cause: unknown) => (cause instanceof Error ? cause.name : 'thrown'),
  )
  const lines = () =>
    db
      .selectFrom('outside_calls')
      .select(['outcome', 'note'])
      .where('system', '=', system)
      .where('operation', '=', operation)
      .orderBy('started_at')
      .execute()
  await expect.poll(async () => (await lines()).length, { timeout: 5_000 }).toBeGreaterThan(0)
  return { ended, last: (await lines()).at(-1) }
}

test.each(
  acts.flatMap(([system, operation, act]) =>
    (['garbage', 'error'] as const).map((mode) => ({ system, operation, mode, act })),
  ),
)('$system $operation: $mode counts as a failure', async ({ system, operation, mode, act }) => {
  await at().fault(system, mode, { operation, times: 50 })
  const { ended, last } = await written(system, operation, act)
  await at().control('DELETE', '/control/faults')
  expect(last?.outcome, ended).toBe('unavailable')
  expect(last?.note).not.toContain(iin)
})

test('what they refuse of one person, number or bill is no failure of theirs', async () => {
  for (const [system, operation, act] of [
    ['gkb', 'getPerson', ({ gkb }) => gkb.person(iin, consent)],
    ['licences', 'getZipDriverPortType', ({ licences }) => licences.find(iin, consent)],
    ['bank', 'payment/status', ({ bank }) => bank.status('404404')],
    ['esbd', 'GetClientsByKeyFields', ({ esbd }) => esbd.findPerson('000000000000')],
  ] as const satisfies readonly (readonly [string, string, Act])[])
    expect((await written(system, operation, act)).last?.outcome, operation).toBe('ok')
})
