import { createTransport } from 'nodemailer'
import { sourceOf } from '#server/kyc/import-lists.ts'
import { sandboxLists } from '#systems/aml/protocol.ts'
import type { Try } from './kit.ts'

/** SMSC.kz: what is left on the account. */
const sms: Try = {
  host: ({ systems }) => systems.smsGateways.sms?.address ?? '',
  settings: 'SMS_ADDRESS, SMS_LOGIN, SMS_PASSWORD, SMS_SENDER',
  about: 'Asks for the balance: proves the login. Sends no SMS.',
  async talk({ systems, step, skip }) {
    const { sms: gateway } = systems.smsGateways
    if (!gateway) return skip('SMS_ADDRESS is not set: SMSC.kz sends nothing')
    await step('the balance', () => gateway.balance())
    skip('the sender’s name is only proved by an SMS: send one to yourself by "forgot password"')
  },
}

/** The insurer's scoring of a sale. */
const scoring: Try = {
  host: ({ systems }) => systems.scoring.address,
  settings: 'SCORING_ADDRESS, SCORING_TOKEN',
  about:
    'Asks for a decision about a sale that is not made. Guess: the service keeps nothing of it; ask the operator before.',
  async talk({ systems, config, given, step, skip, reach }) {
    await reach(config.systems.scoring.address)
    const { iin, plate } = given
    if (!iin || !plate) return skip('a decision: give --iin of somebody who agreed and --plate')
    await step('a decision', async () => ({
      decision: await systems.scoring.score({
        policyholder: iin,
        drivers: [],
        plates: [plate],
        key: crypto.randomUUID(),
      }),
    }))
  },
}

/** Partners: we tell them what happened; nothing of theirs is asked. */
const partner: Try = {
  host: () => 'the addresses in the partners’ rows',
  settings: 'PARTNER_SECRETS; addresses are rows of the partner',
  about:
    'Has no harmless call: a report is a fact. Only whether an address answers is tried (--address).',
  async talk({ config, given, reach, step, skip }) {
    await step('secrets that are set', async () => ({ secrets: config.partnerSecrets.size }))
    if (given.address) await reach(given.address)
    else skip('an address: give --address from the partner’s row')
  },
}

/** The second SMS gateway: what is left on the account. */
const mobizon: Try = {
  host: ({ systems }) => systems.smsGateways.mobizon?.address ?? '',
  settings: 'MOBIZON_ADDRESS, MOBIZON_API_KEY, MOBIZON_SENDER',
  about: 'Asks for the balance: proves the key. Sends no SMS.',
  async talk({ systems, step, skip }) {
    const { mobizon: client } = systems.smsGateways
    if (!client) return skip('MOBIZON_ADDRESS is not set: there is no second gateway')
    await step('the balance', () => client.balance())
    skip('the sender’s name is only proved by an SMS')
  },
}

/** The mail server: greeting, TLS, login. */
const mail: Try = {
  host: ({ systems: { mail: at } }) => `${at.host}:${at.port}`,
  settings: 'SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD, MAIL_FROM',
  about: 'Greets the server, begins TLS, signs in and leaves. Sends no letter.',
  async talk({ config, step, skip }) {
    const { host, port, user, password, requireTls } = config.systems.mail
    await step('greeting, TLS and sign-in', async () => {
      const transport = createTransport({
        host,
        port,
        secure: port === 465,
        requireTLS: requireTls,
        connectionTimeout: 5_000,
        greetingTimeout: 5_000,
        ...(user && password ? { auth: { user, pass: password } } : {}),
      })
      await transport.verify().finally(() => transport.close())
      return { result: 'ok' }
    })
    skip('that the sender’s address is allowed is only proved by a letter')
  },
}

/** The watch lists: each is fetched and read whole, and not taken. */
const lists: Try = {
  host: ({ systems }) => [systems.aml.address, ...systems.aml.lists.values()].join(', '),
  settings: 'AML_ADDRESS, AML_API_KEY, AML_LISTS',
  about:
    'Fetches every list and reads it whole; stores nothing. Of the content only numbers of entries are shown.',
  async talk({ systems, config, step }) {
    for (const { code, path, format } of sandboxLists) {
      const source = sourceOf(config, { code, path, format })
      await step(
        `${code} at ${URL.canParse(source.address) ? new URL(source.address).host : source.address}`,
        async () => {
          const { entries } = await systems.aml.fetch(source)
          const of = (test: (entry: (typeof entries)[number]) => boolean) =>
            entries.filter(test).length
          return {
            entries: entries.length,
            persons: of(({ kind }) => kind === 'person'),
            withIin: of(({ iin }) => iin !== null),
            withBirthDate: of(({ birthDate }) => birthDate !== null),
            withoutName: of(({ names }) => names.length === 0),
          }
        },
      )
    }
  },
}

/** Consent by 1414: every call of it writes to a person. */
const kdp: Try = {
  host: ({ systems }) => systems.gkb.address,
  settings: 'GKB_ADDRESS, GKB_USER, GKB_PASSWORD, GKB_USER_ID',
  about: 'Has no harmless call: each asks a person by SMS. Only whether the host answers is tried.',
  async talk({ config, reach, skip }) {
    await reach(config.systems.gkb.address)
    skip('a consent: sign in on the site with your own IIN and phone')
  },
}

/** The government's sign-in: a code that nobody was given. */
const idp: Try = {
  host: ({ systems }) => systems.idp.address,
  settings: 'IDP_ADDRESS, IDP_CLIENT_ID, IDP_CLIENT_SECRET',
  about:
    'Makes the address of the sign-in page and exchanges a code that nobody was given: proves the client’s id and secret. Signs nobody in.',
  async talk({ systems, config, step, skip }) {
    const redirectUri = `${config.publicUrl}/api/v1.0.0/egov/idp/callback`
    const verifier = 'v'.repeat(43)
    await step('the address of the sign-in page', async () => {
      const url = new URL(
        await systems.idp.signInUrl({ state: 'try', redirectUri, locale: 'ru', verifier }),
      )
      return { parameters: [...url.searchParams.keys()].join(' ') }
    })
    await step('a code that nobody was given (kind "code" is right)', async () => {
      const end = await systems.idp.finishSignIn({
        callback: new URL(`${redirectUri}?code=try-nobody&state=try`),
        state: 'try',
        verifier,
        key: 'try',
      })
      if (end.kind !== 'code') throw new Error(`the code was not refused: ${end.kind}`)
      return end
    })
    skip('the registered return address is only proved by a person’s own sign-in')
  },
}

/** The state register of natural persons. */
const gkb: Try = {
  host: ({ systems }) => systems.gkb.address,
  settings: 'GKB_ADDRESS, GKB_USER, GKB_PASSWORD, GKB_USER_ID',
  about:
    'Reads one person, who must have consented. Each request stands in that person’s list of accesses.',
  async talk({ systems, config, given, step, skip, reach }) {
    await reach(config.systems.gkb.address)
    const { iin, token, key } = given
    if (!iin || !token || !key)
      return skip('a person: give --iin, --token and --key of somebody’s consent (1414)')
    const consent = { token, publicKey: key }
    await step('the person', () => systems.gkb.person(iin, consent))
    await step('the social status', () => systems.gkb.socialStatus(iin, consent))
  },
}

/** The cash register: its own state. */
const fiscal: Try = {
  host: ({ systems }) => systems.fiscal.address,
  settings: 'FISCAL_ADDRESS, FISCAL_API_KEY, FISCAL_LOGIN, FISCAL_PASSWORD, FISCAL_CASHBOX',
  about:
    'Signs in and reads the register’s state, licence and contract. Makes no receipt, closes no shift.',
  async talk({ systems, step }) {
    await step('sign in, and the state of the register', () => systems.fiscal.state())
  },
}

/** Where uploads are kept: the first keys of the bucket or the folder. */
const files: Try = {
  host: ({ systems, filesDir }) => systems.bucket?.address ?? filesDir,
  settings: 'FILES_ADDRESS, FILES_REGION, FILES_ACCESS_KEY, FILES_SECRET_KEY or FILES_DIR',
  about:
    'Lists the beginning of what is kept: proves the keys and the bucket. Reads no file, writes none.',
  async talk({ systems, step, skip }) {
    await step('what is kept', async () => {
      for await (const key of systems.files.keys())
        return { result: 'ok', first: key.split('/')[0] }
      return { result: 'ok', first: null }
    })
    skip('the right to write is only proved by an upload')
  },
}

/**
 * The unified insurance database: signs in with the first login, reads a person, their class and a
 * car.
 */
const esbd: Try = {
  host: ({ systems }) => systems.esbd.addresses.join(', '),
  settings: 'ESBD_ADDRESSES, ESBD_USERS',
  about:
    'Signs in and reads; registers, saves and rescinds nothing. A login has one session: not while the site uses the same login.',
  async talk({ systems: { esbd: database }, given, config, step, skip, reach }) {
    await reach(`${config.systems.esbd.addresses[0] ?? ''}?wsdl`)
    await step('sign in and ask whether it is well', () => database.health())
    const { iin, plate, certificate } = given
    if (iin) {
      await step('the person by IIN, and the class of today', async () => {
        const person = await database.findPerson(iin)
        return {
          person,
          class: person
            ? await database.bonusMalus(person.clientId, new Date().toISOString().slice(0, 10))
            : null,
        }
      })
    } else skip('a person: give --iin of somebody who agreed')
    if (plate && certificate)
      await step('the car by plate and certificate', () =>
        database.findVehicle({ plate, techPassport: certificate }),
      )
    else skip('a car: give --plate and --certificate')
  },
}

/** Halyk ePay: the status of an invoice that nobody has made. */
const epay: Try = {
  host: ({ systems }) => systems.epay?.address ?? '',
  settings:
    'EPAY_ADDRESS, EPAY_OAUTH_ADDRESS, EPAY_CLIENT_ID, EPAY_CLIENT_SECRET, EPAY_TERMINAL, EPAY_SHOP',
  about:
    'Asks for the status of an invoice that was never made: proves client, secret and terminal. Makes no link, moves no money.',
  async talk({ systems, step, skip }) {
    const { epay: client } = systems
    if (!client) return skip('EPAY_ADDRESS is not set: this way to pay is not offered')
    await step('the status of an invoice that was never made', () =>
      client.status('999999999999999'),
    )
    skip('the shop is only proved by a link')
  },
}

/** Vehicles by their owner, where the register of the day is asked so, and driving licences. */
const cars: Try = {
  host: ({ systems }) => systems.gkb.address,
  settings: 'GKB_ADDRESS, GKB_USER, GKB_PASSWORD, GKB_USER_ID, GKB_VEHICLES_BY',
  about: 'Reads the vehicles and the licence of one person, who must have consented.',
  async talk({ systems, config, given, step, skip, reach }) {
    await reach(config.systems.gkb.address)
    const { iin, token, key } = given
    if (!iin || !token || !key)
      return skip(
        'a licence and vehicles: give --iin of somebody who consented, with their --token and --key',
      )
    const consent = { token, publicKey: key }
    await step('the driving licence', () => systems.licences.find(iin, consent))
    const { vehicles } = systems
    if (vehicles.asks === 'owner')
      await step('the vehicles of this owner', () => vehicles.ownedBy({ iin, consent }))
    else skip('vehicles: the unified database tells of them (GKB_VEHICLES_BY=plate)')
  },
}

/** The base of mobile citizens: whether a phone is a person's. */
const bmg: Try = {
  host: ({ systems }) => systems.shep.address,
  settings: 'SHEP_ADDRESS, SHEP_SENDER, SHEP_PASSWORD and the signer',
  about: 'Asks whether one phone is one person’s. Writes to nobody.',
  async talk({ systems, config, given, step, skip, reach }) {
    await reach(config.systems.shep.address)
    const { iin, phone } = given
    if (!iin || !phone) return skip('a question: give --iin and --phone of somebody who agreed')
    await step('whether the phone is theirs', async () => ({
      match: await systems.bmg.owns(iin, phone),
    }))
  },
}

/** The mobile bank: our own points of sale. */
const bank: Try = {
  host: ({ systems }) => systems.bank.address,
  settings: 'BANK_ADDRESS, BANK_ORGANIZATION_BIN, BANK_DEVICE_TOKEN, BANK_TLS_CERT, BANK_TLS_KEY',
  about:
    'Reads our points of sale: proves the certificate and the BIN. Sends no bill, gives nothing back.',
  async talk({ systems, step, skip }) {
    await step('our points of sale', () => systems.bank.health())
    skip('the device token is only proved by a bill')
  },
}

/**
 * The test file that every scanner must find, in two pieces so that no scanner finds it here
 * (eicar.org).
 */
const TEST_FILE = [
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-',
  'ANTIVIRUS-TEST-FILE!$H+H*',
].join('')

/** The scanner of uploads: a clean file and the test file. */
const antivirus: Try = {
  host: ({ systems }) => systems.antivirus.address,
  settings: 'ANTIVIRUS_ADDRESS',
  about: 'Has a clean word and the test file of eicar.org scanned. Neither is kept.',
  async talk({ systems, step }) {
    const scan = (text: string) =>
      systems.antivirus.scan({
        key: 'try',
        read: async () =>
          (async function* () {
            yield Buffer.from(text)
          })(),
      })
    await step('a clean word', () => scan('clean'))
    await step('the test file, which must be found', async () => {
      const verdict = await scan(TEST_FILE)
      if (JSON.stringify(verdict) === JSON.stringify(await scan('clean')))
        throw new Error('the test file was not found')
      return verdict
    })
  },
}

/** The address register: the first page of each set. */
const addresses: Try = {
  host: ({ systems }) => systems.addresses.address,
  settings: 'ADDRESSES_ADDRESS, ADDRESSES_API_KEY',
  about: 'Reads the first page of each set. Stores nothing.',
  async talk({ systems: { addresses: register }, step }) {
    await step('territories', async () => ({ rows: (await register.territories(0)).length }))
    await step('streets', async () => ({ rows: (await register.streets(0)).length }))
    await step('buildings', async () => ({ rows: (await register.buildings(0)).rows.length }))
    await step('flats', async () => ({ rows: (await register.flats(0)).rows.length }))
  },
}

/** The acquirer: a signed question about the saved cards of a client who does not exist. */
const acquirer: Try = {
  host: ({ systems }) => systems.acquirer.address,
  settings: 'ACQUIRER_ADDRESS, ACQUIRER_MERCHANT, ACQUIRER_SECRET',
  about:
    'Asks for the saved cards of nobody: proves merchant, secret and signature. Opens no page, moves no money.',
  async talk({ systems, config, step, reach }) {
    await reach(config.systems.acquirer.address)
    await step('the saved cards of a client who does not exist', () =>
      systems.acquirer.cards('try-nobody'),
    )
  },
}

/** The outside systems by the name under which they are tried. */
export const tries = {
  esbd,
  acquirer,
  bank,
  epay,
  kdp,
  gkb,
  cars,
  sms,
  mobizon,
  fiscal,
  lists,
  idp,
  mail,
  files,
  antivirus,
  addresses,
  partner,
  scoring,
  bmg,
} as const satisfies Record<string, Try>
export type TryName = keyof typeof tries
export const isTryName = (name: string): name is TryName => name in tries
