import type { Pool } from 'pg'
import type { AuditAct } from '#domain/audit-acts.ts'
import { ogpoPlusPayout } from '#domain/constants.ts'
import { inEveryLanguage, type Localized } from '#domain/locale.ts'
import { asColumns } from '#domain/locale-columns.ts'
import { seedTables } from '#domain/ogpo/tables-file.ts'
import { usualAllowance, watchedQueues } from '#domain/system-health.ts'
import { sandboxLists } from '#systems/aml/protocol.ts'
import { connect, type Db } from '../db/connect.ts'
import { starts } from './starts.ts'

/**
 * Inserts the first rows that staff may edit later: once, never over existing ones. Invented
 * companies and places are marked as samples.
 */
export async function seed(connections: Pool): Promise<void> {
  const db = connect(connections)
  await tariffTables(db)
  await insurers(db)
  await commissions(db)
  await db
    .insertInto('ogpo_plus_rows')
    .values({ payout: ogpoPlusPayout, premium: 6_900, effective_from: '2024-01-01' })
    .onConflict((conflict) => conflict.column('effective_from').doNothing())
    .execute()
  for (const start of starts) await start.seed(db)
  await controlPoints(db)
  await watchLists(db)
  await freedom(db)
  await claimSigning(db)
  await queueAllowances(db)
  await unusualActs(db)
  await replyTemplates(db)
  await db
    .insertInto('settings')
    .values(
      ['public_position_required', 'promoter_consent_required', 'promoter_rank_shown'].map(
        (name) => ({ name, value: JSON.stringify(false) }),
      ),
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
  // With the fourth we have no contract for OGPO: requested by name, it is refused with 12010.
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
        name_kz: 'Үлгі: мамандандырылған ХҚКО, Алматы',
        name_ru: 'Образец: специализированный ЦОН, Алматы',
        latitude: 43.2389,
        longitude: 76.8897,
        active_from: '2025-01-01',
      },
      {
        code: 'sample-astana',
        name_kz: 'Үлгі: мамандандырылған ХҚКО, Астана',
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
  PEP: { kz: 'Жария лауазымды адамдар', ru: 'Публичные должностные лица' },
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

async function freedom(db: Db): Promise<void> {
  await db
    .insertInto('partners')
    .values({
      code: 'freedom',
      name_kz: 'Freedom SuperApp',
      name_ru: 'Freedom SuperApp',
      theme: JSON.stringify({
        light: {
          '--brand': '#1c6b3c',
          '--brand-hover': '#14522d',
          '--brand-wash': '#e4f2e8',
          '--paper': '#f4f7f2',
        },
        dark: {
          '--brand': '#74d295',
          '--on-brand': '#06200f',
          '--brand-wash': '#12301d',
          '--brand-hover': '#96e0b0',
        },
      }),
      secret_ref: 'freedom',
      webhook_url: 'https://superapp.example/qorgan/events',
      allowed_origins: ['https://superapp.example'],
      source: 'freedom_superapp_ogpo',
      refund_source: 'external_refund_superapp_ogpo',
      active_from: '2025-01-01',
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute()
}

async function claimSigning(db: Db): Promise<void> {
  await db
    .insertInto('claim_signing_rows')
    .values({ two_people_from: 500_000, effective_from: '2024-01-01' })
    .onConflict((conflict) => conflict.column('effective_from').doNothing())
    .execute()
}

/** Minutes; a queue missing here has the usual allowance. */
const allowances: Partial<Record<(typeof watchedQueues)[number], number>> = {
  invoice: 2,
  'payment-check': 5,
  notify: 10,
  'file-scan': 10,
  'kyc-rescreen': 1_440,
  'aml-import': 1_440,
  'addresses-import': 1_440,
  cleanup: 1_440,
}

async function queueAllowances(db: Db): Promise<void> {
  await db
    .insertInto('queue_allowances')
    .values(
      watchedQueues.map((job) => ({
        job,
        minutes: allowances[job] ?? usualAllowance,
        effective_from: '2026-01-01',
      })),
    )
    .onConflict((conflict) => conflict.columns(['job', 'effective_from']).doNothing())
    .execute()
}

/** Usual maximum per person and hour. */
const perHour: Partial<Record<AuditAct, number>> = {
  'client.iin_revealed': 9,
  'client.phone_revealed': 15,
  'client.document_revealed': 9,
  'client.birth_revealed': 9,
  'client.looked_at': 40,
  'order.looked_at': 80,
  'claim.looked_at': 60,
  'desk.searched': 60,
  'person.looked_up': 60,
  'vehicle.looked_up': 60,
  'report.exported': 10,
  'file.opened': 60,
  'user.password_reset': 5,
  'refund.details_entered': 10,
}

async function unusualActs(db: Db): Promise<void> {
  await db
    .insertInto('unusual_acts')
    .values(
      Object.entries(perHour).map(([action, per_hour]) => ({
        action,
        per_hour,
        effective_from: '2026-01-01',
      })),
    )
    .onConflict((conflict) => conflict.columns(['action', 'effective_from']).doNothing())
    .execute()
}

const replies: { code: string; name: Localized; text: Localized }[] = [
  {
    code: 'papers-again',
    name: { kz: 'Құжаттар қайта жіберілді', ru: 'Документы отправлены снова' },
    text: {
      kz: 'Сәлеметсіз бе! Полис құжаттарын SMS және электрондық пошта арқылы қайта жібердік. Олар жеке кабинетте де бар.',
      ru: 'Здравствуйте! Мы снова отправили документы полиса по SMS и на электронную почту. Они есть и в личном кабинете.',
    },
  },
  {
    code: 'policy-waits',
    name: { kz: 'Полис әлі келмеді', ru: 'Полис ещё не пришёл' },
    text: {
      kz: 'Сәлеметсіз бе! {order}',
      ru: 'Здравствуйте! {order}',
    },
  },
  {
    code: 'claim-way',
    name: { kz: 'Өтінімнің барысы', ru: 'Что с заявкой' },
    text: {
      kz: 'Сәлеметсіз бе! Өтініміңіз қаралып жатыр. Күйі, мерзімдері мен жетіспейтін құжаттар жеке кабинетте көрсетілген.',
      ru: 'Здравствуйте! Ваша заявка рассматривается. Статус, сроки и недостающие документы видны в личном кабинете.',
    },
  },
  {
    code: 'paid-twice',
    name: { kz: 'Екі рет төленді', ru: 'Оплачено дважды' },
    text: {
      kz: 'Сәлеметсіз бе! Төлеміңізді тексеріп жатырмыз. Ақша екі рет алынған болса, артық төлем сол картаға немесе шотқа қайтарылады.',
      ru: 'Здравствуйте! Проверяем Ваш платёж. Если деньги списаны дважды, лишний платёж вернётся тем же способом.',
    },
  },
  {
    code: 'car-sold',
    name: { kz: 'Көлік сатылды', ru: 'Автомобиль продан' },
    text: {
      kz: 'Сәлеметсіз бе! Көлікті сатқан болсаңыз, шартты жеке кабинетте мерзімінен бұрын тоқтатуға болады. Пайдаланылмаған мерзім үшін сыйлықақының бір бөлігі қайтарылады.',
      ru: 'Здравствуйте! Если автомобиль продан, договор можно расторгнуть в личном кабинете. За неиспользованный срок вернётся часть премии.',
    },
  },
  {
    code: 'tell-more',
    name: { kz: 'Нақтылау керек', ru: 'Нужно уточнить' },
    text: {
      kz: 'Сәлеметсіз бе! Сізге жауап беру үшін тапсырыс, полис немесе көлік нөмірі керек. Оны сайт арқылы жазып жіберіңіз.',
      ru: 'Здравствуйте! Чтобы ответить, нам нужен номер заказа, полиса или госномер автомобиля. Пришлите его через сайт.',
    },
  },
]

async function replyTemplates(db: Db): Promise<void> {
  await db
    .insertInto('reply_templates')
    .values(
      replies.map(({ code, name, text }, at) => ({
        code,
        ...asColumns('name', name),
        ...asColumns('text', text),
        sort: (at + 1) * 10,
        effective_from: '2026-01-01',
      })),
    )
    .onConflict((conflict) => conflict.columns(['code', 'effective_from']).doNothing())
    .execute()
}
