import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { formatPhone } from '#domain/phone.ts'
import form from '../../contact/contact.module.css'
import { type FieldErrors, Sent, type Typed, Wrong } from '../../contact/frame.tsx'
import { personInput, phoneInput } from '../../contact/inputs.ts'
import contactWords from '../../contact/texts.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { PhoneIcon } from '../../ui/icons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LineHead } from '../../world/line-head.tsx'
import styles from './page.module.css'
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
  const dayOf = (day: string) => (day === today ? 'today' : 'tomorrow')
  const hoursOf = ({ from, until }: (typeof slots)[number]) => `${hour(from)}–${hour(until)}`
  const days = [...new Set(slots.map(({ day }) => day))]
  const wished = slots.find(({ value }) => value === sent?.time)
  const chosen = slots.some(({ value }) => value === typed.time) ? typed.time : 'soon'
  return (
    <div data-bleed>
      <LineHead title={t.heading} lead={t.lead} />
      <div className={`wrap ${styles.page}`}>
        <Wrong errors={errors} wait={wait} />
        {sent ? (
          <Sent
            title={t.sent}
            number={sent.number}
            text={t.sentText(
              formatPhone(sent.phone),
              wished ? t.slot(dayOf(wished.day), hoursOf(wished)) : null,
            )}
          />
        ) : (
          <form className={form.form} action={pathOf('call-back', locale)} method="post" noValidate>
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
            <fieldset className={styles.times} aria-describedby={errors.time ? 'late' : undefined}>
              <legend>
                {t.time} <small>{t.timeHint}</small>
              </legend>
              {errors.time ? (
                <p id="late" className={styles.late}>
                  {errors.time}
                </p>
              ) : null}
              <div>
                <Time id="time" value="soon" label={t.soon} chosen={chosen} />
              </div>
              <Disclosure title={t.later} className={styles.later} open={chosen !== 'soon'}>
                {days.map((day) => (
                  <div key={day}>
                    <span aria-hidden="true">{t.day[dayOf(day)]}</span>
                    {slots
                      .filter((slot) => slot.day === day)
                      .map((slot) => (
                        <Time
                          key={slot.value}
                          value={slot.value}
                          day={t.day[dayOf(day)]}
                          label={hoursOf(slot)}
                          chosen={chosen}
                        />
                      ))}
                  </div>
                ))}
              </Disclosure>
            </fieldset>
            <div className={form.action}>
              <Button type="submit" wide icon={<PhoneIcon />}>
                {t.submit}
              </Button>
              <p className={form.note}>{t.why}</p>
            </div>
          </form>
        )}
        {sent ? null : (
          <section aria-labelledby="after">
            <h2 id="after">{t.after}</h2>
            <ol className={styles.steps}>
              {t.steps.map(([title, text]) => (
                <li key={title}>
                  <b>{title}</b>
                  <p>{text}</p>
                </li>
              ))}
            </ol>
          </section>
        )}
      </div>
    </div>
  )
}

type TimeProps = {
  id?: string
  value: string
  /** Seen above the row, heard with each time. */
  day?: string
  label: string
  chosen: string | undefined
}

/** One time to be called at; the first one is where a summary of faults leads. */
const Time = ({ id, value, day, label, chosen }: TimeProps) => (
  <label>
    <input id={id} type="radio" name="time" value={value} defaultChecked={value === chosen} />
    <span>
      {day ? <span className="visually-hidden">{day}, </span> : null}
      {label}
    </span>
  </label>
)
