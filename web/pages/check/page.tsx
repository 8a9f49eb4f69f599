import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { waitWords } from '#texts/wait.ts'
import { type CheckedPolicy, Elsewhere, Found } from '../../check/answer.tsx'
import styles from '../../check/check.module.css'
import words from '../../check/texts.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Plate } from '../../ui/plate.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { BelowLand } from '../../world/land-frame.tsx'
import { Land, PlateLand } from '../../world/plate-land.tsx'

export type CheckData = {
  /** What was typed; empty at first. */
  asked: string
  problem: 'empty' | 'form' | 'number' | 'tooMany' | null
  /** Seconds until one may check again. */
  wait?: number
  /** Whether a plate is answered too. */
  byPlate: boolean
  /** The answer to a plate. */
  plate?: string
  policies?: readonly CheckedPolicy[]
  checkedAt?: string
}

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})

export function Component({ data }: { data: CheckData }) {
  const { plate, policies, checkedAt } = data
  if (!plate || !policies || !checkedAt) return <Ask data={data} />
  if (policies.length === 0) return <NotOurs plate={plate} />
  return <Found policies={policies} plate={plate} at={checkedAt} />
}

/** Signs of the longest plate: what is longer was meant as a policy's number. */
const PLATE_SIGNS = 10

/** The question: a plate at the barrier, or a policy's number below it. */
function Ask({ data: { asked, problem, wait, byPlate } }: { data: CheckData }) {
  const t = useTexts(words)
  const locale = useLocale()
  const by = byPlate ? 'plate' : 'number'
  const isNumber = !byPlate || asked.replace(/[^\p{L}\d]/gu, '').length > PLATE_SIGNS
  const wrong = problem && problem !== 'tooMany' ? t.problems[problem] : undefined
  const action = pathOf('check', locale)
  const land =
    problem === 'tooMany'
      ? { title: t.tooManyTitle, lead: t.tooManyText(waitWords(wait ?? 0)[locale]) }
      : { title: t.heading[by], lead: t.lead[by] }
  const number = (
    <section className={styles.card} aria-labelledby="by-number">
      <h2 id="by-number">{t.numberTitle}</h2>
      <form action={action} method="get" noValidate>
        <TextField
          name="q"
          id="number"
          label={t.number}
          hint={t.numberHint}
          defaultValue={isNumber ? asked : ''}
          error={isNumber ? wrong : undefined}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <Button type="submit" variant={byPlate ? 'secondary' : 'primary'} wide>
          {t.numberSubmit}
        </Button>
      </form>
    </section>
  )
  return (
    <div data-bleed>
      {byPlate ? (
        <PlateLand
          {...land}
          gate="waits"
          action={action}
          label={t.plate}
          calm=""
          wrong={t.wrongPlate}
          sent={{
            name: 'q',
            typed: isNumber ? '' : asked,
            wrong: isNumber ? undefined : wrong,
          }}
          below={
            <>
              <Button type="submit" wide>
                {t.submit}
              </Button>
              <a href="#number">{t.byNumber}</a>
            </>
          }
        />
      ) : (
        <Land {...land} gate="waits" />
      )}
      <BelowLand>
        <div className={styles.column}>
          {byPlate ? null : number}
          <section className={styles.part} aria-labelledby="seen">
            <h2 id="seen">{t.seenTitle}</h2>
            <Facts facts={t.seen} />
            <p className={styles.note}>{t.nobody}</p>
          </section>
          {byPlate ? number : null}
        </div>
        <Elsewhere title={t.unseenTitle} lead={t.unseen} />
      </BelowLand>
    </div>
  )
}

/** No policy of ours: which is not «no policy», so three ways to know, and a reminder. */
function NotOurs({ plate }: { plate: string }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <div data-bleed>
      <Land
        title={t.none}
        lead={t.noneText}
        gate="waits"
        plate={<Plate plate={plate} />}
        below={
          <>
            <LinkButton href={`${pathOf('ogpo-calculator', locale)}#${plate}`} wide>
              {t.calculate}
            </LinkButton>
            <a href={pathOf('check', locale)}>{t.another}</a>
          </>
        }
      />
      <BelowLand>
        <Elsewhere title={t.sureTitle} />
        <section className={styles.card} aria-labelledby="remind">
          <h2 id="remind">{t.remindTitle}</h2>
          <p>{t.remind}</p>
          <LinkButton
            href={`${pathOf('remind', locale)}?plate=${encodeURIComponent(plate)}`}
            variant="secondary"
            wide
          >
            {t.remindAct}
          </LinkButton>
        </section>
      </BelowLand>
    </div>
  )
}
