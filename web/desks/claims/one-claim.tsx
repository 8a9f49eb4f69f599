import { useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { numericDay } from '#domain/calendar.ts'
import { plateWords } from '#domain/plate-words.ts'
import { claimEventNote } from '#texts/claim-events.ts'
import claimWords from '../../claims/texts.ts'
import { ask } from '../../http/ask.ts'
import { fileOf } from '../../http/download.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation, useReply } from '../../http/replies.ts'
import { fromTo, longDate, useLocale, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import parts from '../../ui/desk-parts.module.css'
import { BackIcon } from '../../ui/icons.tsx'
import { DocumentIcon } from '../../ui/later-icons.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { setQuery, useQuery } from '../../ui/query.ts'
import { useToast } from '../../ui/toast.tsx'
import { useLive } from '../live.ts'
import { MaskedNumber } from '../masked/masked-number.tsx'
import { CaseNotes } from '../notes/case-notes.tsx'
import { useKeys, useOpened } from '../shell/keys.ts'
import { Signing } from '../signatures/signing.tsx'
import { Strip } from '../strip/strip.tsx'
import { AccidentNotice } from './accident-notice.tsx'
import { Acts, goesOut } from './acts.tsx'
import styles from './case.module.css'
import caseWords from './case-texts.ts'
import claimsWords, { signingWords } from './case-texts.ts'
import type { ClaimPart, StaffClaim } from './claim.ts'
import decision from './decision.module.css'
import { LawLine } from './law-line.tsx'
import { StateMark } from './marks.tsx'
import { Messages } from './messages.tsx'
import { PaperList } from './paper-list.tsx'
import { nextToJudge, type Paper, papersOf } from './papers.ts'
import { Report } from './report.tsx'
import { Requests } from './requests.tsx'
import { Rules } from './rules.tsx'
import { Signs } from './signs.tsx'
import { Sums } from './sums.tsx'
import words from './texts.ts'
import listWords from './texts.ts'
import { useServerValue } from './use-server-value.ts'
import { type Verdict, Viewer } from './viewer.tsx'

/** The client of the claim and their policy. */
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

/** One claim as a case: its papers, the open one, and the possible decisions. */
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
  /**
   * Only the person who took the claim judges papers: until then nothing competes with taking it.
   */
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
/** Records the judgement of the chosen paper and moves on to the next one. */
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

/** Number, state, client and the fifteen working days. */
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

/** Who did what with the claim, and when. */
function History({ claim }: { claim: StaffClaim }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <Card title={t.history}>
      <ol className={parts.lines}>
        {claim.events.map((event) => (
          <li key={event.id}>
            <span>
              {t.events[event.what] ?? event.what}
              {event.note ? `: ${claimEventNote(event.what, event.note, locale)}` : ''}
            </span>
            <span className={parts.soft}>
              {almatyTime(event.at)},{' '}
              {event.by.kind === 'client'
                ? t.byClient
                : event.by.kind === 'scanner'
                  ? t.byScanner
                  : event.by.name}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Sums, the reason and the possible decisions. */
function Decide({ claim, onDone }: ClaimPart) {
  const t = useTexts(claimsWords)
  const { kinds } = useTexts(listWords)
  const [due] = claim.deadlines
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>
        {t.decision}
        {due ? (
          <span
            className={decision.due}
            data-late={due.late ? '' : undefined}
            data-today={due.due === claim.rules.today ? '' : undefined}
          >
            {kinds[due.kind]}: {numericDay(due.due)}
          </span>
        ) : null}
      </h2>
      <Sums claim={claim} onDone={onDone} />
      <ClaimSigning claim={claim} onDone={onDone} />
      <Acts claim={claim} onDone={onDone} />
    </section>
  )
}

/** A decision by two: what the first signed, and the second's line. */
function ClaimSigning({ claim, onDone }: ClaimPart) {
  const t = useTexts(signingWords)
  const caseTexts = useTexts(caseWords)
  const { signature, signed } = claim.signing
  if (!signature || !signed) return null
  const isWaiting = signature.state === 'waiting'
  // A withdrawn signature means nothing after the claim was decided.
  if (!isWaiting && claim.status !== 'under_consideration' && signature.state !== 'signed')
    return null
  const id = { signature_id: signature.id }
  const { payable } = signed
  const goes = goesOut({ claim, notice: 'accepted', payable }, caseTexts, t.noSum)
  return (
    <section data-decides="" className={decision.signing} aria-label={t.title}>
      <h3>{t.title}</h3>
      <dl className={styles.facts}>
        {[
          ...(isWaiting ? goes : goes.slice(0, 1)),
          [t.reason, signature.reason] as const,
          ...(isWaiting ? ([[t.message, t.messageText]] as const) : []),
        ].map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isWaiting && !signed.holds ? <Notice tone="warn" title={t.changed} /> : null}
      <Signing
        signature={{ ...signature, held: null }}
        label={t.approve}
        maySign={signed.holds && !claim.held}
        sign={() => ask('staffClaimSign', { ...id, hold: true })}
        refuse={(note) => ask('staffClaimDecline', { ...id, note })}
        withdraw={() => ask('staffClaimWithdraw', id)}
        onDone={onDone}
      />
    </section>
  )
}

/** The type of damage in the client's words, for correction. */
function Damage({ claim, onDone }: ClaimPart) {
  const t = useTexts(words)
  const of = useTexts(signingWords)
  const act = useAct()
  const field = useServerValue(claim.damage_type)
  const save = async (form: FormData) => {
    const to = String(form.get('damage') ?? '').trim()
    if (to === claim.damage_type) return
    const from = claim.damage_type
    if (await act.run(() => ask('staffClaimDamage', { claim_id: claim.claim_id, from, to })))
      field.kept()
    onDone()
  }
  return (
    <Card title={t.damage}>
      <div className={parts.form}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void save(new FormData(event.currentTarget))
          }}
        >
          <LimitedField
            name="damage"
            label={t.damage}
            key={field.round}
            hint={field.behind ? of.meanwhileSaid(claim.damage_type) : t.informed}
            defaultValue={field.seen}
            onValue={field.typed}
            maxLength={200}
            error={act.errors.to}
          />
          <ActError act={act} />
          <Button type="submit" variant="secondary" busy={act.busy}>
            {t.save}
          </Button>
        </form>
      </div>
    </Card>
  )
}
