import { pathOf } from '#contract/pages.ts'
import styles from '../../contact/contact.module.css'
import { personInput, phoneInput } from '../../contact/inputs.ts'
import contactWords from '../../contact/texts.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { OrganisationsData } from './data.ts'
import words from './texts.ts'

/** Facts of the price that go along: the server prices them anew. */
const facts = [
  'bin',
  'region',
  'settlement',
  'carriage',
  ...[1, 2, 3].flatMap((n) => [`type${n}`, `over${n}`, `count${n}`]),
]

/** «Send me the bill»: who it is for and where it goes. */
export function BillForm({ data: { typed, errors, key } }: { data: OrganisationsData }) {
  const t = useTexts(words)
  const { optional } = useTexts(contactWords)
  const locale = useLocale()
  const field = (name: 'name' | 'email' | 'address' | 'contact' | 'phone' | 'plates') => ({
    name,
    label: t[name],
    defaultValue: typed[name],
    error: errors[name],
  })
  return (
    <section className={styles.part} aria-labelledby="bill">
      <div>
        <h2 id="bill">{t.billTitle}</h2>
        <p className={styles.note}>{t.billLead}</p>
      </div>
      <form
        className={styles.form}
        action={pathOf('organisations', locale)}
        method="post"
        noValidate
      >
        <input type="hidden" name="key" value={key} />
        {facts.map((name) =>
          typed[name] ? <input key={name} type="hidden" name={name} value={typed[name]} /> : null,
        )}
        <TextField {...field('name')} autoComplete="organization" />
        <TextField
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
        />
        <div className={styles.pair}>
          <TextField {...field('contact')} {...personInput} optional={optional} />
          <TextField {...field('phone')} {...phoneInput} />
        </div>
        <TextField
          {...field('address')}
          hint={t.addressHint}
          optional={optional}
          autoComplete="street-address"
        />
        <TextField
          {...field('plates')}
          hint={t.platesHint}
          optional={optional}
          autoComplete="off"
          autoCapitalize="characters"
          rows={3}
        />
        <div className={styles.action}>
          <Button type="submit">{t.bill}</Button>
        </div>
      </form>
    </section>
  )
}
