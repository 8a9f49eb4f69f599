import { z } from 'zod'
import { type Classes, classId } from './class-book.ts'
import { Unfit } from './codec.ts'
import type { Nothing } from './fault-words.ts'
import type { EsbdIds } from './guesses.ts'
import { documentOf, toWire } from './people-to-wire.ts'
import { type Document, documentTypeId, personOf } from './people-wire.ts'
import type { EsbdPerson, InsuranceDatabase } from './port.ts'
import { replies, type WireClient } from './replies.ts'
import { type Call, type Turn, unlessEnded } from './sessions.ts'
import { unreadable } from './wire.ts'

type PeopleVerbs = Pick<
  InsuranceDatabase,
  'findPerson' | 'clientById' | 'savePerson' | 'bonusMalus'
>

type Of = { turn: Turn; classes: Classes; ids: EsbdIds; orNothing: Nothing }

/** Clients and their classes. */
export function people({ turn, classes, ids, orNothing }: Of): PeopleVerbs {
  // The whole record behind a person that was found, as long as somebody holds that answer.
  const records = new WeakMap<EsbdPerson, WireClient>()
  const found = (client: WireClient | null): EsbdPerson | null => {
    const person = client && personOf(client, ids)
    if (person) records.set(person, client)
    return person
  }
  const find = (call: Call, iin: string) => byIin(call, iin, orNothing)
  return {
    findPerson: async (iin) => found(await find(turn(), iin)),
    async clientById(clientId) {
      const client = await orNothing(
        turn()('GetClientByID', { aID: clientId }, replies.Client.nullable()),
        null,
      )
      if (client && client.ID !== clientId)
        throw unreadable('GetClientByID', new Unfit('ID is another one'))
      return client && client.Natural_Person_Bool !== 0 ? personOf(client, ids) : null
    },

    async savePerson(person, known) {
      const call = turn()
      // SetClient overwrites the whole record, so the known one is the base and keeps its id and
      // all that we know nothing of.
      const base = (known && records.get(known)) ?? (await find(call, person.iin))
      const { document } = person
      // Every writing adds a row: only a document they do not have is written.
      const documents =
        document && base ? documentsOf(call, base.ID, orNothing) : Promise.resolve([])
      documents.catch(() => {})
      const write = (on: WireClient | null) =>
        call('SetClient', { aClient: { ...on, ...toWire(person, ids) } }, replies.Client)
      // The same record written to the same id is the same record; whether there is one by now is
      // asked first.
      const saved = await unlessEnded(
        () => write(base),
        async () => write(await find(call, person.iin)),
      )
      if (saved.ID <= 0 || (base && saved.ID !== base.ID))
        throw unreadable('SetClient', new Unfit('ID is another one'))
      if (saved.IIN !== person.iin) throw unreadable('SetClient', new Unfit('IIN is another one'))
      // A document is a row of its own: written where they have it not, and after a session that
      // ended in between only when they still have it not.
      const writeDocument = async (
        of: Document,
        theirs: ReturnType<typeof documentsOf>,
      ): Promise<void> => {
        if ((await theirs).some((one) => isSame(one, of, ids))) return
        const aClientDocuments = documentOf(saved.ID, of, ids)
        await call('SetClientDocuments', { aClientDocuments }, replies.ClientDocument)
      }
      if (document)
        await unlessEnded(
          () => writeDocument(document, documents),
          () => writeDocument(document, documentsOf(call, saved.ID, orNothing)),
        )
      return { clientId: saved.ID }
    },

    async bonusMalus(clientId, on) {
      const call = turn()
      const id = await classId(call, clientId, on)
      return id === 0
        ? { kind: 'FIRST', class: '3' }
        : { kind: 'CLASS', class: await classes.textOf(call, id) }
    },
  }
}
const documentsOf = (call: Call, clientId: number, orNothing: Nothing) =>
  orNothing(
    call('GetClientDocumentsListByID', { aClientID: clientId }, z.array(replies.ClientDocument)),
    [],
  )

/** The operator may keep a document's letters and digits apart. */
const isSame = (
  theirs: z.infer<typeof replies.ClientDocument>,
  ours: Document,
  ids: EsbdIds,
): boolean =>
  theirs.DOCUMENT_TYPE_ID === documentTypeId(ours.type, ids) &&
  [theirs.DOCUMENT_NUM, `${theirs.DOCUMENT_SERIAL}${theirs.DOCUMENT_NUM}`].some(
    (number) => bareNumber(number) === bareNumber(ours.number),
  )
const bareNumber = (number: string) => number.toUpperCase().replace(/[^0-9A-ZА-ЯЁ]/g, '')

/** Known clients of this service ask twice; "any" (-1) is not answered everywhere. */
async function byIin(call: Call, iin: string, orNothing: Nothing): Promise<WireClient | null> {
  for (const resident of [1, 0]) {
    const filter = { IIN: iin, Natural_Person_Bool: 1, RESIDENT_BOOL: resident }
    const found = await orNothing(
      call('GetClientsByKeyFields', { aClient: filter }, z.array(replies.Client)),
      [],
    )
    const exact = found.filter((client) => client.IIN === iin)
    const broken = exact.find(
      ({ ID, RESIDENT_BOOL }) => ID <= 0 || (RESIDENT_BOOL !== 0 && RESIDENT_BOOL !== 1),
    )
    if (broken)
      throw unreadable(
        'GetClientsByKeyFields',
        new Unfit(broken.ID <= 0 ? 'ID is none' : 'RESIDENT_BOOL is none'),
      )
    if (exact.length > 0)
      return exact.find((client) => client.verify_bool === 1) ?? exact[0] ?? null
  }
  return null
}
