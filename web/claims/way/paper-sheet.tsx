import { sceneOf } from '#domain/claim-way/answers.ts'
import { isPlate } from '#domain/plate.ts'
import { causeWords, claimPaperTexts, zoneWords } from '#texts/claim-paper.ts'
import { ask } from '../../http/ask.ts'
import { openBeside } from '../../http/open-beside.ts'
import { useMutation } from '../../http/replies.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { DocumentIcon } from '../../ui/later-icons.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { plateWords } from '../../ui/plate-words.ts'
import { useToast } from '../../ui/toast.tsx'
import styles from './paper-sheet.module.css'
import words from './papers-texts.ts'
import type { Draft } from './use-draft.ts'
import type { Made } from './use-papers.ts'
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
