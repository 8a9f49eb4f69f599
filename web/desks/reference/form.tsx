import { addDays } from '#domain/calendar.ts'
import type { Field } from '#domain/reference/kind.ts'
import { kindOf } from '#domain/reference/reference.ts'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DateField } from '../../ui/date-field.tsx'
import parts from '../../ui/desk-parts.module.css'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { AtKind, Row } from './reference.ts'
import words from './texts.ts'
import { termsOf, useNameOf } from './values.ts'

/**
 * Form of a row's values from a day on: a new row or an existing one. Tariff tables are JSON text.
 */
export function Form({ at, row, onClose }: { at: AtKind; row: Row | null; onClose: () => void }) {
  const t = useTexts(words)
  const act = useAct()
  const nameOf = useNameOf(at)
  const { kind, today } = at
  const definition = kind === 'tariff' ? null : kindOf(kind)
  /** A row that is changed in place needs no day. */
  const dated = definition !== null && !(definition.inPlace && row)
  const send = async (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '')
    const values = definition ? valuesOf(form, definition, row) : { tables: text('tables') }
    const from = dated ? { from: text('from') } : {}
    const body = { kind, action: 'set' as const, values, reason: text('reason'), ...from }
    if (!(await act.run(() => ask('referencePropose', body)))) return
    onClose()
    at.onDone()
  }
  const wrongTables = Object.entries(act.errors).find(([path]) => path.startsWith('values.tables'))
  return (
    <ActDialog
      open
      title={row ? `${t.change}: ${nameOf(row)}` : kind === 'tariff' ? t.upload : t.add}
      submit={t.propose}
      act={act}
      onClose={onClose}
      onSubmit={(form) => void send(form)}
    >
      <div className={parts.form}>
        <p className={parts.soft}>{t.terms[termsOf(kind)]}</p>
        {definition ? (
          <>
            {dated ? (
              <DateField
                name="from"
                label={t.from}
                defaultValue={definition.second ? addDays(today, 1) : today}
                min={definition.second ? addDays(today, 1) : today}
                required
                error={act.errors.from}
              />
            ) : null}
            {definition.fields
              .filter((field) => !isFixed(field, definition, row))
              .map((field) => (
                <One
                  key={field.name}
                  field={field}
                  insurers={at.insurers}
                  value={row?.values[field.name]}
                  error={act.errors[`values.${field.name}`]}
                />
              ))}
          </>
        ) : (
          <TextField
            name="tables"
            label={t.tables}
            rows={10}
            required
            error={
              wrongTables
                ? `${wrongTables[0].replace('values.tables.', '')}: ${wrongTables[1]}`
                : undefined
            }
          />
        )}
        <LimitedField
          name="reason"
          label={t.reason}
          rows={3}
          maxLength={500}
          required
          error={act.errors.reason}
        />
      </div>
    </ActDialog>
  )
}

type Definition = ReturnType<typeof kindOf>

/** Returns true for the key of an existing row, and for fields that only a new row sets. */
const isFixed = ({ name, onlyNew }: Field, { key }: Definition, row: Row | null): boolean =>
  row !== null && (name === key || onlyNew === true)

/** Returns the values of the form; fields that cannot be changed keep theirs. */
const valuesOf = (form: FormData, definition: Definition, row: Row | null) =>
  Object.fromEntries(
    definition.fields.map((field) => [
      field.name,
      field.kind === 'flag'
        ? form.has(field.name)
        : isFixed(field, definition, row)
          ? String(row?.values[field.name] ?? '')
          : String(form.get(field.name) ?? ''),
    ]),
  )

type OneProps = {
  field: Field
  insurers: AtKind['insurers']
  value: string | number | boolean | undefined
  error: string | undefined
}

function One({ field: { name, kind, max, choices }, insurers, value, error }: OneProps) {
  const t = useTexts(words)
  const label = t.fields[name] ?? name
  // Formatted as on the cards; the server accepts a comma too.
  const decimal = kind === 'percent' || kind === 'decimal'
  const text = value === undefined ? '' : String(value)
  const defaultValue = decimal ? text.replace('.', ',') : text
  if (kind === 'flag') return <Checkbox name={name} label={label} defaultChecked={value === true} />
  const options =
    name === 'insurer_code'
      ? insurers.map((one) => ({ value: one.code, label: one.name }))
      : choices?.map((choice) => ({ value: choice, label: t.choices[choice] ?? choice }))
  if (options)
    return (
      <Select
        name={name}
        label={label}
        // A new row starts without a choice: otherwise the first company of a list gets another's
        // percent.
        placeholder={defaultValue === '' ? t.choose : undefined}
        defaultValue={defaultValue}
        options={options}
        error={error}
      />
    )
  if (kind === 'day')
    return <DateField name={name} label={label} defaultValue={text} required error={error} />
  return (
    <TextField
      name={name}
      label={label}
      defaultValue={defaultValue}
      error={error}
      inputMode={kind === 'integer' || decimal ? 'decimal' : undefined}
      hint={kind === 'theme' ? t.themeHint : undefined}
      rows={kind === 'list' || kind === 'theme' || (kind === 'text' && max) ? 4 : undefined}
      autoComplete="off"
      required={kind !== 'theme'}
    />
  )
}
