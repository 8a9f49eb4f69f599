import { useCallback, useState } from 'react'
import { sceneOf } from '#domain/claim-way/answers.ts'
import { isPlate } from '#domain/plate.ts'
import * as refusals from '#domain/refusals.ts'
import { causeWords, claimPaperTexts, zoneWords } from '#texts/claim-paper.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import { openBeside } from '../../http/open-beside.ts'
import { useMutation } from '../../http/replies.ts'
import { carryClaimToken } from '../../session/claim-token.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { DocumentIcon } from '../../ui/later-icons.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { plateWords } from '../../ui/plate-words.ts'
import { useToast } from '../../ui/toast.tsx'
import styles from './paper-sheet.module.css'
import words from './papers-texts.ts'
import type { Draft, DraftInHand, Wrong } from './use-draft.ts'
import type { WayPolicy } from './way.ts'

type Props = { draft: Draft; policy: WayPolicy | null; made: Made | null }

/** The application as it fills itself from the answers, and both PDFs once they are made. */
export function PaperSheet({ draft, policy, made }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const w = claimPaperTexts
  const { answers, third_party: third } = draft
  const home = sceneOf(answers.happened) === 'dwelling'
  const rows: [string, string | null | undefined][] = [
    [w.insurer[locale], third?.insurer ?? policy?.insurer.name],
    isPlate(third?.named ?? '')
      ? [w.atFault[locale], plateWords(third?.named ?? '')]
      : [w.atFaultPolicy[locale], third?.named],
    [
      third ? w.ownCar[locale] : home ? w.property[locale] : w.car[locale],
      third
        ? plateWords(answers.own_plate ?? '')
        : (policy?.home?.address ??
          policy?.cars
            .map(({ name, registrationNumber }) => `${name}, ${plateWords(registrationNumber)}`)
            .join('; ')),
    ],
    [
      w.when[locale],
      answers.on && [longDate(locale, answers.on), answers.at].filter(Boolean).join(', '),
    ],
    [w.place[locale], answers.place],
    [
      w.other[locale],
      home || third
        ? null
        : answers.other_plate
          ? plateWords(answers.other_plate)
          : w.noOther[locale],
    ],
    [w.cause[locale], answers.cause && causeWords[answers.cause][locale]],
    [w.zones[locale], answers.zones?.map((zone) => zoneWords[zone][locale]).join(', ')],
    [w.words[locale], answers.words],
    [w.iban[locale], answers.iban?.replace(/(.{4})(?=.)/g, '$1\u00a0')],
  ]
  return (
    <article className={styles.sheet} aria-label={t.paper}>
      <LogoMark className={styles.mark} />
      <h2>{w.claim_application[locale]}</h2>
      <dl>
        {rows.map(([label, value]) =>
          value ? (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {made ? (
        <div className={styles.files}>
          <Opens id={made.claim_application} label={t.claim} />
          <Opens id={made.payment_application} label={t.payment} />
        </div>
      ) : null}
    </article>
  )
}

/** A PDF by its link, which lives a minute and works once. */
function Opens({ id, label }: { id: string; label: string }) {
  const t = useTexts(words)
  const say = useToast()
  const { busy, once } = useMutation()
  const open = () =>
    once(
      async () => {
        const { url } = await ask('cabinetFileLink', { id })
        openBeside(url)
      },
      () => say({ text: t.openFailed, tone: 'bad', kind: 'snackbar' }),
    )
  return (
    <Button
      variant="quiet"
      size="small"
      icon={<DocumentIcon />}
      busy={busy}
      onClick={() => void open()}
    >
      {label}
    </Button>
  )
}

type Made = Reply<'claimDraftPapers'>['data']
type Doing = 'make' | 'code' | 'send'

/**
 * Makes both applications of a claim, signs them by code, and sends. The client signs what was
 * shown: answers changed since make the applications anew.
 */
export function usePapers(hand: DraftInHand, onSent: (claimId: string) => void) {
  const [made, setMade] = useState<Made | null>(null)
  const [lacks, setLacks] = useState<readonly Wrong[]>([])
  const [asked, setAsked] = useState(false)
  const [changed, setChanged] = useState(false)
  const [wrongCodes, setWrongCodes] = useState(0)
  const [wrongCode, setWrongCode] = useState<string | undefined>()
  const [apiError, setApiError] = useState<ApiError | null>(null)
  const { doing, once } = useMutation<Doing>()
  const { id } = hand.draft

  const failed = useCallback((error: unknown) => {
    const found = apiErrorOf(error)
    if (found.kind === 'invalid') return setLacks(found.errors)
    setApiError(found)
  }, [])
  const make = useCallback(
    () =>
      once(
        async () => {
          setLacks([])
          setApiError(null)
          setAsked(false)
          setMade((await ask('claimDraftPapers', { id })).data)
        },
        failed,
        'make',
      ),
    [once, failed, id],
  )
  /** Answers changed on another device after these were made: makes and shows them anew. */
  const orAnew = useCallback(
    (error: unknown) => {
      const found = apiErrorOf(error)
      if (found.kind !== 'refused' || found.code !== refusals.claimChanged) return failed(error)
      setChanged(true)
      setMade(null)
      void hand.renew()
    },
    [failed, hand],
  )
  const askCode = () =>
    once(
      async () => {
        setApiError(null)
        setWrongCode(undefined)
        if (!made) return
        await ask('claimDraftCode', { id, version: made.version })
        setAsked(true)
      },
      orAnew,
      'code',
    )
  const send = (code?: string) =>
    once(
      async () => {
        setApiError(null)
        setLacks([])
        if (!made) return
        const sent = await ask('claimDraftSend', {
          id,
          version: made.version,
          ...(code ? { code } : {}),
        })
        carryClaimToken(id, sent.claim_id)
        onSent(sent.claim_id)
      },
      (error) => {
        const found = apiErrorOf(error)
        if (found.kind !== 'refused' || found.code !== refusals.wrongCode) return orAnew(error)
        setWrongCode(found.message)
        setWrongCodes((count) => count + 1)
      },
      'send',
    )
  return {
    made,
    lacks,
    asked,
    changed,
    wrongCodes,
    wrongCode,
    apiError,
    doing,
    make,
    askCode,
    send,
  }
}
export type PapersInHand = ReturnType<typeof usePapers>
