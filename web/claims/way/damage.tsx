import { useState } from 'react'
import { homeCauses, productOf } from '#domain/claim-way/answers.ts'
import { isPaper } from '#domain/claim-way/photographs.ts'
import { claimCases } from '#domain/claims/facts.ts'
import { claimsUnder } from '#domain/products.ts'
import { useTexts } from '../../texts.ts'
import { LimitedField } from '../../ui/limited-field.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Action } from './action.tsx'
import words from './damage-texts.ts'
import { ShotTile } from './shot.tsx'
import shotStyles from './shots.module.css'
import { Sketch } from './sketch.tsx'
import styles from './way.module.css'
import { type StopProps, wrongOf } from './way.ts'

/** The fourth step: the damage, on a drawing of the car or the room, and in one's own words. */
export function Damage(props: StopProps) {
  const { hand, shots, wrong, policy, onwards } = props
  const t = useTexts(words)
  const { answers } = hand.draft
  const product = productOf[answers.happened ?? 'hit-me']
  const scene = claimsUnder[product].scene
  const home = scene === 'dwelling'
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const lacks = [
    ...(answers.zones?.length || answers.words ? [] : ['words']),
    ...(home && !answers.cause ? ['cause'] : []),
    ...(home && !answers.harmed ? ['harmed'] : []),
  ]
  // An answer given since is no longer missing.
  const missing = tried ? lacks : []
  const go = async () => {
    setTried(true)
    const [first] = lacks
    if (first) return document.getElementById(first)?.focus()
    if (!home && answers.drives === undefined) hand.answer({ drives: true })
    setBusy(true)
    await onwards('papers').finally(() => setBusy(false))
  }
  return (
    <div className={styles.stop}>
      <div className={styles.column}>
        <div>
          <h1>{t.titles[scene]}</h1>
          <p className={styles.soft}>
            {t.lead} {home ? policy?.home?.address : null}
          </p>
        </div>
        <Sketch
          scene={scene}
          zones={answers.zones ?? []}
          onZones={(zones) => hand.answer({ zones })}
        />
        {home ? <HomeQuestions {...props} missing={missing} /> : null}
        {home ? null : (
          <Switch
            name="drives"
            label={t.drives}
            defaultChecked={answers.drives ?? true}
            onChecked={(drives) => hand.answer({ drives })}
          />
        )}
        <LimitedField
          name="words"
          label={t.words}
          hint={t.wordsHint}
          rows={3}
          maxLength={1_000}
          defaultValue={answers.words ?? ''}
          error={wrongOf(wrong, 'words') ?? (missing.includes('words') ? t.nothing : undefined)}
          onValue={(text) => hand.answer({ words: text.trim() })}
        />
        <Action label={t.go} busy={busy} onGo={() => void go()} />
      </div>
      <aside className={styles.side}>
        <div className={styles.card}>
          <h2>{t.photos}</h2>
          <div className={shotStyles.shots}>
            {shots.shots
              .filter(({ shows }) => !isPaper(shows))
              .slice(0, 4)
              .map((shot) => (
                <ShotTile key={shot.id} shot={shot} product={product} hand={shots} />
              ))}
          </div>
          <p className={styles.soft}>{t.compare}</p>
        </div>
      </aside>
    </div>
  )
}

/** At home: from what, and whose property. */
function HomeQuestions({ hand, missing }: StopProps & { missing: readonly string[] }) {
  const t = useTexts(words)
  const { answers, third_party: third } = hand.draft
  return (
    <>
      <RadioCards
        name="cause"
        label={t.cause}
        defaultValue={answers.cause}
        error={missing.includes('cause') ? t.choose : undefined}
        onValue={(value) => hand.answer({ cause: homeCauses.find((one) => one === value) })}
        options={homeCauses.map((value) => ({ value, ...t.causes[value] }))}
      />
      {third ? null : (
        <RadioCards
          name="harmed"
          label={t.harmed}
          defaultValue={answers.harmed}
          error={missing.includes('harmed') ? t.choose : undefined}
          onValue={(value) => hand.answer({ harmed: claimCases.find((one) => one === value) })}
          options={claimCases.map((value) => ({ value, label: t.harmedWhat[value] }))}
        />
      )}
    </>
  )
}
