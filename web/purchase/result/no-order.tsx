import { useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import words from './first-texts.ts'

/** No order has this key. */
export function NoOrder({ form }: { form: string }) {
  const t = useTexts(words)
  return (
    <div>
      <h1 className="visually-hidden">{t.title}</h1>
      <EmptyState title={t.notFound} action={<LinkButton href={form}>{t.toCalculator}</LinkButton>}>
        {t.notFoundText}
      </EmptyState>
    </div>
  )
}
