import { useState } from 'react'
import { claimLimits } from '#domain/claims/limits.ts'
import { sumTyped } from '#domain/typed-sum.ts'
import { ask } from '../../http/ask.ts'
import { money, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import styles from './case.module.css'
import words, { signingWords } from './case-texts.ts'
import type { ClaimPart } from './claim.ts'
import { factsOf } from './claim-case.ts'
import decision from './decision.module.css'
import { useServerValue } from './use-server-value.ts'

/** Sum the client claims and the estimate; beside them the limit and the decided sum. */
export function Sums({ claim, onDone }: ClaimPart) {
  const t = useTexts(words)
  const isOpen = claim.status === 'wait' || claim.status === 'under_consideration'
  const { asked, estimated, payable } = claim.sums
  const [limit] = claimLimits(claim.policy_type, factsOf(claim), claim.rules.mrp)
  return (
    <div className={decision.sums}>
      {isOpen ? <SumsForm claim={claim} onDone={onDone} /> : null}
      <dl className={styles.facts}>
        {isOpen ? null : (
          <>
            <Sum name={t.asked} sum={asked} />
            <Sum name={t.estimated} sum={estimated} />
            <Sum name={t.paid} sum={payable} />
          </>
        )}
        <Sum
          name={limit?.mrp ? `${t.limit}, ${limit.mrp} ${t.mrp}` : t.limitHome}
          sum={limit?.sum ?? null}
        />
      </dl>
    </div>
  )
}

/** A sum that somebody else saved meanwhile is shown below the one being typed. */
function SumsForm({ claim, onDone }: ClaimPart) {
  const t = useTexts(words)
  const of = useTexts(signingWords)
  const act = useAct(t.sumsSaved)
  const [wrong, setWrong] = useState<string | null>(null)
  const asked = useServerValue(String(claim.sums.asked ?? ''))
  const estimated = useServerValue(String(claim.sums.estimated ?? ''))
  const fields = { asked, estimated }
  const save = async (form: FormData) => {
    const to = {
      asked: sumTyped(String(form.get('asked') ?? '')),
      estimated: sumTyped(String(form.get('estimated') ?? '')),
    }
    if (to.asked === undefined || to.estimated === undefined) {
      setWrong(to.asked === undefined ? 'asked' : 'estimated')
      return
    }
    setWrong(null)
    const checked = { asked: to.asked, estimated: to.estimated }
    const from = { asked: claim.sums.asked, estimated: claim.sums.estimated }
    const isKept = await act.run(() =>
      ask('staffClaimSums', { claim_id: claim.claim_id, from, to: checked }),
    )
    if (isKept) for (const field of [asked, estimated]) field.kept()
    onDone()
  }
  return (
    <form
      className={decision.sums}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save(new FormData(event.currentTarget))
      }}
    >
      <div className={decision.pair}>
        {(['asked', 'estimated'] as const).map((name) => (
          <MoneyField
            key={`${name} ${fields[name].round}`}
            name={name}
            label={t[name]}
            defaultValue={fields[name].seen}
            onValue={fields[name].typed}
            hint={fields[name].behind ? of.meanwhileSaid(money(claim.sums[name] ?? 0)) : undefined}
            error={wrong === name ? t.wrongSum : act.errors[`to.${name}`]}
          />
        ))}
      </div>
      <ActError act={act} />
      <Button type="submit" variant="quiet" size="small" busy={act.busy}>
        {t.saveSums}
      </Button>
    </form>
  )
}

const Sum = ({ name, sum }: { name: string; sum: number | null }) => (
  <div>
    <dt>{name}</dt>
    <dd>{sum === null ? '–' : money(sum)}</dd>
  </div>
)
