import { isDay } from '#domain/calendar.ts'
import { normaliseTechPassport } from '#domain/document-numbers.ts'
import type { Person, Vehicle, World } from '../sandbox-kit.ts'
import type { Wire } from './codec.ts'
import { toWireDate } from './replies.ts'

/**
 * The tables of this database. Ids 1–20 and the types are the public ones; those of the regions of
 * 2022 are this sandbox's own, as the operator's are not public. `code` is the tariff's; rows
 * without one are in the table too.
 */
export const tables = {
  TF_TYPES: [
    { id: 4, code: 'PASSENGER', name: 'Легковые' },
    { id: 5, code: 'BUS_UP_TO_16', name: 'Автобусы до 16 пассажирских мест включительно' },
    { id: 11, code: 'BUS_OVER_16', name: 'Автобусы свыше 16 пассажирских мест' },
    { id: 6, code: 'TRUCK', name: 'Грузовые' },
    { id: 7, code: 'TROLLEYBUS_TRAM', name: 'Троллейбусы, трамваи' },
    { id: 8, code: 'MOTORCYCLE', name: 'Мототранспорт' },
    { id: 10, code: 'TRAILER', name: 'Прицепы (полуприцепы)' },
    { id: 12, code: null, name: 'Воздушный транспорт' },
    { id: 13, code: null, name: 'Морской транспорт' },
    { id: 14, code: null, name: 'Железнодорожный транспорт' },
    { id: 15, code: null, name: 'Спец.техника' },
  ],
  REGIONS: [
    { id: 1, code: 'ALMATY', name: 'Алматинская область' },
    { id: 20, code: 'TURKISTAN', name: 'Туркестанская область' },
    { id: 2, code: 'TURKISTAN', name: 'Южно-Казахстанская область' },
    { id: 3, code: 'EAST_KAZAKHSTAN', name: 'Восточно-Казахстанская область' },
    { id: 4, code: 'KOSTANAY', name: 'Костанайская область' },
    { id: 5, code: 'KARAGANDA', name: 'Карагандинская область' },
    { id: 6, code: 'NORTH_KAZAKHSTAN', name: 'Северо-Казахстанская область' },
    { id: 7, code: 'AKMOLA', name: 'Акмолинская область' },
    { id: 8, code: 'PAVLODAR', name: 'Павлодарская область' },
    { id: 9, code: 'ZHAMBYL', name: 'Жамбылская область' },
    { id: 10, code: 'AKTOBE', name: 'Актюбинская область' },
    { id: 11, code: 'WEST_KAZAKHSTAN', name: 'Западно-Казахстанская область' },
    { id: 12, code: 'KYZYLORDA', name: 'Кызылординская область' },
    { id: 13, code: 'ATYRAU', name: 'Атырауская область' },
    { id: 14, code: 'MANGYSTAU', name: 'Мангистауская область' },
    { id: 15, code: 'ALMATY_CITY', name: 'г. Алматы' },
    { id: 16, code: 'ASTANA', name: 'г. Астана' },
    { id: 19, code: 'SHYMKENT', name: 'г. Шымкент' },
    { id: 21, code: null, name: 'г. Байконур' },
    { id: 22, code: 'ZHETISU', name: 'Жетысуская область' },
    { id: 23, code: 'ULYTAU', name: 'область Ұлытау' },
    { id: 24, code: 'ABAI', name: 'Абайская область' },
  ],
} as const
const documentTypes = { ID_CARD: 1, PASSPORT: 2, FOREIGN_PASSPORT: 6 } as const

type Row = { id: number; code: string | null; name: string }
/** Returns an id of a table by the tariff's code; 0 if the table has none. */
const idIn = (table: readonly Row[], code: string): number =>
  table.find((row) => row.code === code)?.id ?? 0

/**
 * Clients, classes and vehicles as their side keeps them: the world's people and cars with ids of
 * this database.
 */
type ClientRow = { id: number; iin: string; saved: Wire | null; documents: Wire[] }

/** In the order in which the operator added them, so that an id is never the class's number. */
const classes = [
  'M',
  '0',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  '11',
  '12',
  '13',
  'M1',
  'M2',
]
export const classIdOf = (text: string): number => classes.indexOf(text) + 1
export const classTextOf = (id: number): string | null => classes[id - 1] ?? null

/** Numeric ids are stable per IIN, whether the person was there before or was saved by us. */
export function records(world: World) {
  const clients = world.store<ClientRow>('esbd.clients')
  const iins = world.store<string>('esbd.clientIds')
  const vehicleIds = world.store<number>('esbd.vehicleIds')

  const row = (iin: string): ClientRow => {
    const known = clients.get(iin)
    if (known) return known
    const fresh: ClientRow = {
      id: 5_000_000 + world.next('esbd.client') * 17,
      iin,
      saved: null,
      documents: [],
    }
    clients.set(iin, fresh)
    iins.set(String(fresh.id), iin)
    world.saved()
    return fresh
  }
  const client = (iin: string): Wire | null => {
    const person = world.people.get(iin)
    const saved = clients.get(iin)?.saved ?? null
    if (person && person.inEsbd !== false)
      return {
        ...(saved ?? beside(person)),
        ...clientFields(person),
        ...contacts(person, saved),
        ID: row(iin).id,
      }
    return saved && { ...saved, ID: row(iin).id }
  }
  return {
    client,
    clientById: (id: number): Wire | null => client(iins.get(String(id)) ?? ''),
    iinOf: (id: number): string | undefined => iins.get(String(id)),
    save(iin: string, fields: Wire): Wire {
      const kept = row(iin)
      kept.saved = { ...fields, ID: kept.id, verify_bool: 0 }
      world.saved()
      return client(iin) ?? kept.saved
    },
    addDocument(clientId: number, fields: Wire): Wire | null {
      const kept = clients.get(iins.get(String(clientId)) ?? '')
      if (!kept) return null
      const document = { ...fields, CLIENT_DOCUMENT_ID: world.next('esbd.document') }
      kept.documents.push(document)
      world.saved()
      return document
    },
    documents: (clientId: number): Wire[] =>
      clients.get(iins.get(String(clientId)) ?? '')?.documents ?? [],
    /** 0: no class known. */
    classId(clientId: number): number {
      const bonusMalus = world.people.get(iins.get(String(clientId)) ?? '')?.bonusMalus
      return bonusMalus?.kind === 'CLASS' ? classIdOf(bonusMalus.class) : 0
    },
    vehicle(plate: string): Wire | null {
      const vehicle = world.vehicles.get(plate)
      if (!vehicle) return null
      const known = vehicleIds.get(plate)
      const id = known ?? 9_000_000 + world.next('esbd.vehicle') * 13
      if (known === undefined) {
        vehicleIds.set(plate, id)
        world.saved()
      }
      return vehicleFields(vehicle, id)
    },
  }
}
export type Records = ReturnType<typeof records>

function clientFields(person: Person): Wire {
  const document = person.documents.find(({ valid }) => valid) ?? person.documents[0]
  return {
    First_Name: person.name,
    Middle_Name: person.patronymic,
    Last_Name: person.surname,
    Natural_Person_Bool: 1,
    Class_ID: person.bonusMalus.kind === 'CLASS' ? classIdOf(person.bonusMalus.class) : 0,
    Class: person.bonusMalus.kind === 'CLASS' ? person.bonusMalus.class : '',
    Born: toWireDate(person.birthDate),
    Sex_ID: Number(person.iin[6] ?? '1') % 2 === 1 ? 1 : 2,
    DOCUMENT_TYPE_ID: document ? documentTypes[document.type] : 0,
    DOCUMENT_NUMBER: document?.number ?? '',
    DOCUMENT_GIVED_DATE:
      document && isDay(document.issueDate) ? toWireDate(document.issueDate) : '',
    RESIDENT_BOOL: person.resident ? 1 : 0,
    IIN: person.iin,
    verify_bool: 1,
  }
}

/** Fields of a record that our client does not know: lost if it writes the record without them. */
const beside = (person: Person): Wire => ({
  First_Name_eng: `NAME ${person.iin.slice(-4)}`,
  Last_Name_eng: 'LATIN',
  SETTLEMENT_ID: 7,
  BANKS: [
    {
      ACCOUNT_NUMBER: 'KZ000000000000000000',
      BANK_CODE: 'TESTKZKA',
      BANK_NAME: 'Банк',
      BANK_CLIENT_ID: 3,
    },
  ],
})

const contacts = (person: Person, saved: Wire | null): Wire => ({
  PHONES: saved?.PHONES || person.phone,
  EMAIL: saved?.EMAIL || '',
})

export const samePaper = (one: unknown, other: unknown): boolean =>
  normaliseTechPassport(String(one)) === normaliseTechPassport(String(other))

const vehicleFields = (vehicle: Vehicle, id: number): Wire => ({
  ID: id,
  TYPE_ID: idIn(tables.TF_TYPES, vehicle.type),
  VIN: vehicle.vin,
  REG_NUM: vehicle.plate,
  REG_CERT_NUM: vehicle.techPassport,
  NYEAR: String(vehicle.year),
  REGION_ID: idIn(tables.REGIONS, vehicle.region),
  BIG_CITY_BOOL: vehicle.settlement === 'CITY' ? 1 : 0,
  MODEL: vehicle.model,
  MARK: vehicle.make,
  verified_bool: 1,
})
