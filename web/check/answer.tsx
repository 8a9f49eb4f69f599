import { pathOf } from '#contract/pages.ts'
import { countDays } from '#domain/calendar.ts'
import { longDate, plural, useLocale, useTexts } from '../texts.ts'
import { LinkButton } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Facts } from '../ui/facts.tsx'
import { CheckIcon, CloseIcon, PhoneIcon } from '../ui/icons.tsx'
import { ClockIcon, QrIcon, ShieldIcon } from '../ui/later-icons.tsx'
import { Ring } from '../ui/pass.tsx'
import { Plate } from '../ui/plate.tsx'
import { BelowLand } from '../world/land-frame.tsx'
import { Land } from '../world/plate-land.tsx'
import styles from './check.module.css'
import words from './texts.ts'

/** What a traffic officer may see of a policy: no names, no numbers of people, no sums. */
export type CheckedPolicy = {
  /** What the product is called, in the language of the page. */
  product: string
  number: string
  insurer: string
  plates: readonly string[]
  /** Calendar dates in Almaty, `2026-11-21`. */
  start: string
  end: string
  state: 'valid' | 'not_yet' | 'ended' | 'terminated'
}

const looks = {
  valid: { tone: 'good', icon: <CheckIcon />, gate: 'up' },
  not_yet: { tone: 'now', icon: <ClockIcon />, gate: 'waits' },
  ended: { tone: 'bad', icon: <CloseIcon />, gate: 'down' },
  terminated: { tone: 'bad', icon: <CloseIcon />, gate: 'down' },
} as const

type AnswerProps = {
  policies: readonly CheckedPolicy[]
  /** The plate that was asked about; of a number, the policy's own. */
  plate?: string | undefined
  /** When it was looked up: `2026-11-21 14:32` in Almaty. */
  at: string
}

/** Policies that were found, the same by QR code, number and plate: the barrier tells of the first. */
export function Found({ policies, plate, at }: AnswerProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const [first] = policies
  if (!first) return null
  const title = t.states[first.state].heading
  const lead = t.leads[first.state](longDate(locale, first.start), longDate(locale, first.end))
  const isOver = looks[first.state].gate === 'down'
  const shown = plate ?? first.plates[0]
  return (
    <div data-bleed>
      <Land
        title={title}
        lead={lead}
        gate={looks[first.state].gate}
        plate={shown ? <Plate plate={shown} /> : null}
        below={<CheckedAt at={at} />}
      />
      <BelowLand>
        <section className={styles.answers} aria-label={t.title}>
          {policies.map((policy) => (
            <Answer key={`${policy.number} ${policy.start}`} policy={policy} at={at} />
          ))}
          <LinkButton href={pathOf('check', locale)} variant="secondary" wide>
            {t.another}
          </LinkButton>
        </section>
        {isOver ? (
          <Elsewhere title={t.newerTitle} lead={t.newer} />
        ) : shown && first.state === 'valid' ? (
          <section className={styles.part} aria-labelledby="hit">
            <h2 id="hit">{t.hitTitle}</h2>
            <p>{t.hit}</p>
            <LinkButton href={pathOf('claim-new', locale)} variant="secondary" wide>
              {t.hitAct}
            </LinkButton>
            <p className={styles.note}>{t.hitNote}</p>
          </section>
        ) : null}
      </BelowLand>
    </div>
  )
}

function Answer({ policy, at }: { policy: CheckedPolicy; at: string }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { product, number, insurer, plates, start, end, state } = policy
  const left = countDays(at.slice(0, 10), end)
  const { tone, icon } = looks[state]
  return (
    <article className={styles.card}>
      <header className={styles.head}>
        {state === 'valid' ? (
          <Ring
            share={left / countDays(start, end)}
            days={left}
            unit={plural(locale, left, t.days)}
          />
        ) : null}
        <div>
          <p>{product}</p>
          <h2>{number}</h2>
          <Chip tone={tone} icon={icon}>
            {t.states[state].label}
          </Chip>
        </div>
      </header>
      <Facts
        facts={[
          { label: t.insurer, value: insurer },
          { label: t.start, value: longDate(locale, start) },
          { label: t.end, value: longDate(locale, end) },
          ...(plates.length > 1 ? [{ label: t.cars, value: plates.join(', ') }] : []),
        ]}
      />
    </article>
  )
}

function CheckedAt({ at }: { at: string }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <p className={styles.checked}>
      {t.checked}:{' '}
      <time dateTime={`${at.replace(' ', 'T')}+05:00`}>
        {longDate(locale, at)}, {at.slice(11, 16)}
      </time>
    </p>
  )
}

const icons = { qr: QrIcon, insurer: PhoneIcon, database: ShieldIcon }
const elsewhere = ['qr', 'insurer', 'database'] as const

/** How one finds out about a policy that is not ours. */
export function Elsewhere({ title, lead }: { title: string; lead?: string }) {
  const t = useTexts(words)
  return (
    <section className={styles.part} aria-labelledby="elsewhere">
      <h2 id="elsewhere">{title}</h2>
      {lead ? <p>{lead}</p> : null}
      <ol className={styles.ways}>
        {elsewhere.map((way) => {
          const Icon = icons[way]
          const [name, text] = t.elsewhere[way]
          return (
            <li key={way}>
              <span>
                <Icon />
              </span>
              <b>{name}</b>
              <p>{text}</p>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
