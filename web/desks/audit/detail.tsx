import { pathOf } from '#contract/pages.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import styles from './audit.module.css'
import own from './detail.module.css'
import { type Entry, objectOf, placeOf, useActorName } from './entry.ts'
import words from './texts.ts'

/** One line whole: in words, why it is unusual, and its codes as the log holds them. */
export function AuditDetail({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useTexts(words)
  const locale = useLocale()
  const nameOf = useActorName()
  const [kind = '', id = ''] = entry.actor.split(':')
  const facts: [string, string][] = [
    [t.columns.object, objectOf(entry, t.objects)],
    [t.columns.from, t.places[placeOf(entry)]],
    [t.columns.seal, entry.seal ?? t.waits],
    ...(entry.unusual === null
      ? []
      : [[t.whyUnusual, t.oftenPerHour(entry.unusual)] as [string, string]]),
  ]
  return (
    <aside className={own.detail} aria-label={t.one}>
      <div className={own.title}>
        <h2>{t.actions[entry.action] ?? entry.action}</h2>
        {entry.unusual === null ? null : <span className={styles.unusual}>{t.unusual}</span>}
        <button type="button" aria-label={t.close} onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
      <p className={styles.soft}>
        {almatyTime(entry.at)}, {nameOf(entry)}
      </p>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {['staff', 'accountant', 'promoter'].includes(kind) ? (
        <p>
          <a href={`${pathOf('staff-audit', locale)}?actor=${id}`}>{t.allOf}</a>
        </p>
      ) : null}
      <h3>{t.record}</h3>
      <pre className={own.record}>
        {[
          `№\u00a0${entry.id}`,
          entry.action,
          `actor  ${entry.actor}`,
          `object ${entry.object.kind} ${entry.object.id}`,
          ...Object.entries(entry.details)
            .filter(([, value]) => value !== null && value !== '')
            .map(([name, value]) => `${name}  ${String(value)}`),
        ].join('\n')}
      </pre>
      <p className={styles.soft}>{t.chained}</p>
    </aside>
  )
}
