import { useEffect, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { almatyDay } from '#domain/calendar.ts'
import { claimCases } from '#domain/claims/facts.ts'
import page from '../cabinet/cabinet.module.css'
import { useCabinet } from '../cabinet/cabinet.ts'
import type { Claim } from '../cabinet/state.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { askAnew, useMutation, useReply } from '../http/replies.ts'
import { longDate, useLocale, useTexts } from '../texts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Facts } from '../ui/facts.tsx'
import { CheckIcon, CloseIcon } from '../ui/icons.tsx'
import { ClockIcon, PlusIcon } from '../ui/later-icons.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Notice } from '../ui/notice.tsx'
import { RadioCards } from '../ui/radio-cards.tsx'
import { Timeline } from '../ui/timeline.tsx'
import { useToast } from '../ui/toast.tsx'
import { ClaimFormDialog, type ClaimProps } from './claim-form.tsx'
import styles from './claims.module.css'
import { ClaimDetails } from './details.tsx'
import { type ClaimForm, newForm, stepsOf } from './form.ts'
import words from './texts.ts'

type Drafts = Reply<'claimDrafts'>['data']

/** Claims that are begun and wait for their client, on whichever device. */
export function Begun({ drafts }: { drafts: Drafts }) {
  const t = useTexts(words)
  const locale = useLocale()
  const say = useToast()
  const { doing, once } = useMutation('claimDrafts')
  const drop = (id: string) =>
    once(
      () => ask('claimDraftDrop', { id }),
      () => say({ text: t.dropFailed, tone: 'bad', kind: 'snackbar' }),
      id,
    )
  if (drafts.length === 0) return null
  const day = (instant: string) => longDate(locale, almatyDay(new Date(instant)))
  return (
    <ul className={page.stack}>
      {drafts.map((draft) => (
        <Card as="li" key={draft.id}>
          <div className={page.cardHead}>
            <h3>{t.begun}</h3>
            <Chip tone="now" icon={<ClockIcon />}>
              {t.notSent}
            </Chip>
          </div>
          <p className={page.soft}>
            {draft.answers.happened ? `${t.happened[draft.answers.happened]}. ` : null}
            {t.kept(day(draft.kept_until))}
          </p>
          <div className={page.actions}>
            <LinkButton size="small" href={`${pathOf('claim', locale)}?draft=${draft.id}`}>
              {t.goOn}
            </LinkButton>
            <Button
              variant="quiet"
              size="small"
              busy={doing === draft.id}
              onClick={() => void drop(draft.id)}
            >
              {t.drop}
            </Button>
          </div>
        </Card>
      ))}
    </ul>
  )
}

/** Case choice, then the documents (specification, section 4, "Claim status"). */
export function NewClaim(props: ClaimProps) {
  const [chosen, setChosen] = useState(false)
  return chosen ? (
    <ClaimFormDialog {...props} onBack={() => setChosen(false)} />
  ) : (
    <CaseChoice {...props} onNext={() => setChosen(true)} />
  )
}

function CaseChoice({ form, onForm, onClose, onNext }: ClaimProps & { onNext: () => void }) {
  const t = useTexts(words)
  const [missing, setMissing] = useState(false)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.report}
      closeLabel={t.close}
      actions={
        <Button onClick={() => (form.case ? onNext() : setMissing(true))}>{t.continue}</Button>
      }
    >
      <RadioCards
        name="claim-case"
        label={t.caseTitle}
        error={missing ? t.choose : undefined}
        defaultValue={form.case ?? undefined}
        onValue={(value) => {
          setMissing(false)
          onForm((now) => ({ ...now, case: claimCases.find((one) => one === value) ?? null }))
        }}
        options={claimCases.map((value) => ({ value, ...t.cases[value] }))}
      />
    </Dialog>
  )
}

/** Claims: the list, each with its way and its details, and a new one. */
export function ClaimsTab() {
  const t = useTexts(words)
  const locale = useLocale()
  const [form, setForm] = useState<ClaimForm | null>(null)
  const [open, setOpen] = useState(false)
  const [sent, setSent] = useState<string | null>(null)
  const { loading, claims: known, drafts, policies } = useClaims()
  const begin = () => {
    setForm((now) => now ?? newForm(crypto.randomUUID(), policies[0]?.global_id ?? ''))
    setOpen(true)
  }
  const report = (
    <div className={styles.entry}>
      <LinkButton icon={<PlusIcon />} href={pathOf('claim', locale)}>
        {t.report}
      </LinkButton>
      <Button variant="quiet" size="small" onClick={begin}>
        {t.ownPapers}
      </Button>
    </div>
  )
  return (
    <>
      <Loaded loading={loading} value={known}>
        {(claims) =>
          claims.length === 0 && drafts.length === 0 ? (
            <EmptyState
              title={t.empty}
              action={
                policies.length ? (
                  report
                ) : (
                  <LinkButton href={pathOf('ogpo-calculator', locale)}>{t.calculate}</LinkButton>
                )
              }
            >
              {policies.length ? t.emptyText : t.noPolicies}
            </EmptyState>
          ) : (
            <>
              {policies.length ? report : null}
              <Begun drafts={drafts} />
              <ul className={page.stack}>
                {claims.map((claim) => (
                  <OneClaim key={claim.claim_id} claim={claim} onChanged={loading.again} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {open && form ? (
        <NewClaim
          policies={policies}
          form={form}
          onForm={(change) => setForm((now) => now && change(now))}
          onClose={() => setOpen(false)}
          onSent={(number) => {
            setOpen(false)
            setForm(null)
            setSent(number)
            loading.again()
          }}
        />
      ) : null}
      <Received number={sent} onClose={() => setSent(null)} />
    </>
  )
}

/** The client's claims, and the policies that something may have happened under. */
function useClaims() {
  const { state, dispatch } = useCabinet()
  const claims = useReply(ask, 'claimGetClaims', {})
  const known = useReply(ask, 'cabinetPolicies', {})
  const begun = useReply(ask, 'claimDrafts', {})
  const isHere = claims.here && known.here && begun.here
  useEffect(() => {
    if (!isHere || !claims.value || !known.value) return
    dispatch({ type: 'claims', claims: claims.value })
    dispatch({ type: 'policies', policies: known.value })
  }, [isHere, claims.value, known.value, dispatch])
  const { active, inactive } = state.PERSONAL_POLICIES
  const policies = [...(active ?? []), ...inactive].filter(
    ({ state: now }) => now !== 'pending' && now !== 'cancelled',
  )
  const loading = {
    error: claims.error ?? known.error ?? begun.error,
    again: () => void askAnew(['claimGetClaims', 'cabinetPolicies', 'claimDrafts']),
  }
  return { loading, claims: state.PERSONAL_CLAIMS, drafts: begun.value ?? [], policies }
}

/** A claim was sent, and its number. */
function Received({ number, onClose }: { number: string | null; onClose: () => void }) {
  const t = useTexts(words)
  return (
    <Dialog
      open={number !== null}
      onClose={onClose}
      title={t.receivedTitle}
      closeLabel={t.close}
      actions={<Button onClick={onClose}>{t.done}</Button>}
    >
      <Notice tone="success" live title={t.received(number ?? '')}>
        {t.receivedText}
      </Notice>
    </Dialog>
  )
}

const marks = {
  wait: { tone: 'plain', icon: <ClockIcon /> },
  under_consideration: { tone: 'plain', icon: <ClockIcon /> },
  accepted: { tone: 'good', icon: <CheckIcon /> },
  completed: { tone: 'good', icon: <CheckIcon /> },
  rejected: { tone: 'bad', icon: <CloseIcon /> },
} as const

/** One claim: its way as a timeline with the law's deadlines, and on demand everything else. */
function OneClaim({ claim, onChanged }: { claim: Claim; onChanged: () => void }) {
  const t = useTexts(words)
  const locale = useLocale()
  const [open, setOpen] = useState(false)
  const { tone, icon } = marks[claim.status]
  const details = `claim-${claim.claim_id}`
  const day = (instant: string) => longDate(locale, almatyDay(new Date(instant)))
  return (
    <Card as="li">
      <div className={page.cardHead}>
        <h3>{t.number(claim.claim_number)}</h3>
        <Chip tone={tone} icon={icon}>
          {t.states[claim.status]}
        </Chip>
      </div>
      <div className={page.gap}>
        <Facts
          facts={[
            { label: t.policy, value: claim.global_id },
            { label: t.date, value: longDate(locale, claim.claim_date) },
            { label: t.damage, value: claim.damage_type },
            { label: t.case, value: t.cases[claim.claim_case].label },
            { label: t.role, value: t.statuses[claim.claim_status] },
          ]}
        />
      </div>
      {open ? null : (
        <Timeline
          label={t.steps}
          events={stepsOf(claim.status, []).map(({ status, state }) => ({
            id: status,
            title: t.states[status],
            state,
            stateLabel: t.marks[state],
            time: status === 'wait' ? longDate(locale, claim.claim_date) : undefined,
          }))}
        />
      )}
      {claim.deadlines.length > 0 ? (
        <ul className={classNames(page.gap, styles.deadlines)}>
          {claim.deadlines.map(({ kind, due }) => (
            <li key={kind}>
              {t.deadline(
                kind === 'payment' && claim.status === 'accepted'
                  ? t.paymentDue
                  : t.deadlines[kind],
                longDate(locale, due).replaceAll(' ', '\u00a0'),
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {claim.deadlines.some(({ late }) => late) ? <Notice tone="warn" title={t.late} /> : null}
      {claim.asked > 0 && !open ? (
        <Notice
          tone="warn"
          title={t.asked(claim.asked)}
          action={
            <Button size="small" onClick={() => setOpen(true)}>
              {t.answer}
            </Button>
          }
        >
          {t.askedText}
        </Notice>
      ) : null}
      <div id={details}>
        {open ? <ClaimDetails claim={claim} day={day} onChanged={onChanged} /> : null}
      </div>
      <Acts claim={claim} open={open} details={details} onOpen={() => setOpen(!open)} />
    </Card>
  )
}

type ActsProps = { claim: Claim; open: boolean; details: string; onOpen: () => void }

/** The other actions of a claim, and its verdict if it was declared through the guided steps. */
function Acts({ claim, open, details, onOpen }: ActsProps) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <div className={page.actions}>
      <Button
        variant="secondary"
        size="small"
        aria-expanded={open}
        aria-controls={details}
        onClick={onOpen}
      >
        {open ? t.less : t.more}
      </Button>
      {claim.by_way ? (
        <LinkButton
          variant="quiet"
          size="small"
          href={`${pathOf('claim', locale)}?claim=${claim.claim_id}`}
        >
          {t.verdict}
        </LinkButton>
      ) : null}
    </div>
  )
}
