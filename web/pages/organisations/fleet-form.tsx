import { pathOf } from '#contract/pages.ts'
import { vehicleTypes } from '#texts/vehicle-types.ts'
import styles from '../../contact/contact.module.css'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { PlusIcon } from '../../ui/later-icons.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { OrganisationsData } from './data.ts'
import words from './texts.ts'

type Props = { data: OrganisationsData }

/** What the price depends on. Its answer is an address, so it can be kept and sent to others. */
export function Fleet({ data }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const { regions, typed, errors } = data
  const open = [2, 3].some((n) => typed[`count${n}`] || errors[`count${n}`])
  return (
    <form
      className={styles.form}
      action={`${pathOf('organisations', locale)}#priced`}
      method="get"
      noValidate
    >
      <TextField
        name="bin"
        label={t.bin}
        hint={t.binHint}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={typed.bin}
        error={errors.bin}
      />
      <Select
        name="region"
        label={t.region}
        placeholder={t.regionPick}
        options={regions.map(({ code, label }) => ({ value: code, label }))}
        defaultValue={typed.region}
        error={errors.region}
      />
      <RadioCards
        name="settlement"
        label={t.settlement}
        hint={t.settlementHint}
        defaultValue={typed.settlement ?? 'CITY'}
        options={[
          { value: 'CITY', label: t.city },
          { value: 'OTHER', label: t.other },
        ]}
      />
      <Group n={1} data={data} />
      <details className={styles.more} open={open}>
        <summary>
          <PlusIcon />
          {t.more}
        </summary>
        <Group n={2} data={data} />
        <Group n={3} data={data} />
      </details>
      <Checkbox
        name="carriage"
        value="1"
        label={t.carriage}
        hint={t.carriageHint}
        defaultChecked={typed.carriage === '1'}
      />
      <div className={styles.action}>
        <Button type="submit">{t.submit}</Button>
      </div>
    </form>
  )
}

function Group({ n, data: { typed, errors } }: Props & { n: number }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <fieldset className={styles.group}>
      <legend>{t.group(n)}</legend>
      <Select
        name={`type${n}`}
        label={t.type}
        options={vehicleTypes.map((type) => ({ value: type.code, label: type[locale] }))}
        defaultValue={typed[`type${n}`]}
        error={errors[`type${n}`]}
      />
      <div className={styles.pair}>
        <Select
          name={`over${n}`}
          label={t.age}
          options={[
            { value: '0', label: t.young },
            { value: '1', label: t.old },
          ]}
          defaultValue={typed[`over${n}`]}
        />
        <TextField
          name={`count${n}`}
          label={t.count}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={typed[`count${n}`] ?? (n === 1 ? '1' : undefined)}
          error={errors[`count${n}`]}
        />
      </div>
    </fieldset>
  )
}
