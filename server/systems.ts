import { brand } from '#brand'
import { acquirer } from '#systems/acquirer/client.ts'
import { addresses } from '#systems/addresses/client.ts'
import { aml } from '#systems/aml/client.ts'
import { antivirus } from '#systems/antivirus/client.ts'
import { bank } from '#systems/bank/client.ts'
import { bmg } from '#systems/bmg/client.ts'
import { epay } from '#systems/epay/client.ts'
import { byInsurer } from '#systems/esbd/by-insurer.ts'
import { esbd } from '#systems/esbd/client.ts'
import type { Files } from '#systems/files/client.ts'
import { localFiles } from '#systems/files/local-files.ts'
import { objectFiles } from '#systems/files/object-storage.ts'
import { fiscal } from '#systems/fiscal/client.ts'
import { gkb } from '#systems/gkb/client.ts'
import { type CallRecord, judgedCalls, type SendOptions, type SystemName } from '#systems/http.ts'
import { idp } from '#systems/idp/client.ts'
import { kdp } from '#systems/kdp/client.ts'
import { KDP_SERVICE } from '#systems/kdp/protocol.ts'
import { licences } from '#systems/licences/client.ts'
import { LICENCE_SERVICE } from '#systems/licences/protocol.ts'
import { mailer } from '#systems/mail/client.ts'
import { mobizon } from '#systems/mobizon/client.ts'
import { partners } from '#systems/partner/client.ts'
import { scoring } from '#systems/scoring/client.ts'
import { smsGateway } from '#systems/sms/client.ts'
import type { SmsGateway } from '#systems/sms/port.ts'
import { vehicles } from '#systems/vehicles/client.ts'
import { VEHICLE_SERVICE } from '#systems/vehicles/protocol.ts'
import type { Systems } from './deps.ts'
import type { Config } from './settings/config.ts'
import { type Lines, linesTo } from './setup/outside-lines.ts'

/**
 * The one real client of each outside system, by the configuration. Nothing here knows whether the
 * sandbox answers.
 */
export function connectSystems(
  config: Config,
  journal: (record: CallRecord) => void,
  onBreaker: (system: SystemName, operation: string, open: boolean) => void,
  watch?: SendOptions['watch'],
): Omit<Systems, 'sms'> {
  const lines = linesTo(config, journal, onBreaker, watch)
  const { guard, send } = lines
  const at = config.systems
  return {
    ...registers(config, lines),
    ...moneySystems(at, lines),
    scoring: judgedCalls(scoring(at.scoring, send('scoring'))),
    idp: judgedCalls(idp(at.idp, send('idp'))),
    partners: judgedCalls(partners(send('partner'))),
    aml: judgedCalls(
      aml(at.aml.apiKey ? { apiKey: at.aml.apiKey, keyAddress: at.aml.address } : {}, send('aml')),
    ),
    addresses: judgedCalls(addresses(at.addresses, send('addresses'))),
    files: judgedCalls(keptFiles(config, guard)),
    antivirus: antivirus(at.antivirus.address, guard),
    smsGateways: smsGateways(config, lines),
    mail: mailer(
      {
        host: at.mail.host,
        port: at.mail.port,
        secure: at.mail.port === 465,
        requireTls: at.mail.requireTls,
        from: { name: brand.name.kz, address: at.mail.from },
        ...(at.mail.user && at.mail.password
          ? { credentials: { user: at.mail.user, password: at.mail.password } }
          : {}),
      },
      { journal },
    ),
  }
}

function smsGateways(config: Config, lines: Lines): Systems['smsGateways'] {
  const { send } = lines
  const at = config.systems.smsGateways
  const ours = (gateway: SmsGateway) => exceptTesters(config, lines, judgedCalls(gateway))
  return {
    sms: at.sms ? ours(smsGateway(at.sms, send('sms'))) : null,
    mobizon: at.mobizon ? ours(mobizon(at.mobizon, send('mobizon'))) : null,
  }
}

/** Returns the gateway, except that messages to testers' phones stay in the sandbox. */
function exceptTesters(
  { testerPhones, sandbox, systems }: Config,
  { send }: Lines,
  gateway: SmsGateway,
): SmsGateway {
  const { sms } = systems.smsGateways
  if (!sandbox || !sms || testerPhones.length === 0) return gateway
  const own = judgedCalls(
    smsGateway({ ...sms, address: `${sandbox.url}/sms`, password: 'sandbox' }, send('sms')),
  )
  return {
    send: (message) => (testerPhones.includes(message.to) ? own : gateway).send(message),
    balance: () => gateway.balance(),
  }
}

/** The unified database and the registers of the state. */
const registers = (
  { systems: at }: Config,
  { send, shep, gbd }: Lines,
): Pick<Systems, 'esbd' | 'gkb' | 'bmg' | 'kdp' | 'licences' | 'vehicles'> => ({
  esbd: byInsurer(
    at.esbd.insurers.map(({ systemId, users, tls }) => ({
      systemId,
      sessions: users.length,
      client: judgedCalls(
        esbd(
          { addresses: at.esbd.addresses, users, systemId },
          send('esbd', { tls: { ...tls, ...(at.esbd.ca ? { ca: at.esbd.ca } : {}) } }),
        ),
      ),
    })),
  ),
  gkb: judgedCalls(
    gkb(
      {
        person: {
          address: `${at.gkb.address}/gbdServices/PersonDetailsImplService`,
          login: at.gkb.user,
          password: at.gkb.password,
          userId: at.gkb.userId,
        },
        social: shep('social'),
      },
      send('gkb'),
    ),
  ),
  bmg: judgedCalls(bmg(shep('bmg'), send('bmg'))),
  kdp: judgedCalls(
    kdp(
      {
        address: `${at.gkb.address}/gbdServices/${KDP_SERVICE}`,
        login: at.gkb.user,
        password: at.gkb.password,
        userId: at.gkb.userId,
        company: {
          name: brand.legalName.ru,
          bin: brand.bin,
          responsible: at.shep.responsible,
          employee: at.shep.responsible,
        },
      },
      send('kdp'),
    ),
  ),
  licences: judgedCalls(licences(gbd(LICENCE_SERVICE), send('licences'))),
  vehicles: judgedCalls(
    vehicles({ ...gbd(VEHICLE_SERVICE), asks: at.gkb.vehiclesBy }, send('vehicles')),
  ),
})

const moneySystems = (
  at: Config['systems'],
  { send }: Lines,
): Pick<Systems, 'bank' | 'acquirer' | 'epay' | 'fiscal'> => ({
  bank: judgedCalls(
    bank(
      {
        address: at.bank.address,
        organizationBin: at.bank.organizationBin,
        deviceToken: at.bank.deviceToken,
      },
      send('bank', { tls: at.bank.tls }),
    ),
  ),
  acquirer: judgedCalls(
    acquirer(
      {
        address: at.acquirer.address,
        merchantId: at.acquirer.merchant,
        secret: at.acquirer.secret,
      },
      send('acquirer'),
    ),
  ),
  epay: at.epay ? judgedCalls(epay(at.epay, send('epay'))) : null,
  fiscal: judgedCalls(fiscal(at.fiscal, send('fiscal'))),
})

/** Returns the storage of uploads: the configured bucket, or the folder. */
export const keptFiles = ({ filesDir, systems }: Config, options: SendOptions): Files =>
  systems.bucket
    ? objectFiles(systems.bucket, { ...options, waitingRoom: filesDir })
    : localFiles(filesDir)
