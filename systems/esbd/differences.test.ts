import { describe, expect, test } from 'vitest'
import { differenceKit, nurlan, passport, person } from '#tests/esbd-differences.ts'
import type { Send } from '../http.ts'
import type { InsuranceDatabase } from './client.ts'
import { esbdPolicies } from './sandbox.ts'

/**
 * The differences from the published contract that were once in this client, each put back by a
 * line that rewrites requests on their way (`sent`), or tried in a shape of answer that the
 * contract allows (`behave`, `tampered`).
 */
const { world, send, client, sent, draft, home } = differenceKit()
const without = (field: string) => (body: string) =>
  body.replace(new RegExp(`<(\\w+:)?${field}>[^<]*</(\\w+:)?${field}>`), '')
const renamed = (from: string, to: string) => (body: string) =>
  body.replaceAll(`${from}>`, `${to}>`)

describe('a difference put back on purpose is refused by the strict sandbox', () => {
  test.each([
    ['SetPolicy without BRANCH_ID', without('BRANCH_ID'), 'филиал'],
    ['SetPolicy without PAYMENT_ORDER_TYPE_ID', without('PAYMENT_ORDER_TYPE_ID'), 'порядок оплаты'],
    ['SetPolicy without PAYMENT_TYPE_ID', without('PAYMENT_TYPE_ID'), 'порядок оплаты'],
    ['SetPolicy without HOUSEHOLD_POSITION_ID', without('HOUSEHOLD_POSITION_ID'), 'семейное'],
    ['SetPolicy with a premium of 0 for a missing one', without('PREMIUM'), 'премия'],
    [
      'SetPolicy with its structure under another name',
      renamed('aPolicy', 'aThePolicy'),
      'Object reference',
    ],
  ])('%s', async (_what, change, said) => {
    const wrong = client(
      sent((body) =>
        body.includes('SetPolicy>') || body.includes('<SetPolicy ') ? change(body) : body,
      ),
    )
    const about = await draft()
    await expect(wrong.issue(about)).rejects.toThrow(said)
    expect(esbdPolicies(world).filter(({ number }) => number === about.number)).toEqual([])
  })

  test.each([
    [
      'aClientDocuments',
      'aCLIENT_DOCUMENTS',
      (of: InsuranceDatabase) => of.savePerson({ ...person, document: passport }),
    ],
    [
      'aCONTRACT_DS_PROPERTY',
      'aContract',
      async (of: InsuranceDatabase) => of.registerHome(await home()),
    ],
    [
      'INSURANCE_TYPE_ID',
      'INSURANCE',
      async (of: InsuranceDatabase) => of.registerHome(await home()),
    ],
  ])('%s sent as %s', async (name, wrong, act) => {
    await expect(act(client(sent(renamed(name, wrong))))).rejects.toThrow(
      /Object reference|Не указан/,
    )
  })

  test.each([['GetContractDsProperty_By_Number', 'GetContractDsPropertyByNumber']])(
    '%s asked as %s is not recognised',
    async (name, wrong) => {
      const older: Send = (ask) => {
        const headers = Object.fromEntries(
          Object.entries(ask.headers ?? {}).map(([key, value]) => [
            key,
            value.replaceAll(name, wrong),
          ]),
        )
        return send({ ...ask, headers, body: String(ask.body).replaceAll(name, wrong) })
      }
      await expect(client(older).registerHome(await home())).rejects.toThrow()
      expect(world.journal.map(({ operation }) => operation)).not.toContain('SetContractDsProperty')
    },
  )

  test('a record written back without BANKS and Latin names would lose them; ours keeps them', async () => {
    const whole = () =>
      world.store<{ saved: Record<string, unknown> | null }>('esbd.clients').get(nurlan)?.saved
    await client().savePerson(person)
    expect(whole()).toMatchObject({
      First_Name_eng: 'NAME 9904',
      Last_Name_eng: 'LATIN',
      SETTLEMENT_ID: 7,
      BANKS: [{ ACCOUNT_NUMBER: 'KZ000000000000000000', BANK_CLIENT_ID: 3 }],
    })
    const older = client(
      sent((body) =>
        body
          .replace(/<(\w+:)?BANKS>.*<\/(\w+:)?BANKS>/, '')
          .replace(/<(\w+:)?\w+_eng>[^<]*<\/[^>]*>/g, ''),
      ),
    )
    await older.savePerson(person)
    expect(whole()).toMatchObject({ First_Name_eng: null, BANKS: null })
  })
})
