/**
 * Public holidays with a fixed date (Law on holidays, art. 2–5), `MM-DD`; 7 January and Kurban Ait
 * have no transfer (Labour Code, art. 85).
 */
export const holidays = [
  '01-01',
  '01-02',
  '03-08',
  '03-21',
  '03-22',
  '03-23',
  '05-01',
  '05-07',
  '05-09',
  '07-06',
  '10-25',
  '12-16',
]
export const withoutTransfer = ['01-07']
/**
 * Constitution Day: 30 August until 2025; from 2027 15 March (the ministry, taspanews.kz
 * 2026-03-18). In 2026 it was neither: the ministry begins with 2027, and the calendar of the law
 * in force that year has no 30 August (arxo-ogpo-public, official calendar 2025–2026).
 */
export const constitutionDay = (year: number): string[] =>
  year <= 2025 ? ['08-30'] : year >= 2027 ? ['03-15'] : []

/**
 * First day of Kurban Ait. 2025, 2026: the state's calendar of the year (mgorod.kz; inform.kz
 * 2026-01-02 after egov.kz). Later years: by the calendar of the Spiritual Administration,
 * confirmed by the ministry each spring; look at the row then.
 */
export const kurbanAit = ['2025-06-06', '2026-05-27', '2027-05-16', '2028-05-05']
/**
 * Days of rest moved by an order of the government (Labour Code, art. 85 § 4): `off` is free,
 * `works` is worked. 2025: the ministry's order on the New Year (informburo, December 2024). 2026:
 * none in the state's calendar of the year (egov.kz after inform.kz 2026-01-02).
 */
export const movedRest = [{ off: '2025-01-03', works: '2025-01-05' }]
