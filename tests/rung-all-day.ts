import type { TestApp } from './test-app.ts'

/** Strangers have sent a phone all the SMS it may get of them today; returns what forgets them. */
export async function rungAllDay({ db }: TestApp, phone: string): Promise<() => Promise<unknown>> {
  const key = `smsPerPhoneADay:${phone}`
  const all = { points: 1_000_000, expire: String(Date.now() + 60_000_000) }
  await db
    .insertInto('rate_limits')
    .values({ key, ...all })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(all))
    .execute()
  return () => db.deleteFrom('rate_limits').where('key', '=', key).execute()
}
