import { useState } from 'react'
import { type Locale, type Localized, languageTag, locales } from '#domain/locale.ts'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import parts from '../../ui/desk-parts.module.css'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Select } from '../../ui/select.tsx'
import caseWords from './case-texts.ts'
import type { ClaimPart } from './claim.ts'
import styles from './rules.module.css'
import words from './texts.ts'

/** Correspondence of the client and staff about the claim. */
export function Messages({ claim, onDone }: ClaimPart) {
  const t = useTexts(words)
  const act = useAct(t.messageSent)
  const of = useTexts(caseWords)
  const [round, setRound] = useState(0)
  const { letters } = claim
  const [letter, setLetter] = useState<(typeof letters)[number] | null>(null)
  const startAnew = () => {
    setRound(round + 1)
    setLetter(null)
  }
  const send = async (form: FormData) => {
    const text = String(form.get('text') ?? '')
    if (await act.run(() => ask('staffClaimMessage', { claim_id: claim.claim_id, text })))
      startAnew()
    onDone()
  }
  return (
    <Card title={t.messages}>
      <div className={parts.form}>
        {claim.messages.length === 0 ? <p className={parts.soft}>{t.noMessages}</p> : null}
        <ul className={parts.lines}>
          {claim.messages.map((message) => (
            <li key={message.id}>
              <span>{message.text}</span>
              <span className={parts.soft}>
                {message.from === 'client' ? t.byClient : message.by}, {almatyTime(message.at)}
              </span>
            </li>
          ))}
        </ul>
        {letters.length > 0 ? (
          <Select
            key={round}
            name="letter"
            label={of.letter}
            defaultValue="none"
            options={(['none', ...letters.map((one) => one.letter)] as const).map((value) => ({
              value,
              label: of.letters[value],
            }))}
            onValue={(value) => setLetter(letters.find((one) => one.letter === value) ?? null)}
          />
        ) : null}
        <form
          key={`${round} ${letter?.letter}`}
          onSubmit={(event) => {
            event.preventDefault()
            void send(new FormData(event.currentTarget))
          }}
        >
          <LimitedField
            name="text"
            label={t.message}
            hint={t.informed}
            rows={letter ? 6 : 3}
            maxLength={2_000}
            defaultValue={letter?.text[claim.client.locale]}
            error={act.errors.text}
          />
          {letter ? <Other text={letter.text} locale={claim.client.locale} /> : null}
          <ActError act={act} />
          <Button type="submit" variant="secondary" busy={act.busy}>
            {t.send}
          </Button>
        </form>
      </div>
    </Card>
  )
}

/** The letter in the languages the client does not read, for the person who sends it. */
function Other({ text, locale }: { text: Localized; locale: Locale }) {
  const t = useTexts(caseWords)
  return (
    <details>
      <summary>{t.other}</summary>
      {locales
        .filter((one) => one !== locale)
        .map((one) => (
          <p key={one} lang={languageTag(one)} className={styles.letter}>
            {text[one]}
          </p>
        ))}
    </details>
  )
}
