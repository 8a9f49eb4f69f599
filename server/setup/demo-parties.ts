import { noParty, ownParty, type Party, wayParty } from '#domain/books/parties.ts'
import type { Deps } from '../deps.ts'

/** Counterparties of the demonstration. Nobody real: their numbers say they began in December 2035. */

const bank = { bank: 'АО «Ертіс Банк»', bic: 'ERTSKZKA', kbe: '15' }
const insurer = (name: string, bin: string, iban: string, contract: string): Partial<Party> => ({
  name,
  bin,
  iban,
  contract,
  contractDay: '2026-01-12',
  knp: '119',
  ...bank,
  address: 'г. Алматы, улица Примерная, 1',
})
const parties: Readonly<Record<string, Partial<Party>>> = {
  [ownParty]: { iban: 'KZ68601TEST000000001', signer: 'Ермекова Жанар', ...bank },
  dala: insurer('АО «СК «Дала»', '351240000020', 'KZ14601TEST000000003', '7-Д'),
  tobyl: insurer('АО «СК «Тобыл»', '351240000030', 'KZ41601TEST000000002', '8-Т'),
  alatau: insurer('АО «СК «Алатау»', '351240000040', 'KZ84601TEST000000004', '9-А'),
  syrdarya: insurer('АО «СК «Сырдария»', '351240100007', 'KZ57601TEST000000005', '10-С'),
  [wayParty('mobile_bank')]: { name: 'АО «Ертіс Банк»', bin: '351240100077' },
  [wayParty('card')]: { name: 'АО «Көкжиек Банк»', bin: '351240100126' },
  [wayParty('epay')]: { name: 'АО «Көкжиек Банк»', bin: '351240100126' },
}

/** Once: what somebody has said since stays. */
export async function demoParties({ db }: Deps): Promise<void> {
  const known = await db.selectFrom('book_parties').select('id').limit(1).executeTakeFirst()
  if (known) return
  await db
    .insertInto('book_parties')
    .values(
      Object.entries(parties).map(([code, facts]) => ({
        code,
        sample: true,
        facts: JSON.stringify(code === ownParty ? facts : { ...noParty, ...facts }),
      })),
    )
    .execute()
}
