import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { normalisePlate } from '#domain/plate.ts'
import { reminderElsewhere } from '#texts/reminder-elsewhere.ts'
import styles from '../../contact/contact.module.css'
import { type FieldErrors, type Typed, Wrong } from '../../contact/frame.tsx'
import { phoneInput } from '../../contact/inputs.ts'
import contactWords from '../../contact/texts.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import dateWords from '../../ui/date-texts.ts'
import { EndBand } from '../../ui/end-band.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { Plate } from '../../ui/plate.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { BelowLand } from '../../world/land-frame.tsx'
import { Land, TypedLand } from '../../world/plate-land.tsx'
import own from './page.module.css'
import words from './texts.ts'

export type RemindData = {
  typed: Typed
  errors: FieldErrors
  wait: number | null
  /** Stored: of which car, the last day of its policy, and the day of the message. */
  sent: { plate: string; end: string; day: string } | null
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
  if (sent)
    return (
      <div data-bleed>
        <Land
          title={t.sentTitle}
          lead={t.sent(longDate(locale, sent.day))}
          plate={<Plate plate={sent.plate} />}
          below={<LinkButton href={pathOf('index', locale)}>{t.home}</LinkButton>}
        />
        <BelowLand>
          <Message plate={sent.plate} end={sent.end} />
        </BelowLand>
      </div>
    )
  return (
    <div data-bleed>
      <form id="car" action={pathOf('remind', locale)} method="post" noValidate>
        <TypedLand
          title={t.heading}
          lead={t.lead}
          label={t.plate}
          calm=""
          wrong={t.wrongPlate}
          sent={{ name: 'plate', typed: typed.plate ?? '', wrong: errors.plate }}
        />
        <BelowLand>
          <div className={`${styles.form} ${own.card}`}>
            <h2>{t.formTitle}</h2>
            <Wrong errors={errors} wait={wait} />
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
              <Button type="submit" wide>
                {t.submit}
              </Button>
              <p className={styles.note}>{t.why}</p>
            </div>
          </div>
          <Message
            plate={normalisePlate(typed.plate ?? '') || '123ABC02'}
            end={typed.end || t.exampleDay}
          />
        </BelowLand>
      </form>
      <div className={`wrap ${own.end}`}>
        <EndBand {...t.over} to={pathOf('ogpo-calculator', locale)} />
      </div>
    </div>
  )
}

/** The one message, word for word as it will come. */
function Message({ plate, end }: { plate: string; end: string }) {
  const t = useTexts(words)
  const locale = useLocale()
  const link = `…${pathOf('remind', locale)}/…`
  return (
    <section className={own.message} aria-labelledby="message">
      <h2 id="message">{t.messageTitle}</h2>
      <p className={own.bubble}>{reminderElsewhere({ plate, end, link })[locale]}</p>
      <ul>
        {t.promises.map((promise) => (
          <li key={promise}>
            <CheckIcon />
            <span>{promise}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
