import { pathOf } from '#contract/pages.ts'
import { paperNames } from '#texts/claim-verdict.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { WarnIcon } from '../../ui/icons.tsx'
import styles from './case.module.css'
import words from './case-texts.ts'
import type { StaffClaim } from './claim.ts'
import { sceneName } from './names.ts'
import rules from './rules.module.css'

type Sign = StaffClaim['signs'][number]
type OfClaim = Extract<Sign, { claim_id: string }>
const isOfClaim = (sign: Sign): sign is OfClaim => 'claim_id' in sign

/**
 * Signs that deserve a second look and that no law names; all signs shared with one claim on one
 * line.
 */
export function Signs({ signs }: Pick<StaffClaim, 'signs'>) {
  const t = useTexts(words)
  if (signs.length === 0) return null
  const others = Map.groupBy(signs.filter(isOfClaim), ({ claim_id }) => claim_id)
  return (
    <section className={styles.part} aria-label={t.signs}>
      <h2 className={styles.title}>{t.signs}</h2>
      <div className={rules.against}>
        <ul>
          {signs
            .filter((sign) => !isOfClaim(sign))
            .map((sign) => (
              <li key={JSON.stringify(sign)}>
                <WarnIcon />
                <Alone sign={sign} />
              </li>
            ))}
          {[...others].map(([id, all]) => (
            <li key={id}>
              <WarnIcon />
              <Other id={id} signs={all} />
            </li>
          ))}
        </ul>
        <p className={styles.soft}>{t.decides}</p>
      </div>
    </section>
  )
}

/** A sign within this claim alone. */
function Alone({ sign }: { sign: Exclude<Sign, OfClaim> }) {
  const t = useTexts(words)
  const locale = useLocale()
  if (sign.kind === 'young_policy') return t.young(sign.hours)
  if (sign.kind === 'other_notice')
    return t.otherNotice(sign.about.map((doubt) => t.noticeDoubts[doubt]).join(', '))
  return t.farPhoto(sceneName(sign.photo, locale) ?? '', sign.kilometres)
}

/** What the claim shares with another one, with a link to it. */
function Other({ id, signs }: { id: string; signs: readonly OfClaim[] }) {
  const t = useTexts(words)
  const locale = useLocale()
  const slots: Record<string, string> = paperNames[locale]
  const same = signs.flatMap((sign) => (sign.kind === 'same_file' ? sign.slot : []))
  const like = signs.flatMap((sign) => (sign.kind === 'like_photo' ? sign.photo : []))
  const facts = [
    same.length > 0 ? t.sameFiles(same.length) : null,
    like.length > 0 ? t.likePhotos(like.length) : null,
    signs.some(({ kind }) => kind === 'same_accident') ? t.sameAccident : null,
  ]
  const named = [...same, ...like].map((slot) => slots[slot] ?? sceneName(slot, locale) ?? slot)
  return (
    <div>
      <a href={`${pathOf('staff-claims', locale)}?claim=${id}`}>
        {id}: {facts.filter(Boolean).join(', ')}
      </a>
      {named.length > 0 ? <small className={styles.soft}>{named.join(' · ')}</small> : null}
    </div>
  )
}
