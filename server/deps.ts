import type { Pool } from 'pg'
import type { PaperMakers } from '#documents/makers.ts'
import type { SmsGatewayName } from '#domain/sms-gateways.ts'
import type { Acquirer } from '#systems/acquirer/client.ts'
import type { AddressRegister } from '#systems/addresses/client.ts'
import type { WatchLists } from '#systems/aml/client.ts'
import type { Antivirus } from '#systems/antivirus/client.ts'
import type { Bank } from '#systems/bank/port.ts'
import type { MobileCitizens } from '#systems/bmg/client.ts'
import type { Epay } from '#systems/epay/port.ts'
import type { UnifiedDatabase } from '#systems/esbd/by-insurer.ts'
import type { Files } from '#systems/files/client.ts'
import type { Fiscal } from '#systems/fiscal/port.ts'
import type { PersonRegister } from '#systems/gkb/client.ts'
import type { GovIdentity } from '#systems/idp/port.ts'
import type { Consent } from '#systems/kdp/client.ts'
import type { DriverLicences } from '#systems/licences/client.ts'
import type { Mailer } from '#systems/mail/client.ts'
import type { Partners } from '#systems/partner/client.ts'
import type { Scoring } from '#systems/scoring/client.ts'
import type { SmsGateway } from '#systems/sms/port.ts'
import type { VehicleRegister } from '#systems/vehicles/client.ts'
import type { Clock } from './clock.ts'
import type { Db } from './db/connect.ts'
import type { Locks } from './db/locks.ts'
import type { Limits } from './http/limits.ts'
import type { Queue } from './jobs/queue.ts'
import type { Screening } from './kyc/lists.ts'
import type { Signer } from './policies/signer.ts'
import type { Reference } from './reference/reference.ts'
import type { Config } from './settings/config.ts'
import type { Log } from './telemetry/log.ts'
import type { Metrics } from './telemetry/metrics.ts'

/** Data read and written with a message's row, so that the sender does not repeat it. */
export type Prepared = {
  /** The request to `sms.first` is recorded. */
  noted?: boolean
  /** No record that the number or mailbox refuses messages: nothing to exclude. */
  reaches?: boolean
}

/** The outside systems, as ports. */
export type Systems = {
  esbd: UnifiedDatabase
  gkb: PersonRegister
  bmg: MobileCitizens
  kdp: Consent
  licences: DriverLicences
  vehicles: VehicleRegister
  scoring: Scoring
  idp: GovIdentity
  partners: Partners
  aml: WatchLists
  bank: Bank
  acquirer: Acquirer
  /** Null without its settings. */
  epay: Epay | null
  fiscal: Fiscal
  addresses: AddressRegister
  /** The gateways below as one, in their order, beginning with `first`. */
  sms: {
    send(message: Parameters<SmsGateway['send']>[0] & Prepared): ReturnType<SmsGateway['send']>
    first: SmsGatewayName | null
  }
  /** Each null without its settings. */
  smsGateways: Readonly<Record<SmsGatewayName, SmsGateway | null>>
  mail: Pick<Mailer, 'close'> & {
    send(letter: Parameters<Mailer['send']>[0] & Prepared): ReturnType<Mailer['send']>
  }
  files: Files
  antivirus: Antivirus
}

/** Dependencies of every slice; assembled once in app.ts. */
export type Deps = {
  config: Config
  db: Db
  pool: Pool
  /** For long reading of what may be seconds old; nothing is written through it. */
  reports: Db
  locks: Locks
  systems: Systems
  clock: Clock
  queue: Queue
  limits: Limits
  log: Log
  metrics: Metrics
  reference: Reference
  screening: Screening
  signer: Signer
  /** PDFs are made in processes of their own. */
  paperMakers: PaperMakers
  /** For strangers' files: one that crashes its reader delays no policy. */
  sheetMakers: PaperMakers
  /** Work that continues after its caller was sent away to retry (going-on.ts). */
  background: Set<Promise<unknown>>
}
