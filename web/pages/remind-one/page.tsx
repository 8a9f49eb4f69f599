import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Plate } from '../../ui/plate.tsx'
import { Land } from '../../world/plate-land.tsx'
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
    <div data-bleed>
      <Land
        title={stopped ? t.stopped : t.heading}
        lead={stopped ? t.stoppedText : t.lead(longDate(locale, end))}
        plate={stopped ? null : <Plate plate={plate} />}
        below={
          <>
            {/* Behind `#` the plate reaches the page's script and no server. */}
            <LinkButton href={`${pathOf('ogpo-calculator', locale)}#${plate}`} wide>
              {t.buy}
            </LinkButton>
            {stopped ? null : (
              <form action={pathOf('remind-one', locale, params)} method="post">
                <input type="hidden" name="stop" value="yes" />
                <Button type="submit" variant="quiet" wide>
                  {t.stop}
                </Button>
              </form>
            )}
          </>
        }
      />
    </div>
  )
}
