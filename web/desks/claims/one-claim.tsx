import { useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { plateWords } from '#domain/plate-words.ts'
import claimWords from '../../claims/texts.ts'
import { ask } from '../../http/ask.ts'
import { fileOf } from '../../http/download.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation, useReply } from '../../http/replies.ts'
import { fromTo, longDate, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/desk-parts.module.css'
import { BackIcon } from '../../ui/icons.tsx'
import { DocumentIcon } from '../../ui/later-icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { setQuery, useQuery } from '../../ui/query.ts'
import { useToast } from '../../ui/toast.tsx'
import { useLive } from '../live.ts'
import { MaskedNumber } from '../masked/masked-number.tsx'
import { CaseNotes } from '../notes/case-notes.tsx'
import { useKeys, useOpened } from '../shell/keys.ts'
import { Strip } from '../strip/strip.tsx'
import { AccidentNotice } from './accident-notice.tsx'
import styles from './case.module.css'
import caseWords from './case-texts.ts'
import type { ClaimPart, StaffClaim } from './claim.ts'
import { Damage } from './damage.tsx'
import { Decide } from './decide.tsx'
import { History } from './history.tsx'
import { LawLine } from './law-line.tsx'
import { StateMark } from './marks.tsx'
import { Messages } from './messages.tsx'
import { PaperList } from './paper-list.tsx'
import { nextToJudge, type Paper, papersOf } from './papers.ts'
import { Report } from './report.tsx'
import { Requests } from './requests.tsx'
import { Rules } from './rules.tsx'
import { Signs } from './signs.tsx'
import words from './texts.ts'
import { type Verdict, Viewer } from './viewer.tsx'

/** Whose claim it is, and of which policy. */
export function About({ claim }: { claim: StaffClaim }) {
  const t = useTexts(words)
  const of = useTexts(claimWords)
  const locale = useLocale()
  const whose = { claim_id: claim.claim_id }
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{t.client}</h2>
      <Strip
        title={t.client}
        facts={[
          { label: t.client, value: claim.client.name },
          { label: t.iin, value: <MaskedNumber of={whose} what="iin" masked={claim.client.iin} /> },
          {
            label: t.phone,
            value: claim.client.phone ? (
              <MaskedNumber of={whose} what="phone" masked={claim.client.phone} />
            ) : (
              '–'
            ),
          },
          { label: t.policy, value: claim.global_id },
          { label: t.period, value: fromTo(locale, claim.period.start, claim.period.end) },
          claim.property_address
            ? { label: t.address, value: claim.property_address }
            : { label: t.car, value: claim.plates.join(', ') || '–' },
          { label: t.sent, value: longDate(locale, claim.claim_date) },
          { label: t.case, value: of.cases[claim.claim_case].label },
          { label: t.role, value: of.statuses[claim.claim_status] },
          ...(claim.third_party ? [{ label: t.thirdParty, value: claim.third_party }] : []),
        ]}
      />
      <a
        className={parts.back}
        href={`${pathOf('staff-clients', locale)}?client=${claim.account_id}`}
      >
        {t.clientPage}
      </a>
    </section>
  )
}

/** One claim as a case: its papers, one of them in sight, and what can be decided. */
export function OneClaim() {
  const id = useQuery().get('claim') ?? ''
  const t = useTexts(caseWords)
  const loading = useReply(ask, 'staffClaim', { claim_id: id })
  useLive(id, 'staffClaim')
  useOpened(true, () => setQuery({ claim: null }))
  return (
    <section className={styles.whole} aria-label={t.decision}>
      <Loaded loading={loading} value={loading.value}>
        {(claim) => <Case key={claim.claim_id} claim={claim} onDone={loading.again} />}
      </Loaded>
    </section>
  )
}

function Case({ claim, onDone }: ClaimPart) {
  const papers = papersOf(claim)
  const first =
    papers.find(({ state, isOlder, isPhoto }) => state === 'open' && !isOlder && !isPhoto) ??
    papers[0]
  const [chosen, setChosen] = useState(first?.file.id ?? null)
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set())
  const { busy, judge } = useJudge({ claim, papers, chosen, seen, onDone, onChoose: setChosen })
  const at = papers.findIndex(({ file }) => file.id === chosen)
  const paper = papers[at]
  /** Papers are judged by whoever took the claim: before that nothing competes with taking it. */
  const mayJudge = claim.status === 'under_consideration' || claim.status === 'accepted'
  const step = (by: number) => setChosen(papers[at + by]?.file.id ?? chosen)
  useKeys({
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    ...(mayJudge ? { KeyY: () => judge('fits'), KeyD: () => judge('again') } : {}),
    ...(claim.held ? {} : { KeyZ: () => judge(null) }),
  })
  return (
    <>
      <Head claim={claim} />
      <div className={styles.case}>
        <PaperList
          claim={claim}
          papers={papers}
          chosen={chosen}
          onChoose={setChosen}
          onDone={onDone}
        />
        {paper ? (
          <Viewer
            key={`${paper.file.id} ${paper.file.scan}`}
            paper={paper}
            mayJudge={mayJudge && !paper.isPhoto}
            isEarly={claim.status === 'wait' && !paper.isPhoto}
            zones={paper.isPhoto || paper.file.type === 'damage_document' ? claim.zones : []}
            product={claim.policy_type}
            busy={busy}
            onJudge={judge}
            isSeen={seen.has(paper.file.id)}
            onShown={() => setSeen((before) => new Set(before).add(paper.file.id))}
          />
        ) : null}
        <Aside claim={claim} onDone={onDone} />
      </div>
    </>
  )
}

type Judging = ClaimPart & {
  papers: readonly Paper[]
  chosen: string | null
  seen: ReadonlySet<string>
  onChoose: (id: string) => void
}
/** Says of the chosen paper what a person thinks of it, and goes on to the next one. */
function useJudge({ claim, papers, chosen, seen, onDone, onChoose }: Judging) {
  const t = useTexts(caseWords)
  const { busy, once } = useMutation()
  const say = useToast()
  const judge = async (to: Verdict) => {
    const paper = papers.find((one) => one.file.id === chosen)
    const file = paper?.isPhoto ? undefined : paper?.file
    const from = file?.verdict?.is ?? null
    if (!file || from === to || busy) return
    if (to === 'fits' && !seen.has(file.id))
      return say({ text: t.notSeen, tone: 'bad', kind: 'snackbar' })
    const of = { claim_id: claim.claim_id, file_id: file.id, from, to }
    const isDone = await once(
      () => ask('staffClaimJudge', of),
      (error) =>
        say({ text: apiErrorOf(error).message || t.notSaid, tone: 'bad', kind: 'snackbar' }),
    )
    if (isDone && to === 'fits') onChoose(nextToJudge(papers, file.id))
    onDone()
  }
  return { busy, judge: (to: Verdict) => void judge(to) }
}

/** The number, the state, who it is about, and the fifteen working days. */
function Head({ claim }: { claim: StaffClaim }) {
  const t = useTexts(caseWords)
  const of = useTexts(claimWords)
  const locale = useLocale()
  const [deadline = null] = claim.deadlines
  return (
    <div className={styles.head}>
      <a className={styles.back} href={pathOf('staff-claims', locale)} aria-label={t.back}>
        <BackIcon />
      </a>
      <div className={styles.about}>
        <span>
          <h2>{claim.claim_number}</h2>
          <StateMark state={claim.status} />
        </span>
        <span className={styles.soft}>
          {[
            claim.client.name,
            of.statuses[claim.claim_status],
            ...claim.plates.map(plateWords),
            claim.damage_type,
          ].join(' · ')}
        </span>
      </div>
      {deadline ? (
        <LawLine
          from={claim.rules.counted_from}
          direct={claim.rules.direct}
          today={claim.rules.today}
          moved={claim.rules.moved}
          deadline={deadline}
          named
        />
      ) : null}
      <CaseFile claim={claim} />
    </div>
  )
}

const saveCaseFile = fileOf('staffClaimFile')

/** The whole case as one PDF, in the language of the desk. */
function CaseFile({ claim }: { claim: StaffClaim }) {
  const t = useTexts(caseWords)
  const say = useToast()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await saveCaseFile({ claim_id: claim.claim_id }, new AbortController().signal, () => {})
    } catch (error) {
      say({ text: apiErrorOf(error).message || t.caseFileFailed, tone: 'bad', kind: 'snackbar' })
    }
    setBusy(false)
  }
  return (
    <Button
      variant="secondary"
      size="small"
      className={styles.caseFile}
      icon={<DocumentIcon />}
      busy={busy}
      onClick={() => void save()}
    >
      {t.caseFile}
    </Button>
  )
}

function Aside({ claim, onDone }: ClaimPart) {
  return (
    <aside className={styles.aside}>
      <Decide claim={claim} onDone={onDone} />
      <CaseNotes
        key={claim.claim_id}
        about="claim"
        subject={claim.claim_id}
        of={claim.notes}
        onDone={onDone}
      />
      <Signs signs={claim.signs} />
      <Rules claim={claim} />
      <AccidentNotice claim={claim} />
      <About claim={claim} />
      <Messages claim={claim} onDone={onDone} />
      <Report claim={claim} onDone={onDone} />
      <Requests claim={claim} onDone={onDone} />
      <Damage claim={claim} onDone={onDone} />
      <History claim={claim} />
    </aside>
  )
}
