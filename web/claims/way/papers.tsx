import { useEffect, useRef, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { productOf, sceneOf } from '#domain/claim-way/answers.ts'
import { isPaper } from '#domain/claim-way/photographs.ts'
import { isIban } from '#domain/iban.ts'
import { goTo } from '../../navigation.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { latinInput } from '../../ui/latin.ts'
import { MaskedField } from '../../ui/masked-field.tsx'
import type { MaskRule } from '../../ui/masks.ts'
import { Notice } from '../../ui/notice.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { Refused } from '../../ui/way-on.tsx'
import { Invite } from '../notice/invite.tsx'
import { Action } from './action.tsx'
import headWords from './head-texts.ts'
import { PaperSheet, type PapersInHand, usePapers } from './paper-sheet.tsx'
import words from './papers-texts.ts'
import { ShotTile, Todo } from './shot.tsx'
import shotStyles from './shots.module.css'
import { Ticks } from './ticks.tsx'
import styles from './way.module.css'
import { type StopProps, wrongOf } from './way.ts'

/** The signature by a code from an SMS: the fourth digit signs and sends. */
function Signing({ papers, ready }: { papers: PapersInHand; ready: boolean }) {
  const t = useTexts(words)
  const head = useTexts(headWords)
  const { made, asked, apiError, doing } = papers
  const failed = apiError ? (
    <Refused apiError={apiError} title={apiError.message || head.failed} />
  ) : null
  if (!asked || !made)
    return (
      <>
        {failed}
        {ready ? (
          <Action label={t.sign} busy={doing === 'code'} onGo={() => void papers.askCode()} />
        ) : null}
      </>
    )
  return (
    <section className={styles.group}>
      <CodeField
        name="code"
        label={t.code}
        hint={made.phone ? t.codeTo(made.phone) : undefined}
        focused
        error={papers.wrongCode}
        wrongCodes={papers.wrongCodes}
        onComplete={(code) => void papers.send(code)}
      />
      {doing === 'send' ? <RowProgress>{t.sending}</RowProgress> : null}
      {failed}
      <div>
        <Button
          variant="secondary"
          size="small"
          busy={doing === 'code'}
          onClick={() => void papers.askCode()}
        >
          {t.resend}
        </Button>
      </div>
    </section>
  )
}

/** Four signs and a space, as banks print it. */
export const ibanMask: MaskRule = {
  mask: '**** **** **** **** ****',
  normalise: latinInput,
  room: 20,
  keys: {
    whole: (text) => {
      const all = latinInput(text)
      return [...new Set(all.length === 20 ? [all] : all.match(/KZ\d{2}[A-Z\d]{16}/g))]
    },
    example: 'KZ86 125K ZT50 0410 0100',
  },
}

const signed = ['claim_application', 'payment_application'] as const

type Props = StopProps & {
  /** The insurer takes no code. */
  must: boolean
  ready: boolean
  papers: PapersInHand
}

/** Printed, signed by hand, photographed: beside the code, or where an insurer wants it so. */
export function ByHand({ hand, shots, must, ready, papers }: Props) {
  const t = useTexts(words)
  const product = productOf[hand.draft.answers.happened ?? 'hit-me']
  const there = signed.filter((paper) =>
    shots.shots.some(({ shows, state }) => shows === paper && state === 'kept'),
  )
  const whole = ready && there.length === signed.length
  const busy = papers.doing === 'send'
  const send = () => void papers.send()
  const body = (
    <div className={styles.group}>
      <p className={styles.soft}>{t.byHandText}</p>
      <div className={shotStyles.shots}>
        {signed.map((paper) => {
          const shot = shots.shots.find(({ shows }) => shows === paper)
          return shot ? (
            <ShotTile key={paper} shot={shot} product={product} hand={shots} />
          ) : (
            <Todo
              key={paper}
              shows={paper}
              product={product}
              onFiles={(files) => shots.add(files.slice(0, 1), [paper])}
            />
          )
        })}
      </div>
      {whole && !must ? (
        <Button variant="secondary" busy={busy} onClick={send}>
          {t.sendByHand}
        </Button>
      ) : null}
    </div>
  )
  if (!must)
    return (
      <Disclosure title={t.byHand} className={styles.fold}>
        {body}
      </Disclosure>
    )
  return (
    <>
      <Notice tone="info" title={t.byHandMust} />
      {body}
      {whole ? <Action label={t.sendByHand} busy={busy} onGo={send} /> : null}
    </>
  )
}

const ibanLength = 20

/** The fifth stop: where the money goes, the applications made from the answers, the signature. */
export function Papers(props: StopProps) {
  const { hand, shots, policy, onwards } = props
  const t = useTexts(words)
  const locale = useLocale()
  const { answers, asks_identity: asksIdentity, signs_by_code: byCode, version } = hand.draft
  const papers = usePapers(hand, (claim) => goTo(`${pathOf('claim', locale)}?claim=${claim}`))
  const { made, make } = papers
  const [typed, setTyped] = useState(answers.iban ?? '')
  const { flush, dirty } = hand
  const tried = useRef(0)
  const { doing } = papers
  // The server keeps the account, and makes the papers once for each version.
  useEffect(() => {
    if (!answers.iban || doing !== null) return
    if (dirty()) return void flush()
    if (tried.current === version) return
    tried.current = version
    void make()
  }, [answers.iban, version, doing, dirty, flush, make])
  const wrongIban = typed.length >= ibanLength && !isIban(typed)
  const ready = made !== null && made.version === version && !shots.pending
  return (
    <div className={styles.stop}>
      <div className={styles.column}>
        <div>
          <h1>{t.title}</h1>
          <p className={styles.soft}>{t.lead}</p>
        </div>
        {papers.changed ? <Notice tone="warn" live title={t.changed} /> : null}
        <MaskedField
          name="iban"
          rule={ibanMask}
          label={t.iban}
          hint={answers.happened === 'i-hit' ? t.ibanHintAtFault : t.ibanHint}
          autoComplete="off"
          autoCapitalize="characters"
          placeholder="KZ"
          defaultValue={typed}
          error={wrongOf(props.wrong, 'iban') ?? (wrongIban ? t.ibanWrong : undefined)}
          onValue={(_shown, clean) => {
            setTyped(clean)
            hand.answer({ iban: isIban(clean) ? clean : '' })
          }}
        />
        <PaperSheet draft={hand.draft} policy={policy} made={ready ? made : null} />
        {papers.doing === 'make' ? <RowProgress>{t.making}</RowProgress> : null}
        <Identity {...props} asked={asksIdentity} />
        {sceneOf(answers.happened) === 'road' ? <Invite hand={hand} /> : null}
        <Lacks papers={papers} onBack={(stop) => void onwards(stop)} />
        {shots.pending ? <RowProgress>{t.uploading}</RowProgress> : null}
        {byCode ? <Signing papers={papers} ready={ready} /> : null}
        <ByHand {...props} must={!byCode} ready={ready} papers={papers} />
      </div>
      <Have {...props} />
    </div>
  )
}

/** Photographs of the identity document, where the register has not confirmed who this is. */
function Identity({ hand, shots, asked }: StopProps & { asked: boolean }) {
  const t = useTexts(words)
  const product = productOf[hand.draft.answers.happened ?? 'hit-me']
  if (!asked)
    return (
      <p className={styles.known}>
        <CheckIcon />
        <span>{t.identity}</span>
      </p>
    )
  const sides = ['id_front', 'id_back'] as const
  return (
    <Notice tone="warn" title={t.asksIdentity}>
      <p>{t.asksIdentityText}</p>
      <div className={shotStyles.shots}>
        {sides.map((side) => {
          const shot = shots.shots.find(({ shows }) => shows === side)
          return shot ? (
            <ShotTile key={side} shot={shot} product={product} hand={shots} />
          ) : (
            <Todo
              key={side}
              shows={side}
              product={product}
              onFiles={(files) => shots.add(files.slice(0, 1), [side])}
            />
          )
        })}
      </div>
    </Notice>
  )
}

type Papers = ReturnType<typeof usePapers>

/** Answers the server requires, each with its step. */
function Lacks({
  papers,
  onBack,
}: {
  papers: Papers
  onBack: (stop: 'where' | 'photographs' | 'damage') => void
}) {
  const t = useTexts(words)
  const paths = papers.lacks.map(({ path }) => path)
  if (paths.length === 0) return null
  const stop = paths.some((path) => ['zones', 'words', 'cause', 'harmed'].includes(path))
    ? 'damage'
    : paths.some((path) => ['on', 'at', 'place', 'other_plate', 'policy'].includes(path))
      ? 'where'
      : 'photographs'
  return (
    <Notice
      tone="error"
      live
      title={t.lacks}
      action={
        <Button size="small" variant="secondary" onClick={() => onBack(stop)}>
          {t.back}
        </Button>
      }
    >
      {[...new Set(papers.lacks.map(({ message }) => message))].join(' ')}
    </Notice>
  )
}

function Have({ hand, shots }: StopProps) {
  const t = useTexts(words)
  const lines = [
    t.photos(shots.shots.filter(({ shows, state }) => !isPaper(shows) && state === 'kept').length),
    t.zones(hand.draft.answers.zones?.length ?? 0),
    ...(hand.draft.asks_identity ? [] : [t.identity]),
    t.made,
  ]
  return <Ticks title={t.have} lines={lines} />
}
