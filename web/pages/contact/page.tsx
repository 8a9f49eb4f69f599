import { brand } from '#brand'
import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import form from '../../contact/contact.module.css'
import { type FieldErrors, Sent, type Typed, Wrong } from '../../contact/frame.tsx'
import { personInput, phoneInput } from '../../contact/inputs.ts'
import contactWords from '../../contact/texts.ts'
import { managers } from '../../content/content.ts'
import { type ContactField, contactFields } from '../../dialogs/contact-checks.ts'
import dialogWords from '../../dialogs/texts.ts'
import { pageTitles } from '../../page-titles.ts'
import { organisation } from '../../structured.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { MessageIcon, PhoneIcon } from '../../ui/icons.tsx'
import { ClockIcon, CrashIcon } from '../../ui/later-icons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LineHead } from '../../world/line-head.tsx'
import styles from './page.module.css'
import words from './texts.ts'

export type ContactData = {
  typed: Typed
  errors: FieldErrors
  wait: number | null
  /** The key this form is sent with. */
  key: string
  /** The number of the message that was stored. */
  sent: number | null
}

export const head = (locale: Locale, data?: ContactData) => ({
  title: `${Object.keys(data?.errors ?? {}).length ? `${contactWords[locale].wrongTitle}: ` : ''}${words[locale].title}`,
  description: words[locale].description,
  structured: [organisation(locale)],
})

/** Who considers what clients complain of. */
const controller = managers.find(({ complaints }) => complaints)

const isField = (field: string): field is ContactField => contactFields.some((one) => one === field)

export function Component({ data }: { data: ContactData }) {
  const t = useTexts(words)
  const { contact } = useTexts(dialogWords)
  const { typed, wait, sent } = data
  // Of a field left empty it is said which one.
  const errors = Object.fromEntries(
    Object.entries(data.errors).map(([field, said]) => [
      field,
      isField(field) && !typed[field]?.trim() ? contact.wrong[field] : said,
    ]),
  )
  return (
    <div data-bleed>
      <LineHead title={t.heading} lead={t.lead} />
      <div className={`wrap ${styles.page}`}>
        <Wrong errors={errors} wait={wait} />
        {sent === null ? null : (
          <div className={styles.whole}>
            <Sent title={contact.sent} number={sent} text={contact.sentText} />
          </div>
        )}
        <Ways />
        {sent === null ? <Write typed={typed} errors={errors} sentWith={data.key} /> : null}
        <Office />
      </div>
    </div>
  )
}

/** What answers at once, and what answers soon. */
function Ways() {
  const t = useTexts(words)
  const titles = useTexts(pageTitles)
  const locale = useLocale()
  const ways = [
    [`tel:${brand.callCentre}`, PhoneIcon, brand.callCentre, t.clock],
    [pathOf('call-back', locale), ClockIcon, titles['call-back'], t.callBack],
    [pathOf('claim-new', locale), CrashIcon, t.claim, t.claimText],
    [`mailto:${brand.email}`, MessageIcon, brand.email, t.mail],
  ] as const
  return (
    <nav className={styles.ways} aria-label={t.ways}>
      {ways.map(([to, Icon, name, text]) => (
        <a key={to} href={to}>
          <Icon />
          <b>{name}</b>
          <small>{text}</small>
        </a>
      ))}
    </nav>
  )
}

type WriteProps = Pick<ContactData, 'typed' | 'errors'> & {
  /** The key of this form. */
  sentWith: string
}

/** The contact form of the specification; works without a script. */
function Write({ typed, errors, sentWith }: WriteProps) {
  const t = useTexts(words)
  const { contact } = useTexts(dialogWords)
  const locale = useLocale()
  const field = (name: ContactField) => ({
    name,
    label: contact[name],
    defaultValue: typed[name],
    error: errors[name],
  })
  return (
    <section id="write" className={styles.write} aria-labelledby="writing">
      <h2 id="writing">{t.write}</h2>
      <form className={form.form} action={pathOf('contact', locale)} method="post" noValidate>
        <input type="hidden" name="key" value={sentWith} />
        <TextField {...field('name')} {...personInput} />
        <TextField {...field('phone')} {...phoneInput} />
        <TextField
          {...field('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
        />
        <TextField {...field('text')} rows={4} />
        <div className={form.action}>
          <Button type="submit" wide>
            {contact.send}
          </Button>
          <p className={form.note}>{t.term}</p>
        </div>
      </form>
    </section>
  )
}

/** Where we are, who considers a complaint, and where else one may complain. */
function Office() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <Card title={t.office} className={styles.office}>
      <Facts
        facts={[
          { label: t.address, value: brand.address[locale] },
          {
            label: t.centre,
            value: (
              <>
                <a href={`tel:${brand.callCentre}`}>{brand.callCentre}</a>, {t.clock}
              </>
            ),
          },
          ...(controller
            ? [
                {
                  label: t.complaints,
                  value: (
                    <a
                      href={pathOf('managers-code', locale, {
                        code: controller.code,
                        id: String(controller.id),
                      })}
                    >
                      {controller.name[locale]}
                    </a>
                  ),
                },
              ]
            : []),
        ]}
      />
      <p className={form.note}>
        {t.unhappy}{' '}
        <a href={pathOf('documents-code', locale, { code: 'complaints', id: '7' })}>{t.order}</a>
      </p>
    </Card>
  )
}
