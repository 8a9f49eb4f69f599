import { brand } from '#brand'
import { acquirer } from '#systems/acquirer/client.ts'
import { addresses } from '#systems/addresses/client.ts'
import { aml } from '#systems/aml/client.ts'
import { antivirus } from '#systems/antivirus/client.ts'
import { bank } from '#systems/bank/client.ts'
import { bmg } from '#systems/bmg/client.ts'
import { byInsurer } from '#systems/esbd/by-insurer.ts'
import { esbd } from '#systems/esbd/client.ts'
import { type Files, localFiles } from '#systems/files/client.ts'
import { objectFiles } from '#systems/files/object-storage.ts'
import { fiscal } from '#systems/fiscal/client.ts'
import { gkb } from '#systems/gkb/client.ts'
import { type CallRecord, type SendOptions, type SystemName, sender } from '#systems/http.ts'
import { idp } from '#systems/idp/client.ts'
import { kdp } from '#systems/kdp/client.ts'
import { licences } from '#systems/licences/client.ts'
import { mailer } from '#systems/mail/client.ts'
import { partners } from '#systems/partner/client.ts'
import { scoring } from '#systems/scoring/client.ts'
import { shepSign } from '#systems/shep-sign.ts'
import { smsGateway } from '#systems/sms/client.ts'
import { vehicles } from '#systems/vehicles/client.ts'
import type { Config } from './config.ts'
import type { Systems } from './deps.ts'

/** A list file is large and nobody waits for it. */
const LIST_TIMEOUT_MS = 30_000

type Tls = { cert?: string; key?: string; ca?: string }

/** The one real client of each outside system, by the configuration. Nothing here knows whether the sandbox answers. */
export function connectSystems(
  config: Config,
  journal: (record: CallRecord) => void,
  onBreaker: (system: SystemName, open: boolean) => void,
): Systems {
  const at = config.systems
  // Beside the sandbox a fault is over when the switch is empty; a long pause would only hide it.
  const guard = { journal, onBreaker, ...(config.production ? {} : { breakAfter: 30, halfOpenAfterMs: 1_000 }) }
  const watched = anyOpen(onBreaker)
  const send = (system: SystemName, more: { timeoutMs?: number; tls?: Tls | undefined } = {}) =>
    sender(system, {
      ...guard,
      onBreaker: watched(),
      ...(more.timeoutMs ? { timeoutMs: more.timeoutMs } : {}),
      ...(more.tls ? { tls: more.tls } : {}),
    })
  const sign = at.shep.signer ? { sign: shepSign('kdp', at.shep.signer, send('kdp')) } : {}
  const shep = (service: string) => ({
    address: `${at.shep.address}/${service}`,
    senderId: at.shep.sender,
    password: at.shep.password,
    ...sign,
  })
  return {
    esbd: byInsurer(
      at.esbd.insurers.map(({ systemId, users, tls }) => ({
        systemId,
        sessions: users.length,
        client: esbd(
          { ...at.esbd.told, addresses: at.esbd.addresses, users, systemId },
          send('esbd', { tls: { ...tls, ...(at.esbd.ca ? { ca: at.esbd.ca } : {}) } }),
        ),
      })),
    ),
    gkb: gkb(
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
    bmg: bmg(shep('bmg'), send('bmg')),
    kdp: kdp(
      {
        ...shep('kdp'),
        company: { name: brand.legalName.ru, bin: brand.bin, responsible: at.shep.responsible, employee: at.shep.responsible },
      },
      send('kdp'),
    ),
    licences: licences(shep('licences'), send('licences')),
    vehicles: vehicles(shep('vehicles'), send('vehicles')),
    scoring: scoring(at.scoring, send('scoring')),
    // Two of its calls follow one another while somebody looks at an empty page.
    idp: idp(at.idp, send('idp', { timeoutMs: 4_000 })),
    partners: partners(send('partner')),
    aml: aml(at.aml.apiKey ? { apiKey: at.aml.apiKey } : {}, send('aml', { timeoutMs: LIST_TIMEOUT_MS })),
    bank: bank(
      { address: at.bank.address, organizationBin: at.bank.organizationBin, deviceToken: at.bank.deviceToken },
      send('bank', { tls: at.bank.tls }),
    ),
    acquirer: acquirer({ address: at.acquirer.address, merchantId: at.acquirer.merchant, secret: at.acquirer.secret }, send('acquirer')),
    addresses: addresses(at.addresses, send('addresses', { timeoutMs: LIST_TIMEOUT_MS })),
    fiscal: fiscal(at.fiscal, send('fiscal')),
    files: keptFiles(config, guard),
    antivirus: antivirus(at.antivirus.address, guard),
    sms: smsGateway(at.sms, send('sms')),
    mail: mailer(
      {
        host: at.mail.host,
        port: at.mail.port,
        secure: at.mail.port === 465,
        requireTls: at.mail.requireTls,
        from: { name: brand.name.kz, address: at.mail.from },
        ...(at.mail.user && at.mail.password ? { credentials: { user: at.mail.user, password: at.mail.password } } : {}),
      },
      { journal },
    ),
  }
}

/** A system with several clients counts as down while calls of one of them fail at once. */
function anyOpen(tell: (system: SystemName, open: boolean) => void) {
  const open = new Map<SystemName, Set<symbol>>()
  return () => {
    const client = Symbol('one client')
    return (system: SystemName, opened: boolean) => {
      const clients = open.get(system) ?? new Set()
      open.set(system, clients)
      if (opened) clients.add(client)
      else clients.delete(client)
      tell(system, clients.size > 0)
    }
  }
}

/** Where uploads are: the bucket of the configuration, or the folder. */
export const keptFiles = ({ filesDir, systems }: Config, options: SendOptions): Files =>
  systems.bucket ? objectFiles(systems.bucket, { ...options, waitingRoom: filesDir }) : localFiles(filesDir)
