import { pathOf } from '#contract/pages.ts'
import { groupDigits } from '#domain/format.ts'
import type { Locale } from '#domain/locale.ts'
import { ClassSums } from '../../bonus-malus/class-sums.tsx'
import { Ladder } from '../../bonus-malus/ladder.tsx'
import { tables } from '../../content/tariff-example.ts'
import { limits } from '../../content/usual-price.ts'
import { faq } from '../../structured.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { EndBand } from '../../ui/end-band.tsx'
import { ArrowIcon, CheckIcon, CloseIcon } from '../../ui/icons.tsx'
import { Table } from '../../ui/table.tsx'
import { Picture } from '../../world/picture.tsx'
import { PlateLand } from '../../world/plate-land.tsx'
import styles from './page.module.css'
import words from './texts.ts'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
  structured: [faq(words[locale].questions)],
})

const { mrp, baseMultiple, liabilityLimits } = tables

export function Component() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <div data-bleed>
      <PlateLand
        title={t.heading}
        lead={t.lead}
        action={pathOf('ogpo-calculator', locale)}
        label={t.plate}
        calm={t.calm}
        wrong={t.wrongPlate}
        below={
          <Button type="submit" wide icon={<ArrowIcon />}>
            {t.priced}
          </Button>
        }
      />
      <div className="wrap">
        <Cover id="cover" title={t.coverTitle} yes={t.yes} of={t.covered} />
        <Cover id="not-covered" title={t.notCoveredTitle} no={t.no} of={t.notCovered} />
        <Limits />
        <ClassTable />
        <HowPriced />
        <AfterCrash />
        <section className={styles.questions} aria-labelledby="faq">
          <h2 id="faq">{t.faqTitle}</h2>
          <Accordion items={t.questions.map(([title, body]) => ({ title: title ?? '', body }))} />
        </section>
        <EndBand {...t.end} to={pathOf('ogpo-calculator', locale)} action={t.priced} />
      </div>
    </div>
  )
}

/** The law's limits for what is drawn, tenge. */
const sums = {
  '{life}': limits.life,
  '{treatment}': limits.treatment,
  '{property}': limits.property,
  '{all}': limits.allProperty,
}

type CoverProps = {
  id: string
  title: string
  /** What each picture is, and a line of it; by the part of the drawing. */
  of: Readonly<Record<string, readonly string[]>>
} & ({ yes: string; no?: undefined } | { no: string; yes?: undefined })

/** What the law covers, or does not: three pictures with a word under each. */
function Cover({ id, title, yes, no, of }: CoverProps) {
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={styles.covers} data-no={no ? '' : undefined}>
        {Object.entries(of).map(([part, [name, text = '']]) => (
          <li key={part}>
            <Picture of="covered" part={part} />
            <div>
              <span className={styles.yesNo}>
                {no ? <CloseIcon /> : <CheckIcon />}
                {no ?? yes}
              </span>
              <h3>{name}</h3>
              <p>
                {Object.entries(sums).reduce(
                  (said, [place, sum]) => said.replace(place, money(sum)),
                  text,
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What a price is made from; folded, who wants it opens it. */
function HowPriced() {
  const t = useTexts(words)
  return (
    <Disclosure title={t.priceTitle} className={styles.fold}>
      <p>{t.priceText}</p>
      <ol className={styles.factors}>
        {t.factors.map(([name, text]) => (
          <li key={name}>
            <strong>{name}</strong>
            <span>{text?.replace('{base}', money(Number(baseMultiple) * mrp))}</span>
          </li>
        ))}
      </ol>
    </Disclosure>
  )
}

function ClassTable() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <section className={styles.part} aria-labelledby="classes">
      <h2 id="classes">{t.classesTitle}</h2>
      <p className={styles.text}>{t.classesText}</p>
      <Ladder />
      <ClassSums>
        <a href={pathOf('bonus-malus', locale)}>{t.classesAll}</a>
      </ClassSums>
    </section>
  )
}

/** What to do after a crash: first the same for both, then the way of each. */
function AfterCrash() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <section className={styles.part} aria-labelledby="claim">
      <h2 id="claim">{t.claimTitle}</h2>
      <ol className={styles.steps}>
        {t.claim.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <ul className={styles.ways}>
        <li>
          <h3>{t.hitMe[0]}</h3>
          <p>{t.hitMe[1]}</p>
          <LinkButton href={pathOf('claim-new', locale)}>{t.hitMe[2]}</LinkButton>
        </li>
        <li>
          <h3>{t.iHit[0]}</h3>
          <p>{t.iHit[1]}</p>
          <LinkButton href={pathOf('claim', locale)} variant="secondary">
            {t.iHit[2]}
          </LinkButton>
        </li>
      </ul>
      <p className={styles.all}>
        <a href={pathOf('docs', locale)}>{t.templates}</a>
      </p>
    </section>
  )
}

function Limits() {
  const t = useTexts(words)
  return (
    <Disclosure title={t.limitsTitle} className={styles.fold}>
      <p className={styles.text}>{t.limitsText(money(mrp))}</p>
      <div className={styles.table}>
        <Table
          caption=""
          columns={[
            { key: 'case', title: t.limitCase },
            { key: 'mrp', title: t.limitMrp, number: true },
            { key: 'tenge', title: t.limitTenge, number: true },
          ]}
          rows={liabilityLimits.map((row, index) => ({
            key: row.case,
            cells: {
              case: t.limits[index],
              mrp: groupDigits(row.mrp),
              tenge: money(row.mrp * mrp),
            },
          }))}
        />
      </div>
    </Disclosure>
  )
}
