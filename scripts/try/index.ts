import { acquirer } from './acquirer.ts'
import { addresses } from './addresses.ts'
import { antivirus } from './antivirus.ts'
import { bank } from './bank.ts'
import { bmg } from './bmg.ts'
import { cars } from './cars.ts'
import { epay } from './epay.ts'
import { esbd } from './esbd.ts'
import { files } from './files.ts'
import { fiscal } from './fiscal.ts'
import { gkb } from './gkb.ts'
import { idp } from './idp.ts'
import { kdp } from './kdp.ts'
import type { Try } from './kit.ts'
import { lists } from './lists.ts'
import { mail } from './mail.ts'
import { mobizon } from './mobizon.ts'
import { partner } from './partner.ts'
import { scoring } from './scoring.ts'
import { sms } from './sms.ts'

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
