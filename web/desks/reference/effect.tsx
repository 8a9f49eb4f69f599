import { alphabetical } from '#domain/alphabetical.ts'
import type { Reply } from '../../http/api.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { InfoIcon } from '../../ui/icons.tsx'
import styles from './reference.module.css'
import words from './texts.ts'

export type EffectOf = Reply<'referenceEffect'>['data']

/** What a proposal would have meant last month, and what it affects. */
export function Effect({ of, from }: { of: EffectOf; from: string | null }) {
  const t = useTexts(words).effect
  const { sold, commission, tariff, month } = of
  const [year, number] = month.split('-')
  const when = `${number}.${year}`
  return (
    <>
      {sold ? (
        <div className={styles.figures}>
          {commission ? (
            <p>
              <strong>{signed(commission.after - commission.before)}</strong>
              {t.commission(when)}
            </p>
          ) : null}
          <p>
            <strong>{sold.policies}</strong>
            {t.policies(when)}
          </p>
        </div>
      ) : null}
      {tariff ? <Tariff tariff={tariff} /> : null}
      <p className={styles.note}>
        <InfoIcon />
        <span>{from ? t.fromDay : t.atOnce}</span>
      </p>
    </>
  )
}

const signed = (sum: number): string =>
  sum > 0 ? `+\u00a0${money(sum)}` : sum < 0 ? `−\u00a0${money(-sum)}` : money(0)

/** Only the changes, and the price of a plain car by both versions. */
function Tariff({
  tariff: { changes, regions, cases },
}: {
  tariff: NonNullable<EffectOf['tariff']>
}) {
  const t = useTexts(words).effect
  const locale = useLocale()
  const inOrder = alphabetical(locale)
  const touched = regions
    .filter(({ before, after }) => before !== after)
    .sort((one, other) => inOrder(one.label[locale], other.label[locale]))
  const tables: Record<string, string> = t.tables
  return (
    <>
      <h3>{t.changes(changes.length)}</h3>
      <dl className={styles.changes}>
        {changes.map((one) => (
          <div key={`${one.table} ${one.row}`}>
            <dt>
              {[tables[one.table] ?? one.table, one.label?.[locale] ?? one.row]
                .filter(Boolean)
                .join(', ')}
            </dt>
            <dd>
              <del>{one.before.replace('.', ',')}</del>
              <ins>{one.after.replace('.', ',')}</ins>
            </dd>
          </div>
        ))}
      </dl>
      <h3>{t.plainCar(touched.length)}</h3>
      <p className={styles.soft}>{t.plainCarIs}</p>
      <dl className={styles.changes}>
        {touched.map(({ code, ...price }) => (
          <Price key={code} of={price} />
        ))}
      </dl>
      <h3>{t.cases(cases.length)}</h3>
      <p className={styles.soft}>{t.casesAre}</p>
      <dl className={styles.changes}>
        {cases.map(({ id, ...price }) => (
          <Price key={id} of={price} />
        ))}
      </dl>
    </>
  )
}

/** A year's premium by both versions; an unchanged one appears once. */
function Price({ of: { label, before, after } }: { of: Omit<Case, 'id'> }) {
  const locale = useLocale()
  return (
    <div>
      <dt>{label[locale]}</dt>
      <dd>
        {before === after ? null : <del>{money(before)}</del>}
        <ins>{money(after)}</ins>
      </dd>
    </div>
  )
}
type Case = NonNullable<EffectOf['tariff']>['cases'][number]
