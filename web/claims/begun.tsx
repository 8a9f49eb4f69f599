import { pathOf } from '#contract/pages.ts'
import { almatyDay } from '#domain/calendar.ts'
import page from '../cabinet/cabinet.module.css'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { useMutation } from '../http/replies.ts'
import { longDate, useLocale, useTexts } from '../texts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { ClockIcon } from '../ui/later-icons.tsx'
import { useToast } from '../ui/toast.tsx'
import words from './texts.ts'

type Drafts = Reply<'claimDrafts'>['data']

/** Claims that are begun and wait for their client, on whichever device. */
export function Begun({ drafts }: { drafts: Drafts }) {
  const t = useTexts(words)
  const locale = useLocale()
  const say = useToast()
  const { doing, once } = useMutation('claimDrafts')
  const drop = (id: string) =>
    once(
      () => ask('claimDraftDrop', { id }),
      () => say({ text: t.dropFailed, tone: 'bad', kind: 'snackbar' }),
      id,
    )
  if (drafts.length === 0) return null
  const day = (instant: string) => longDate(locale, almatyDay(new Date(instant)))
  return (
    <ul className={page.stack}>
      {drafts.map((draft) => (
        <Card as="li" key={draft.id}>
          <div className={page.cardHead}>
            <h3>{t.begun}</h3>
            <Chip tone="now" icon={<ClockIcon />}>
              {t.notSent}
            </Chip>
          </div>
          <p className={page.soft}>
            {draft.answers.happened ? `${t.happened[draft.answers.happened]}. ` : null}
            {t.kept(day(draft.kept_until))}
          </p>
          <div className={page.actions}>
            <LinkButton size="small" href={`${pathOf('claim', locale)}?draft=${draft.id}`}>
              {t.goOn}
            </LinkButton>
            <Button
              variant="quiet"
              size="small"
              busy={doing === draft.id}
              onClick={() => void drop(draft.id)}
            >
              {t.drop}
            </Button>
          </div>
        </Card>
      ))}
    </ul>
  )
}
