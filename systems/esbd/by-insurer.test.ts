import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createWorld } from '#sandbox/world.ts'
import { ownRoot } from '#tests/certificates.ts'
import { sending, serving } from '../exchange-kit.ts'
import { byInsurer } from './by-insurer.ts'
import { EsbdRefused, esbd, type PolicyDraft } from './client.ts'
import { esbdSandbox } from './sandbox.ts'

const world = createWorld()
const nurlan = '850315399904'
const car = { plate: '123ABC02', techPassport: 'AB12345678' }
let server: Awaited<ReturnType<typeof serving>>
beforeAll(async () => {
  server = await serving(world, esbdSandbox(world))
})
afterAll(() => server.close())
beforeEach(() => {
  world.faults.length = 0
  world.journal.length = 0
})

/**
 * A client of one insurer with these logins. A login without a name is refused by the other side.
 */
function logins(systemId: number, names: string[]) {
  const users = names.map((name) => ({ name, password: 'secret' }))
  const config = {
    addresses: [`${server.address}/esbd/IICWebService.asmx`],
    users,
    systemId,
    limitMs: 3_000,
  }
  return {
    systemId,
    sessions: users.length,
    client: esbd(config, sending('esbd').send),
  }
}
async function draftOf(number: string, insurerSystemId: number): Promise<PolicyDraft> {
  const { client } = logins(1, ['1-own'])
  const [person, vehicle] = await Promise.all([client.findPerson(nurlan), client.findVehicle(car)])
  if (!person || !vehicle) throw new Error('the ready person and car are missing')
  const licence = { number: 'AB100001', issueDate: '2019-04-02' }
  return {
    number,
    insurerSystemId,
    start: '2026-12-01',
    end: '2027-11-30',
    policyDate: '2026-11-20',
    premium: 28_875,
    policyholderClientId: person.clientId,
    phone: '77011112233',
    email: 'client@example.kz',
    middlemanContract: 'B-17/2026',
    drivers: [
      {
        clientId: person.clientId,
        ageExperienceId: 4,
        experienceYears: 20,
        licence,
        classCode: '7',
        privilege: false,
      },
    ],
    vehicles: [{ ...vehicle, yearOver7: false }],
  }
}

test('a policy is set, found and rescinded by its insurer’s login; another’s is refused by the other side', async () => {
  const one = logins(1, ['1-own'])
  const database = byInsurer([one, logins(2, ['2-own'])])
  const draft = await draftOf('Q-two', 2)
  const { policyId } = await database.issue(draft)
  expect(await database.findByNumber('Q-two', { insurerSystemId: 2 })).toMatchObject({
    policyId,
    insurerSystemId: 2,
  })
  await database.rescind({ policyId, reason: 'terminated', on: '2026-12-05', insurerSystemId: 2 })
  await expect(one.client.issue({ ...draft, number: 'Q-other' })).rejects.toMatchObject({
    name: 'EsbdRefused',
    operation: 'SetPolicy',
  })
  await expect(one.client.checkDraft(draft)).rejects.toBeInstanceOf(EsbdRefused)
})

test('where one insurer’s login is refused the look-ups and the sales of the others go on', async () => {
  const database = byInsurer([logins(2, ['']), logins(1, ['1-own'])])
  for (let turn = 0; turn < 3; turn += 1)
    expect(await database.findPerson(nurlan)).toMatchObject({ iin: nurlan })
  // Tried last from then on, so that no call waits for it.
  expect(world.journal.filter(({ operation }) => operation === 'AuthenticateUser')).toHaveLength(2)
  expect(await database.issue(await draftOf('Q-mine', 1))).toMatchObject({ number: 'Q-mine' })
  await expect(database.issue(await draftOf('Q-theirs', 2))).rejects.toMatchObject({
    operation: 'AuthenticateUser',
  })
  await expect(database.issue(await draftOf('Q-nobody', 4))).rejects.toMatchObject({
    name: 'Unavailable',
    mayHaveHappened: false,
    message: expect.stringContaining('ESBD_USERS'),
  })
})

test('look-ups go to the login that is least busy', async () => {
  const database = byInsurer([logins(1, ['1-a']), logins(2, ['2-a', '2-b', '2-c'])])
  const found = await Promise.all(Array.from({ length: 12 }, () => database.findPerson(nurlan)))
  expect(found.every((person) => person?.iin === nurlan)).toBe(true)
  expect(world.journal.filter(({ operation }) => operation === 'AuthenticateUser')).toHaveLength(4)
})

test('a login that is another insurer’s is not worked with', async () => {
  const database = byInsurer([logins(2, ['3-own'])])
  await expect(database.findPerson(nurlan)).rejects.toMatchObject({
    operation: 'AuthenticateUser',
    faultText: expect.stringContaining('insurer 3, not of 2'),
  })
})

/**
 * Starts a host that admits only clients with a certificate of its root, and records whose it was.
 */
async function guarded(root: ReturnType<typeof ownRoot>) {
  const came: string[] = []
  const host: Server = createServer(
    { ...root.host(), ca: root.ca, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      if (request.socket instanceof TLSSocket)
        came.push(String(request.socket.getPeerCertificate().subject.CN))
      response.end('ok')
    },
  )
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    host.closeAllConnections()
    host.close()
  })
  return { came, url: `https://127.0.0.1:${(host.address() as AddressInfo).port}/` }
}

test('each insurer’s client shows its own certificate, and only the operator’s own root is trusted', async () => {
  const root = ownRoot('operator')
  const { came, url } = await guarded(root)
  const ask = (tls: { cert?: string; key?: string; ca?: string }) =>
    sending('esbd', { tls }).send({
      operation: 'AuthenticateUser',
      method: 'GET',
      url,
      safe: true,
    })
  for (const insurer of ['insurer-1', 'insurer-2'])
    expect(await ask({ ...root.client(insurer), ca: root.ca })).toMatchObject({ status: 200 })
  expect(came).toEqual(['insurer-1', 'insurer-2'])
  await expect(ask({ ca: root.ca })).rejects.toMatchObject({ name: 'Unavailable' })
  await expect(ask({ ...root.client('insurer-1') })).rejects.toMatchObject({ name: 'Unavailable' })
  await expect(
    ask({ ...root.client('insurer-1'), ca: ownRoot('somebody').ca }),
  ).rejects.toMatchObject({ name: 'Unavailable' })
  expect(came).toHaveLength(2)
})
