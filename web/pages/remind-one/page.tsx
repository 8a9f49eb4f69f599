import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import styles from '../../contact/contact.module.css'
import { Frame } from '../../contact/frame.tsx'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import words from './texts.ts'

export type RemindOneData = {
  plate: string
  /** The day the policy ends, `2026-11-21`. */
  end: string
  /** Nothing is kept under this address. */
  stopped: boolean
  params: { key: string }
}

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].title,
})

export function Component({ data }: { data: RemindOneData }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { plate, end, stopped, params } = data
  return (
    <Frame
      title={stopped ? t.stopped : t.heading(plate, longDate(locale, end))}
      lead={stopped ? t.stoppedText : t.lead}
      errors={{}}
      wait={null}
    >
      <div className={styles.form}>
        {/* Behind `#` the plate reaches the page's script and no server. */}
        <LinkButton href={`${pathOf('ogpo-calculator', locale)}#${plate}`}>{t.buy}</LinkButton>
        {stopped ? null : (
          <form action={pathOf('remind-one', locale, params)} method="post">
            <input type="hidden" name="stop" value="yes" />
            <Button type="submit" variant="secondary" wide>
              {t.stop}
            </Button>
          </form>
        )}
      </div>
    </Frame>
  )
}
