import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { formatPhone } from '#domain/phone.ts'
import styles from '../../contact/contact.module.css'
import { type FieldErrors, Frame, Sent, type Typed } from '../../contact/frame.tsx'
import { personInput, phoneInput } from '../../contact/inputs.ts'
import contactWords from '../../contact/texts.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import words from './texts.ts'

export type CallBackData = {
  today: string
  /** What may be wished for now; hours of a day in Almaty. */
  slots: readonly { value: string; day: string; from: number; until: number }[]
  typed: Typed
  errors: FieldErrors
  wait: number | null
  /** The key this form is sent with. */
  key: string
  /** `time` is the value of a slot, or `soon`. */
  sent: { number: number; phone: string; time: string } | null
}

export const head = (locale: Locale, data?: CallBackData) => ({
  title: `${Object.keys(data?.errors ?? {}).length ? `${contactWords[locale].wrongTitle}: ` : ''}${words[locale].title}`,
  description: words[locale].description,
})

const hour = (n: number) => `${String(n).padStart(2, '0')}:00`

export function Component({ data }: { data: CallBackData }) {
  const t = useTexts(words)
  const common = useTexts(contactWords)
  const locale = useLocale()
  const { today, slots, typed, errors, wait, key, sent } = data
  const options = slots.map(({ value, day, from, until }) => ({
    value,
    label: t.slot(day === today ? 'today' : 'tomorrow', `${hour(from)}–${hour(until)}`),
  }))
  const wished = options.find(({ value }) => value === sent?.time)?.label ?? null
  return (
    <Frame title={t.heading} lead={t.lead} errors={errors} wait={wait}>
      {sent ? (
        <Sent
          title={t.sent}
          number={sent.number}
          text={t.sentText(
            formatPhone(sent.phone),
            wished && wished.charAt(0).toLowerCase() + wished.slice(1),
          )}
        />
      ) : (
        <form className={styles.form} action={pathOf('call-back', locale)} method="post" noValidate>
          <input type="hidden" name="key" value={key} />
          <TextField
            name="phone"
            label={t.phone}
            defaultValue={typed.phone}
            error={errors.phone}
            {...phoneInput}
          />
          <TextField
            name="name"
            label={t.name}
            optional={common.optional}
            defaultValue={typed.name}
            error={errors.name}
            {...personInput}
          />
          <Select
            name="time"
            label={t.time}
            hint={t.timeHint}
            options={[{ value: 'soon', label: t.soon }, ...options]}
            defaultValue={options.some(({ value }) => value === typed.time) ? typed.time : 'soon'}
            error={errors.time}
          />
          <div className={styles.action}>
            <Button type="submit">{t.submit}</Button>
            <p className={styles.note}>{t.why}</p>
          </div>
        </form>
      )}
    </Frame>
  )
}
