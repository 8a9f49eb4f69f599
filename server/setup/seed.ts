import type { Pool } from 'pg'
import { inEveryLanguage, type Localized } from '#domain/locale.ts'
import { asColumns } from '#domain/locale-columns.ts'
import { seedTables } from '#domain/ogpo/tables-file.ts'
import { sandboxLists } from '#systems/aml/protocol.ts'
import { connect, type Db } from '../db/connect.ts'
import { starts } from './starts.ts'

/**
 * First rows of what staff may edit later: put in once, never over what is there. Invented
 * companies and places are marked as samples.
 */
export async function seed(connections: Pool): Promise<void> {
  const db = connect(connections)
  await tariffTables(db)
  await insurers(db)
  await commissions(db)
  await db
    .insertInto('ogpo_plus_rows')
    .values({ payout: 1_107_600, premium: 6_900, effective_from: '2024-01-01' })
    .onConflict((conflict) => conflict.column('effective_from').doNothing())
    .execute()
  for (const start of starts) await start.seed(db)
  await controlPoints(db)
  await watchLists(db)
  await db
    .insertInto('settings')
    .values(
      ['public_position_required', 'promoter_consent_required'].map((name) => ({
        name,
        value: JSON.stringify(false),
      })),
    )
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

async function tariffTables(db: Db): Promise<void> {
  for (const tables of seedTables())
    await db
      .insertInto('tariff_tables')
      .values({
        version: tables.version,
        effective_from: tables.effectiveFrom,
        effective_to: tables.effectiveTo,
        data: JSON.stringify(tables),
        source: 'domain/ogpo/tariff-2026.json',
      })
      .onConflict((conflict) => conflict.column('version').doNothing())
      .execute()
}

const insurer = (
  code: string,
  kz: string,
  ru: string,
  esbd: number,
  sort: number,
  more: { bad?: boolean; many?: boolean } = {},
) => ({
  code,
  name_kz: kz,
  name_ru: ru,
  esbd_system_id: esbd,
  middleman_contract: `QORGAN-${esbd}`,
  accepts_bad_scoring: more.bad ?? false,
  sells_many_by_many: more.many ?? true,
  sort,
  effective_from: '2025-01-01',
})

async function insurers(db: Db): Promise<void> {
  await db
    .insertInto('insurers')
    .values([
      insurer('dala', '«Дала» сақтандыру компаниясы', 'Страховая компания «Дала»', 1, 10),
      insurer('tobyl', '«Тобыл» сақтандыру компаниясы', 'Страховая компания «Тобыл»', 2, 20, {
        bad: true,
      }),
      insurer('alatau', '«Алатау» сақтандыру компаниясы', 'Страховая компания «Алатау»', 3, 30, {
        many: false,
      }),
      insurer(
        'syrdarya',
        '«Сырдария» сақтандыру компаниясы',
        'Страховая компания «Сырдария»',
        4,
        40,
      ),
    ])
    .onConflict((conflict) => conflict.columns(['code', 'effective_from']).doNothing())
    .execute()
}

async function commissions(db: Db): Promise<void> {
  // With the fourth we have no contract for OGPO: asked for by name, it is refused with 12010.
  const agreed = [
    ...['dala', 'tobyl', 'alatau'].map((code) => ({ insurer_code: code, product: 'ogpo' })),
    ...['dala', 'tobyl', 'alatau', 'syrdarya'].map((code) => ({
      insurer_code: code,
      product: 'home',
    })),
  ]
  await db
    .insertInto('commissions')
    .values(
      agreed.map((row) => ({ ...row, commission_percent: '15.00', effective_from: '2025-01-01' })),
    )
    .onConflict((conflict) =>
      conflict.columns(['insurer_code', 'product', 'effective_from']).doNothing(),
    )
    .execute()
}

async function controlPoints(db: Db): Promise<void> {
  await db
    .insertInto('control_points')
    .values([
      {
        code: 'sample-almaty',
        name_kz: 'Үлгі: арнайы ХҚКО, Алматы',
        name_ru: 'Образец: специализированный ЦОН, Алматы',
        latitude: 43.2389,
        longitude: 76.8897,
        active_from: '2025-01-01',
      },
      {
        code: 'sample-astana',
        name_kz: 'Үлгі: арнайы ХҚКО, Астана',
        name_ru: 'Образец: специализированный ЦОН, Астана',
        latitude: 51.1694,
        longitude: 71.4491,
        active_from: '2025-01-01',
      },
    ])
    .onConflict((conflict) => conflict.columns(['code', 'active_from']).doNothing())
    .execute()
}

const listTitles: Record<string, Localized> = {
  TERROR: {
    kz: 'Терроризмге және экстремизмге қатысы бар тұлғалар',
    ru: 'Лица, причастные к терроризму и экстремизму',
  },
  TERROR_FINANCING: {
    kz: 'Терроризмді қаржыландыруға байланысты тұлғалар',
    ru: 'Лица, связанные с финансированием терроризма',
  },
  WMD: {
    kz: 'Жаппай қырып-жою қаруын таратуды қаржыландыруға байланысты тұлғалар',
    ru: 'Лица, связанные с финансированием распространения оружия массового уничтожения',
  },
  UN: {
    kz: 'БҰҰ Қауіпсіздік Кеңесінің шоғырландырылған тізімі',
    ru: 'Сводный перечень Совета Безопасности ООН',
  },
  PEP: { kz: 'Жария лауазымды тұлғалар', ru: 'Публичные должностные лица' },
}

async function watchLists(db: Db): Promise<void> {
  await db
    .insertInto('aml_lists')
    .values(
      sandboxLists.map((list) => ({
        code: list.code,
        ...asColumns('title', listTitles[list.code] ?? inEveryLanguage(() => list.code)),
        effect: list.code === 'PEP' ? 'flag' : 'block',
        format: list.format,
        path: list.path,
      })),
    )
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
}
