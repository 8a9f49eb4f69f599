import { useState } from 'react'
import type { Zone } from '#domain/claim-way/answers.ts'
import { claimsUnder, type ProductName } from '#domain/products.ts'
import { zoneWords } from '#texts/claim-paper.ts'
import { sketches } from '../../claims/way/sketches.ts'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import { openBeside } from '../../http/open-beside.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { AgainIcon, PlusIcon, ShareIcon } from '../../ui/later-icons.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useKeys } from '../shell/keys.ts'
import words from './case-texts.ts'
import { Shown } from './documents.tsx'
import { type ClaimFile, useLink } from './file-link.ts'
import { usePaperName } from './names.ts'
import type { Paper } from './papers.ts'
import listWords from './texts.ts'
import styles from './viewer.module.css'
import zonesStyles from './zones.module.css'

type ZonesProps = { product: ProductName; zones: readonly Zone[] }

/** The drawing that the client marked, beside the photograph: what is damaged, and where. */
function Zones({ product, zones }: ZonesProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const { box, shapes, lines } = sketches[claimsUnder[product].scene]
  return (
    <figure className={zonesStyles.zones} data-scene={claimsUnder[product].scene}>
      <svg viewBox={box} aria-hidden="true">
        {shapes.map(({ zone, d }) => (
          <path
            key={zone}
            d={d}
            className={zonesStyles.zone}
            data-marked={zones.includes(zone) ? '' : undefined}
          />
        ))}
        <path d={lines} className={zonesStyles.line} />
      </svg>
      <figcaption>
        <b>{t.zones}</b>
        <ul>
          {zones.map((zone) => (
            <li key={zone}>{zoneWords[zone][locale]}</li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}

const zooms = ['fit', '150', '200', '300'] as const
export type Verdict = 'fits' | 'again' | null
type Props = {
  paper: Paper
  mayJudge: boolean
  /** Nobody has taken the claim: papers are judged after that. */
  isEarly: boolean
  busy: boolean
  onJudge: (to: Verdict) => void
  /** The client's marks on the drawing, if the paper shows the damage. */
  zones: readonly Zone[]
  product: ProductName
  /** The paper was on the screen: only then may it be accepted. */
  isSeen: boolean
  onShown: () => void
}

/** One paper, as large as the room allows; its judgement below. */
export function Viewer(props: Props) {
  const { paper, mayJudge, isEarly, busy, onJudge, zones, product, isSeen, onShown } = props
  const { file, state } = paper
  const t = useTexts(words)
  const label = usePaperName()(paper)
  const [zoom, setZoom] = useState(0)
  const [turns, setTurns] = useState(0)
  const nearer = () => setZoom((at) => Math.min(at + 1, zooms.length - 1))
  const farther = () => setZoom((at) => Math.max(at - 1, 0))
  useKeys({
    Equal: nearer,
    NumpadAdd: nearer,
    Minus: farther,
    NumpadSubtract: farther,
    Digit0: () => setZoom(0),
  })
  const isPicture = file.mime.startsWith('image/')
  return (
    <section className={styles.viewer} aria-label={t.viewer}>
      <div className={styles.tools}>
        <b>{label}</b>
        {isPicture ? (
          <>
            <Tool label={t.smaller} onClick={farther}>
              <MinusIcon />
            </Tool>
            <Tool label={t.larger} onClick={nearer}>
              <PlusIcon />
            </Tool>
            <Tool label={t.turn} onClick={() => setTurns((turns + 1) % 4)}>
              <AgainIcon />
            </Tool>
          </>
        ) : null}
        <Outside file={file} />
      </div>
      <div className={styles.sight}>
        <div className={styles.stage} data-zoom={zooms[zoom]} data-turn={turns}>
          {state === 'infected' ? (
            <Infected file={file} />
          ) : (
            <Picture file={file} label={label} onShown={onShown} />
          )}
        </div>
        {zones.length > 0 ? <Zones product={product} zones={zones} /> : null}
      </div>
      <Judge
        paper={paper}
        mayJudge={mayJudge}
        isEarly={isEarly}
        isSeen={isSeen}
        busy={busy}
        onJudge={onJudge}
      />
    </section>
  )
}

type JudgeProps = Pick<Props, 'paper' | 'mayJudge' | 'isEarly' | 'isSeen' | 'busy' | 'onJudge'>
/** Judgement of the paper and its author. */
function Judge({ paper, mayJudge, isEarly, isSeen, busy, onJudge }: JudgeProps) {
  const { file, state } = paper
  const t = useTexts(words)
  const said = file.verdict?.is ?? null
  return (
    <div className={styles.judge} data-acts={mayJudge && state !== 'infected' ? '' : undefined}>
      {mayJudge && state !== 'infected' ? (
        <>
          <Button
            variant="secondary"
            size="small"
            icon={<CheckIcon />}
            busy={busy}
            disabled={said === 'fits' || !isSeen}
            onClick={() => onJudge('fits')}
          >
            {t.fits} <kbd>Y</kbd>
          </Button>
          <Button
            variant="secondary"
            size="small"
            icon={<AgainIcon />}
            busy={busy}
            disabled={said === 'again'}
            onClick={() => onJudge('again')}
          >
            {t.again} <kbd>D</kbd>
          </Button>
          {said ? (
            <Button variant="quiet" size="small" busy={busy} onClick={() => onJudge(null)}>
              {t.undo}
            </Button>
          ) : null}
        </>
      ) : null}
      <span>
        {isEarly ? <b>{t.takeFirst}</b> : null}
        {[file.scan === 'clean' ? t.clean : t.state[state], almatyTime(file.at), file.verdict?.by]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
  )
}

function Tool({
  label,
  onClick,
  children,
}: {
  label: string
  onClick: () => void
  children: React.ReactNode
}) {
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

const MinusIcon = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 12h14" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  </svg>
)

function Picture({
  file,
  label,
  onShown,
}: {
  file: ClaimFile
  label: string
  onShown: () => void
}) {
  const link = useLink(file)
  return link.value?.url === null ? (
    <Infected file={file} />
  ) : (
    <Shown file={file} label={label} link={link} onShown={onShown} />
  )
}

function Infected({ file }: { file: ClaimFile }) {
  const t = useTexts(listWords)
  return (
    <p className={styles.infected}>
      {t.fileInfected}
      {file.signature ? <span>{t.signature(file.signature)}</span> : null}
    </p>
  )
}

function Outside({ file }: { file: ClaimFile }) {
  const t = useTexts(words)
  const { fileFailed } = useTexts(listWords)
  const say = useToast()
  const open = async () => {
    try {
      const { url } = await ask('cabinetFileLink', { id: file.id })
      openBeside(url)
    } catch (error) {
      const apiError = apiErrorOf(error)
      const text = apiError.kind === 'refused' ? apiError.message : fileFailed
      say({ text, tone: 'bad', kind: 'snackbar' })
    }
  }
  if (file.scan === 'infected') return null
  return (
    <Tool label={t.outside} onClick={() => void open()}>
      <ShareIcon />
    </Tool>
  )
}
