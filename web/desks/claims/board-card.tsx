import { pathOf } from '#contract/pages.ts'
import { longDate, money, useLocale, useTexts } from '../../texts.ts'
import { MessageIcon } from '../../ui/icons.tsx'
import { SmallPlate } from '../small-plate.tsx'
import styles from './board.module.css'
import words from './case-texts.ts'
import type { BoardClaim } from './claim.ts'
import { LawLine } from './law-line.tsx'
import listWords from './texts.ts'

/** One claim on the board: who, the plate, what is damaged, what is due, the sum, its days. */
export function BoardCard({ claim, today }: { claim: BoardClaim; today: string }) {
  const t = useTexts(words)
  const { kinds, types } = useTexts(listWords)
  const locale = useLocale()
  const { deadline } = claim
  return (
    <li>
      <a
        data-row
        className={styles.card}
        href={`${pathOf('staff-claims', locale)}?claim=${claim.claim_id}`}
      >
        <span className={styles.who}>
          <b>{claim.who}</b>
          {claim.client_acted ? (
            <span className={styles.answer} role="img" aria-label={t.answeredMark}>
              <MessageIcon />
            </span>
          ) : null}
          <Lead name={claim.lead} />
        </span>
        <span className={styles.what}>
          {claim.plate ? <SmallPlate plate={claim.plate} /> : null}
          <span>{claim.plate ? claim.damage_type : `${types.home}: ${claim.damage_type}`}</span>
        </span>
        <span className={styles.next}>
          {kinds[deadline.kind]}
          {claim.sum === null ? null : <span>{money(claim.sum)}</span>}
        </span>
        <LawLine
          from={claim.counted_from}
          direct={claim.direct}
          today={today}
          deadline={deadline}
        />
        <span className="visually-hidden">
          {claim.claim_id}, {t.until(kinds[deadline.kind], longDate(locale, deadline.due))}
        </span>
      </a>
    </li>
  )
}

/** Who took the claim, as two letters; a ring where nobody has. */
function Lead({ name }: { name: string | null }) {
  const t = useTexts(words)
  const letters = (name ?? '').split(' ').map((word) => word.slice(0, 1))
  return (
    <span
      className={styles.lead}
      role="img"
      data-none={name ? undefined : ''}
      aria-label={name ?? t.nobody}
      title={name ?? t.nobody}
    >
      {name ? letters.slice(0, 2).join('') : '+'}
    </span>
  )
}
