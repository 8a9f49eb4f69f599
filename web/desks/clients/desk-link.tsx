import { pathOf } from '#contract/pages.ts'
import { useLocale } from '../../texts.ts'

/** A row of another desk, by its id in the address. */
export function DeskLink({ to, id, text }: { to: 'order' | 'claim'; id: string; text: string }) {
  const locale = useLocale()
  const desk = pathOf(to === 'order' ? 'staff-orders' : 'staff-claims', locale)
  return (
    <a data-row href={`${desk}?${to}=${encodeURIComponent(id)}`}>
      {text}
    </a>
  )
}
