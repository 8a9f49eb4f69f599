import { z } from 'zod'
import type { Day } from '#domain/calendar.ts'
import { EsbdRefused } from './refused.ts'
import { toWireDate } from './replies.ts'
import type { Call } from './sessions.ts'

export const classId = (call: Call, clientId: number, on: Day): Promise<number> =>
  call(
    'GetClassId',
    { aClientId: clientId, aDate: toWireDate(on), aTFId: 0 },
    z.int().nonnegative(),
  )

export type Classes = {
  textOf(call: Call, id: number): Promise<string>
  /** The id of a class for a policy: 0 where there is none. */
  idFor(
    call: Call,
    driver: { clientId: number; classCode: string | null },
    on: Day,
  ): Promise<number>
}

/** The classes of the law's table: M2, M1, M, 0 … 13. */
const CLASS = /^(M[12]?|\d|1[0-3])$/

/** The id of a class is not its number: `GetClassText` tells, and what was told once is kept. */
export function classBook(): Classes {
  const texts = new Map<number, string>()
  const textOf = async (call: Call, id: number) => {
    const known = texts.get(id)
    if (known !== undefined) return known
    const said = await call('GetClassText', { aClassId: id }, z.string().min(1))
    // «М» is typed with the Cyrillic letter too; what is no class of the law has no price and is
    // not kept.
    const text = said.trim().toUpperCase().replaceAll('М', 'M')
    if (!CLASS.test(text))
      throw new EsbdRefused(
        'GetClassText',
        `class ${id} is said to be «${said.slice(0, 20)}», which is none`,
      )
    texts.set(id, text)
    return text
  }
  return {
    textOf,
    async idFor(call, { clientId, classCode }, on) {
      if (classCode === null) return 0
      const known = [...texts].find(([, text]) => text === classCode)
      if (known) return known[0]
      const id = await classId(call, clientId, on)
      if (id > 0) await textOf(call, id)
      return id
    },
  }
}
