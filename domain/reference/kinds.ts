import { watchedActs } from '../audit-fold.ts'
import { allowedActs } from '../due.ts'
import { smsReplyMax } from '../inbox.ts'
import { insurerFactNames } from '../insurer-facts.ts'
import { localeColumns } from '../locale-columns.ts'
import { productNames } from '../products.ts'
import { watchedQueues } from '../system-health.ts'
import type { ReferenceKind } from './kind.ts'

/** The tables that staff keep, each with its fields. */

const inLanguages = (name: 'name' | 'title') =>
  localeColumns(name).map((column) => ({ name: column, kind: 'text' as const }))
const textsOf = (max: number) =>
  localeColumns('text').map((column) => ({ name: column, kind: 'text' as const, max }))
const names = inLanguages('name')
const dated = { from: 'effective_from', to: 'effective_to', fixed: { sample: false } } as const
const active = { from: 'active_from', to: 'active_to' } as const

export const referenceKinds = {
  insurers: {
    table: 'insurers',
    key: 'code',
    ...dated,
    second: true,
    fields: [
      { name: 'code', kind: 'code' },
      ...names,
      { name: 'esbd_system_id', kind: 'integer', min: 1 },
      { name: 'middleman_contract', kind: 'text' },
      { name: 'accepts_bad_scoring', kind: 'flag' },
      { name: 'sells_many_by_many', kind: 'flag' },
      { name: 'signs_claims_by_code', kind: 'flag' },
      { name: 'correction_deviation', kind: 'decimal', min: -0.1, max: 0.1 },
      { name: 'sort', kind: 'integer', min: 0, max: 10_000 },
    ],
  },
  /** The broker's share of a premium, by its contract with the insurer. */
  commissions: {
    table: 'commissions',
    key: 'code',
    keyOf: ['insurer_code', 'product'],
    ...dated,
    second: true,
    fields: [
      { name: 'insurer_code', kind: 'code', onlyNew: true },
      { name: 'product', kind: 'choice', choices: productNames, onlyNew: true },
      { name: 'commission_percent', kind: 'percent', min: 0, max: 100 },
      { name: 'returned_on_cancel', kind: 'flag' },
    ],
  },
  /** Figures that compare insurers for buyers: one a row, never without its source. */
  insurer_facts: {
    table: 'insurer_facts',
    key: 'code',
    keyOf: ['insurer_code', 'fact'],
    ...dated,
    second: true,
    fields: [
      { name: 'insurer_code', kind: 'code', onlyNew: true },
      { name: 'fact', kind: 'choice', choices: insurerFactNames, onlyNew: true },
      { name: 'value', kind: 'percent', min: 0, max: 999 },
      ...localeColumns('source').map((name) => ({ name, kind: 'text' as const, max: 200 })),
      { name: 'as_of', kind: 'day' },
    ],
  },
  ogpo_plus: {
    table: 'ogpo_plus_rows',
    key: null,
    ...dated,
    second: true,
    fields: [
      { name: 'payout', kind: 'integer', min: 1 },
      { name: 'premium', kind: 'integer', min: 1 },
    ],
  },
  home_plans: {
    table: 'home_plans',
    key: 'code',
    ...dated,
    second: true,
    fields: [
      { name: 'code', kind: 'code' },
      ...names,
      { name: 'insurer_code', kind: 'code' },
      { name: 'price_per_month', kind: 'integer', min: 1 },
      { name: 'insurance_amount', kind: 'integer', min: 1 },
      { name: 'interior_finishing', kind: 'integer', min: 0 },
      { name: 'neighbour_compensation', kind: 'integer', min: 0 },
      { name: 'sort', kind: 'integer', min: 0, max: 10_000 },
    ],
  },
  /** From which sum on two people decide that a claim is paid; without a row they decide each. */
  claim_signing: {
    table: 'claim_signing_rows',
    key: null,
    ...dated,
    second: true,
    fields: [{ name: 'two_people_from', kind: 'integer', min: 0, max: 1e9 }],
  },
  control_points: {
    table: 'control_points',
    key: 'code',
    ...active,
    second: false,
    fixed: { invented: false },
    fields: [
      { name: 'code', kind: 'code' },
      ...names,
      { name: 'latitude', kind: 'coordinate', min: 40, max: 56 },
      { name: 'longitude', kind: 'coordinate', min: 46, max: 88 },
      { name: 'radius_m', kind: 'integer', min: 1, max: 5_000 },
    ],
  },
  partners: {
    table: 'partners',
    key: 'code',
    ...active,
    second: true,
    inPlace: true,
    fields: [
      { name: 'code', kind: 'code' },
      ...names,
      { name: 'secret_ref', kind: 'text' },
      { name: 'theme', kind: 'theme' },
      { name: 'webhook_url', kind: 'https' },
      { name: 'allowed_origins', kind: 'list' },
      { name: 'source', kind: 'text', onlyNew: true },
      { name: 'refund_source', kind: 'text', onlyNew: true },
    ],
  },
  aml_lists: {
    table: 'aml_lists',
    key: 'code',
    from: null,
    to: null,
    second: true,
    inPlace: true,
    fields: [
      { name: 'code', kind: 'text' },
      ...inLanguages('title'),
      { name: 'effect', kind: 'choice', choices: ['block', 'review', 'flag'] },
    ],
  },
  /** Minutes the oldest work of a queue may wait before the desk calls it late. */
  queue_allowances: {
    table: 'queue_allowances',
    key: 'job',
    ...dated,
    second: false,
    fields: [
      { name: 'job', kind: 'choice', choices: watchedQueues, onlyNew: true },
      { name: 'minutes', kind: 'integer', min: 1, max: 10_080 },
    ],
  },
  /** Minutes an act may wait at a desk before it is late. */
  act_allowances: {
    table: 'act_allowances',
    key: 'act',
    ...dated,
    second: false,
    fields: [
      { name: 'act', kind: 'choice', choices: allowedActs, onlyNew: true },
      { name: 'minutes', kind: 'integer', min: 1, max: 43_200 },
    ],
  },
  /** Days that the government's orders make free or worked, beside the law's calendar. */
  calendar_days: {
    table: 'calendar_days',
    key: 'day',
    ...dated,
    second: false,
    fields: [
      { name: 'day', kind: 'day' },
      { name: 'works', kind: 'flag' },
      { name: 'ground', kind: 'text' },
    ],
  },
  /** Staff's frequent replies, in every language. */
  reply_templates: {
    table: 'reply_templates',
    key: 'code',
    ...dated,
    second: false,
    fields: [
      { name: 'code', kind: 'code' },
      ...names,
      ...textsOf(smsReplyMax),
      { name: 'sort', kind: 'integer', min: 0, max: 10_000 },
    ],
  },
  /** How often one person may do an act in an hour before the audit log marks it. */
  unusual_acts: {
    table: 'unusual_acts',
    key: 'action',
    ...dated,
    second: true,
    fields: [
      { name: 'action', kind: 'choice', choices: watchedActs, onlyNew: true },
      { name: 'per_hour', kind: 'integer', min: 1, max: 100_000 },
    ],
  },
} as const satisfies Record<string, ReferenceKind>

export const referenceNames = [
  'insurers',
  'commissions',
  'insurer_facts',
  'ogpo_plus',
  'home_plans',
  'claim_signing',
  'control_points',
  'partners',
  'aml_lists',
  'tariff',
  'queue_allowances',
  'act_allowances',
  'reply_templates',
  'unusual_acts',
  'calendar_days',
] as const
export type ReferenceName = (typeof referenceNames)[number]
export type RowsName = Exclude<ReferenceName, 'tariff'>
