import { brand } from '#brand'
import { pathOf } from '#contract/pages.ts'
import { groupDigits } from '#domain/format.ts'
import type { Locale } from '#domain/locale.ts'
import { Ladder } from '../../bonus-malus/ladder.tsx'
import { examplePremium, tables } from '../../content/tariff-example.ts'
import { pageTitles } from '../../page-titles.ts'
import { faq } from '../../structured.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { ArrowIcon, CheckIcon, CloseIcon } from '../../ui/icons.tsx'
import { DocumentIcon } from '../../ui/later-icons.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Price } from '../../ui/price.tsx'
import { Table } from '../../ui/table.tsx'
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
  const titles = useTexts(pageTitles)
  const locale = useLocale()
  return (
    <>
      <PageHead
        title={t.heading}
        lead={t.lead}
        trail={{
          label: t.trail,
          links: [{ title: titles.index ?? brand.name[locale], href: pathOf('index', locale) }],
        }}
      />
      <LinkButton
        href={pathOf('ogpo-calculator', locale)}
        icon={<ArrowIcon />}
        className={styles.go}
      >
        {t.calculate}
      </LinkButton>

      <Cover />
      <HowPriced />
      <ClassTable />
      <AfterCrash />
      <Limits />
      <section className={styles.questions} aria-labelledby="faq">
        <h2 id="faq">{t.faqTitle}</h2>
        <Accordion items={t.questions.map(([title, body]) => ({ title: title ?? '', body }))} />
      </section>
    </>
  )
}

/** What the law covers, and what it does not. */
function Cover() {
  const t = useTexts(words)
  return (
    <section className={styles.part} aria-labelledby="cover">
      <h2 id="cover">{t.coverTitle}</h2>
      <div className={styles.cover}>
        <div>
          <h3>{t.coveredTitle}</h3>
          <ul className={styles.yes}>
            {t.covered.map((item) => (
              <li key={item}>
                <CheckIcon />
                <span>{item}</span>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3>{t.notCoveredTitle}</h3>
          <ul className={styles.no}>
            {t.notCovered.map((item) => (
              <li key={item}>
                <CloseIcon />
                <span>{item}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}

/** What a price is made from, with an example. */
function HowPriced() {
  const t = useTexts(words)
  return (
    <section className={styles.part} aria-labelledby="price">
      <h2 id="price">{t.priceTitle}</h2>
      <div className={styles.price}>
        <div>
          <p>{t.priceText}</p>
          <ol className={styles.factors}>
            {t.factors.map(([name, text]) => (
              <li key={name}>
                <strong>{name}</strong>
                <span>{text?.replace('{base}', money(Number(baseMultiple) * mrp))}</span>
              </li>
            ))}
          </ol>
        </div>
        <aside className={`deep ${styles.example}`}>
          <h3>{t.example}</h3>
          <p>{t.exampleText}</p>
          <p className={styles.sum}>
            <Price tenge={examplePremium} size="large" /> <span>{t.exampleTerm}</span>
          </p>
        </aside>
      </div>
    </section>
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
      <p className={styles.all}>
        <a href={pathOf('bonus-malus', locale)}>{t.classesAll}</a>
      </p>
    </section>
  )
}

/** What to do after a crash. */
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
      <div className={styles.ways}>
        <LinkButton href={pathOf('claim-new', locale)}>{t.harmed}</LinkButton>
        <LinkButton href={pathOf('docs', locale)} variant="secondary" icon={<DocumentIcon />}>
          {t.templates}
        </LinkButton>
      </div>
    </section>
  )
}

function Limits() {
  const t = useTexts(words)
  return (
    <section className={styles.part} aria-labelledby="limits">
      <h2 id="limits">{t.limitsTitle}</h2>
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
    </section>
  )
}
