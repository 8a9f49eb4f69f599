import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import styles from '../../contact/contact.module.css'
import { type FieldErrors, Frame, type Typed } from '../../contact/frame.tsx'
import { phoneInput } from '../../contact/inputs.ts'
import contactWords from '../../contact/texts.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import dateWords from '../../ui/date-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import words from './texts.ts'

export type RemindData = {
  typed: Typed
  errors: FieldErrors
  wait: number | null
  /** Stored: of which car, and the day of the message. */
  sent: { plate: string; day: string } | null
}

export const head = (locale: Locale, data?: RemindData) => ({
  title: `${Object.keys(data?.errors ?? {}).length ? `${contactWords[locale].wrongTitle}: ` : ''}${words[locale].title}`,
  description: words[locale].description,
})

export function Component({ data }: { data: RemindData }) {
  const t = useTexts(words)
  const date = useTexts(dateWords)
  const locale = useLocale()
  const { typed, errors, wait, sent } = data
  return (
    <Frame title={t.heading} lead={t.lead} errors={errors} wait={wait}>
      {sent ? (
        <>
          <Notice tone="success" title={t.sent(longDate(locale, sent.day), sent.plate)} live>
            {t.sentText}
          </Notice>
          <p className={styles.next}>
            <a href={pathOf('index', locale)}>{t.home}</a>
          </p>
        </>
      ) : (
        <form className={styles.form} action={pathOf('remind', locale)} method="post" noValidate>
          <TextField
            name="plate"
            label={t.plate}
            defaultValue={typed.plate}
            error={errors.plate}
            autoComplete="off"
            autoCapitalize="characters"
            placeholder="123 ABC 02"
          />
          <TextField
            name="end"
            label={t.end}
            hint={t.endHint}
            defaultValue={typed.end}
            error={errors.end}
            inputMode="numeric"
            autoComplete="off"
            placeholder={date.shape}
          />
          <TextField
            name="phone"
            label={t.phone}
            defaultValue={typed.phone}
            error={errors.phone}
            {...phoneInput}
          />
          <Checkbox
            name="consent"
            value="yes"
            label={t.consent}
            defaultChecked={typed.consent === 'yes'}
            error={errors.consent}
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
