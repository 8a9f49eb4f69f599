import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { type CheckedPolicy, Elsewhere, Found } from '../../check/answer.tsx'
import words from '../../check/texts.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { BelowLand } from '../../world/land-frame.tsx'
import { Land } from '../../world/plate-land.tsx'

/** Empty but for the number when nothing was found. */
export type PolicyCheckData = CheckedPolicy & {
  params: { number: string }
  found: boolean
  checkedAt: string
}

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})

export function Component({ data }: { data: PolicyCheckData }) {
  const t = useTexts(words)
  const locale = useLocale()
  if (data.found) return <Found policies={[data]} at={data.checkedAt} />
  return (
    <div data-bleed>
      <Land
        title={t.missing}
        lead={t.missingText(data.number)}
        gate="waits"
        below={<LinkButton href={pathOf('check', locale)}>{t.another}</LinkButton>}
      />
      <BelowLand>
        <Elsewhere title={t.sureTitle} />
      </BelowLand>
    </div>
  )
}
