import { legalVersions } from '#texts/legal-versions.ts'
import { cabinetAccountOf } from '../accounts/accounts.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { offeredWays } from '../payments/ways/ways.ts'
import { agreedOn } from './agreed.ts'

/** What can be chosen today. */
export const options = handle('ogpoOptions', async (_body, context) => {
  const { reference, clock, db, me, config } = context
  const today = clock.today()
  const [insurers, ogpoPlus, positionRequired, person, account] = await Promise.all([
    reference.insurers(today).then((all) => agreedOn(context, all)),
    reference.ogpoPlus(today),
    reference.positionRequired(),
    db
      .selectFrom('people')
      .select(['name', 'surname', 'email', 'phone'])
      .where('iin', '=', me().iin)
      .executeTakeFirst(),
    cabinetAccountOf(db, me().iin),
  ])
  return ok({
    today,
    insurers: insurers.map(({ code, name, commissionPercent, acceptsBadScoring }) => ({
      code,
      name,
      commissionPercent,
      acceptsBadScoring,
    })),
    ogpoPlus,
    textVersions: { ...legalVersions },
    ways: offeredWays(config),
    acceptance: config.acceptance,
    positionRequired: positionRequired || me().kind === 'promoter',
    buyer:
      me().kind === 'promoter'
        ? null
        : {
            iin: me().iin,
            phone: me().phone ?? account?.phone ?? person?.phone ?? '',
            name: person ? `${person.name} ${person.surname}` : null,
            email: person?.email ?? account?.email ?? null,
            egov: me().beganBy === 'egov',
          },
  })
})

/** The product's day: pages build their calendars on it. */
export const clockCall = handle('clock', async (_body, { clock, config }) =>
  ok({
    now: clock.now().toISOString(),
    today: clock.today(),
    demonstration: !config.production,
    shifted: clock.shifted(),
  }),
)
