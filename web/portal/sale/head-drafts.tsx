import { pathOf } from '#contract/pages.ts'
import { useReply } from '../../http/replies.ts'
import { timeOf } from '../../purchase/result/progress.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { useQuery } from '../../ui/query.ts'
import { portal } from '../portal.ts'
import { draftWords } from '../sales/texts.ts'
import styles from './head-drafts.module.css'
import words from './texts.ts'

/** Number that fits beside the heading; the promoter's day shows all. */
const SHOWN = 2

/** The last unfinished sales, each one press away from the sheet. */
export function HeadDrafts() {
  const t = useTexts(words)
  const d = useTexts(draftWords)
  const locale = useLocale()
  const here = useQuery().get('draft')
  const { value } = useReply(portal, 'promoterDrafts', {})
  const drafts = (value?.drafts ?? []).filter(({ id }) => id !== here).slice(0, SHOWN)
  if (drafts.length === 0) return null
  return (
    <nav className={styles.drafts} aria-label={t.drafts}>
      <span aria-hidden="true">{t.drafts}</span>
      {drafts.map(({ id, title, savedAt, elsewhere }) => (
        <a
          key={id}
          href={`${pathOf('promoter-ogpo', locale)}?${new URLSearchParams({ draft: id })}`}
        >
          {title || t.untitled} <small>{timeOf(savedAt, locale)}</small>
          {elsewhere === null ? null : <small>{d.elsewhere(elsewhere || d.otherDevice)}</small>}
        </a>
      ))}
    </nav>
  )
}
