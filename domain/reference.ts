import { watchedActs } from './audit-fold.ts'
import { localeColumns } from './locale-columns.ts'
import { productNames } from './products.ts'
import { watchedQueues } from './system-health.ts'
import { readTheme, themeText } from './theme.ts'

/**
 * Rows that staff edit with dates. `table` and the names of fields are the database's. Where money
 * hangs on a row (`second`), a second person applies the change; such a row begins tomorrow at the
 * earliest, so that no price of today changes under a client.
 */
export type FieldKind =
  | 'code'
  | 'text'
  | 'integer'
  | 'percent'
  | 'decimal'
  | 'coordinate'
  | 'flag'
  | 'https'
  | 'list'
  | 'choice'
  | 'theme'
export type Field = {
  name: string
  kind: FieldKind
  min?: number
  max?: number
  onlyNew?: true
  choices?: readonly string[]
}
export type ReferenceKind = {
  table: string
  /** The field that says which row; null where there is one at a time. */
  key: string | null
  /** Where the database makes the key of fields: these, by a dash. */
  keyOf?: readonly string[]
  /**
   * The columns of its days; null where the rows come with the program: none is added or ended, and
   * none has days.
   */
  from: string | null
  to: string | null
  second: boolean
  /**
   * Others refer to the row by its key, so it is changed in place, as soon as it is approved; what
   * it was stands in the proposals.
   */
  inPlace?: true
  /** Set on rows that people enter: they are not samples. */
  fixed?: Record<string, boolean>
  fields: readonly Field[]
}

const inLanguages = (name: 'name' | 'title') =>
  localeColumns(name).map((column) => ({ name: column, kind: 'text' as const }))
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
  /** What the broker keeps of a premium, by its contract with the insurer. */
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
  'ogpo_plus',
  'home_plans',
  'claim_signing',
  'control_points',
  'partners',
  'aml_lists',
  'tariff',
  'queue_allowances',
  'unusual_acts',
] as const
export type ReferenceName = (typeof referenceNames)[number]
export type RowsName = Exclude<ReferenceName, 'tariff'>
export const kindOf = (name: RowsName): ReferenceKind => referenceKinds[name]

export type Values = Record<string, string | number | boolean>
/** The key of the row that these values are; empty where there is one row at a time. */
export function rowKey(name: RowsName, values: Values): string {
  const { key, keyOf } = kindOf(name)
  const parts = keyOf ?? (key === null ? [] : [key])
  return parts.map((part) => String(values[part] ?? '')).join('-')
}
export type Checked = { values: Values; errors: string[] }

/**
 * The values of a row as they may be stored; `faults` names the fields that are wrong or missing.
 * Texts are trimmed, unknown fields are faults.
 */
export function checkValues(name: RowsName, given: Values): Checked {
  const { fields } = kindOf(name)
  const values: Values = {}
  const errors = Object.keys(given).filter((key) => !fields.some((field) => field.name === key))
  for (const field of fields) {
    const value = readValue(field, given[field.name])
    if (value === null) errors.push(field.name)
    else values[field.name] = value
  }
  return { values, errors }
}

const patterns: Partial<Record<FieldKind, RegExp>> = {
  code: /^[a-z][a-z0-9-]{1,30}$/,
  percent: /^\d{1,3}(\.\d{1,2})?$/,
  decimal: /^-?\d(\.\d{1,3})?$/,
  coordinate: /^\d{2}\.\d{3,}$/,
  integer: /^\d{1,9}$/,
  https: /^https:\/\/[^\s/]+(\/\S*)?$/,
}

function readValue(
  { kind, min, max, choices }: Field,
  given: string | number | boolean | undefined,
): string | number | boolean | null {
  if (kind === 'flag')
    return given === true || given === 'true'
      ? true
      : given === false || given === 'false'
        ? false
        : null
  if (given === undefined || typeof given === 'boolean') return null
  const text = String(given).trim()
  if (kind === 'theme') return readTheme(text) && themeText(readTheme(text) ?? {})
  if (kind === 'choice') return choices?.includes(text) ? text : null
  const shaped =
    patterns[kind]?.test(text.replace(',', '.')) ?? (text.length > 0 && text.length <= 2_000)
  if (!shaped) return null
  if (kind === 'list')
    return text.split(/\s+/).every((one) => /^https:\/\/[^\s/]+$/.test(one))
      ? text.split(/\s+/).join('\n')
      : null
  if (kind === 'code' || kind === 'text' || kind === 'https') return text
  const decimal = text.replace(',', '.')
  const number = Number(decimal)
  if ((min !== undefined && number < min) || (max !== undefined && number > max)) return null
  // As the database keeps them: «13,5» of a form and its 13.50 are no change.
  if (kind === 'percent') return number.toFixed(2)
  return kind === 'decimal' ? number.toFixed(3) : number
}
