import { ask } from '../../http/ask.ts'
import { money, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import { setQuery } from '../../ui/query.ts'
import { useKeys } from '../shell/keys.ts'
import { useSecondsLeft } from '../signatures/waits.tsx'
import styles from './case.module.css'
import { heldWords } from './case-texts.ts'
import type { ClaimPart } from './claim.ts'
import decision from './decision.module.css'
import listWords from './texts.ts'

/** A decision that waits to go: whoever made it may still take it back. */
export function Held({ claim, onDone }: ClaimPart) {
  const t = useTexts(heldWords)
  const { states } = useTexts(listWords)
  const act = useAct(t.takenBack)
  const { held } = claim
  const left = useSecondsLeft(held?.goes_at ?? null, onDone)
  const takeBack = () =>
    void act.run(() => ask('staffClaimTakeBack', { claim_id: claim.claim_id })).then(onDone)
  useKeys(held?.mine ? { KeyZ: takeBack, KeyJ: () => void opensNext(claim.claim_id) } : {})
  if (!held) return null
  return (
    <section data-decides="" className={decision.signing} aria-label={t.title}>
      <h3>{t.title}</h3>
      <p role="status">
        {states[held.to]}
        {held.to === 'accepted' && held.payable !== null ? `, ${money(held.payable)}` : ''}
      </p>
      {held.reason ? <p>{held.reason}</p> : null}
      <p className={styles.soft}>
        {left > 0 ? t.goes(left) : t.going}
        {held.mine ? '' : ` ${held.by}`}
      </p>
      <ActError act={act} />
      {held.mine ? (
        <div className={decision.equal}>
          <Button variant="secondary" busy={act.busy} onClick={takeBack} wide>
            {t.takeBack} <kbd>Z</kbd>
          </Button>
          <Button variant="secondary" onClick={() => void opensNext(claim.claim_id)} wide>
            {t.next} <kbd>J</kbd>
          </Button>
        </div>
      ) : null}
    </section>
  )
}

/** The open claim whose deadline comes next; the board where there is none. */
async function opensNext(id: string): Promise<void> {
  const { data } = await ask('staffClaimBoard', {})
  setQuery({ claim: data.claims.find(({ claim_id }) => claim_id !== id)?.claim_id ?? null })
}
