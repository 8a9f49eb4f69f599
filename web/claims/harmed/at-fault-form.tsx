import { type FormEvent, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { almatyDay, type Day } from '#domain/calendar.ts'
import { tabAddress } from '../../cabinet/tabs.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Refused } from '../../ui/way-on.tsx'
import { Picture } from '../../world/picture.tsx'
import { Action } from '../way/action.tsx'
import { Emergency } from '../way/emergency.tsx'
import styles from '../way/way.module.css'
import { WhichDay } from '../way/which-day.tsx'
import headWords from './head-texts.ts'
import words from './texts.ts'

export type Against = { named: string; on: Day }
/** What came of the question: nothing yet, no such policy, or its fields' faults. */
export type Found = {
  none: { insurer: string | null } | null
  wrong: Partial<Record<'named' | 'on', string>>
  failed: string | null
}

type Props = {
  first: Against | null
  found: Found
  busy: boolean
  onAgainst: (of: Against) => void
}

/** The first question: by what the one at fault is known, and which day it was. */
export function AtFaultForm({ first, found, busy, onAgainst }: Props) {
  const t = useTexts(words)
  const head = useTexts(headWords)
  const [named, setNamed] = useState(first?.named ?? '')
  const [on, setOn] = useState<Day | ''>(first?.on ?? '')
  const [tried, setTried] = useState(false)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    setTried(true)
    if (!named.trim()) return document.getElementById('named')?.focus()
    if (!on) return document.getElementById('on')?.focus()
    onAgainst({ named: named.trim(), on })
  }
  return (
    <div className={styles.stop}>
      <form className={styles.column} onSubmit={submit} noValidate>
        <div>
          <h1>{head.title}</h1>
          <p className={styles.soft}>{head.lead}</p>
        </div>
        <Emergency />
        {found.none ? <None insurer={found.none.insurer} /> : null}
        {found.failed ? <Refused title={found.failed} /> : null}
        <LimitedField
          name="named"
          label={t.named}
          hint={t.namedHint}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={30}
          defaultValue={named}
          error={found.wrong.named ?? (tried && !named.trim() ? t.namedEmpty : undefined)}
          onValue={setNamed}
        />
        <WhichDay
          on={on}
          today={almatyDay(new Date())}
          onDay={setOn}
          error={found.wrong.on ?? (tried && !on ? t.dayEmpty : undefined)}
          words={t}
        />
        <Action label={t.next} busy={busy} onGo={submit} />
      </form>
      <Aside />
    </div>
  )
}

function None({ insurer }: { insurer: string | null }) {
  const t = useTexts(words)
  return insurer ? (
    <Notice tone="warn" live title={t.elsewhere(insurer)}>
      {t.elsewhereText}
    </Notice>
  ) : (
    <Notice tone="warn" live title={t.none}>
      {t.noneText}
    </Notice>
  )
}

/** What will be needed, and the way back to a claim that is begun. */
function Aside() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <aside className={styles.beside}>
      <Picture of="crash" part="both" className={styles.over} />
      <div className={`${styles.card} ${styles.under}`}>
        <h2>{t.need}</h2>
        <ul className={styles.ticks}>
          {[...t.needs, t.secret].map((line) => (
            <li key={line}>
              <CheckIcon />
              <span>{line}</span>
            </li>
          ))}
        </ul>
        <div className={styles.group}>
          <p>{t.begun}</p>
          <div>
            <LinkButton
              variant="secondary"
              size="small"
              href={tabAddress(pathOf('account', locale), 'claims')}
            >
              {t.goOn}
            </LinkButton>
          </div>
        </div>
        <div className={styles.group}>
          <p>
            {t.mine} {t.mineText}
          </p>
          <div>
            <LinkButton
              variant="secondary"
              size="small"
              href={`${pathOf('auto-insurance', locale)}#claim`}
            >
              {t.mineGo}
            </LinkButton>
          </div>
        </div>
      </div>
    </aside>
  )
}
