import { claimStates } from '#domain/claims/state.ts'
import { chargeStates, subscriptionStates } from '#domain/home/subscription.ts'
import { orderStates } from '#domain/order.ts'
import { attemptStates } from '#domain/payment-attempt.ts'
import { policyStates } from '#domain/policy-states.ts'

/** What has an id in a call, and which of it the world has: a statement each. `beside`: the fields that belong to it in the same body. */
export const things = {
  order: `select id as value, json_build_object('amount', amount) as beside from orders union all select id, null from home_subscriptions`,
  ogpo: `select id as value from orders`,
  home: `select id as value from home_subscriptions`,
  policy: `select global_id as value from policies`,
  quote: `select id::text as value from quotes where promoter_iin is null`,
  soldQuote: `select id::text as value from quotes where promoter_iin is not null`,
  homeQuote: `select id::text as value from home_quotes`,
  ending: `select e.id::text as value, json_build_object('globalId', p.global_id, 'refundAmount', e.refund) as beside
    from policy_endings e join policies p on p.id = e.policy_id`,
  papers: `select o.calculation_id::text as value, json_build_object('covernoteUuid', d.uuid) as beside
    from documents d join policies p on p.id = d.policy_id join orders o on o.id = p.order_id where d.kind = 'covernote'`,
  progress: `select progress_key as value from orders`,
  handOff: `select key as value from hand_offs`,
  clientForm: `select id::text as value from client_forms`,
  clientFormKey: `select key as value from client_forms`,
  notice: `select $notice as value`,
  noticeDraft: `select $draft as value union all select id::text from claim_drafts`,
  notMe: `select $notMe as value`,
  visit: `select $visit as value`,
  signIn: `select '${'p'.repeat(27)}' as value`,
  consentRequest: `select request_id as value from consents where request_id is not null`,
  consent: `select id::text as value from consents`,
  claim: `select id as value, json_build_object('damage_type', damage_type) as beside from claims`,
  request: `select id::text as value, json_build_object('claim_id', claim_id) as beside from claim_requests`,
  paper: `select id::text as value, json_build_object('claim_id', claim_id) as beside from files where claim_id is not null`,
  file: `select id::text as value from files`,
  draft: `select id::text as value from claim_drafts`,
  photograph: `select id::text as value, json_build_object('draft_id', draft_id) as beside from files where draft_id is not null`,
  signature: `select id::text as value from signatures`,
  account: `select id::text as value from accounts`,
  session: `select id::text as value from tokens where account_id is not null limit 4`,
  card: `select id::text as value from cards`,
  case: `select id::text as value from kyc_cases`,
  notesCase: `select id as value, json_build_object('about', 'order') as beside from orders
    union all select id, json_build_object('about', 'claim') from claims
    union all select id::text, json_build_object('about', 'client') from accounts
    union all select id::text, json_build_object('about', 'inbox') from feedback`,
  note: `select id::text as value from desk_notes union all select gen_random_uuid()::text`,
  message: `select id::text as value from feedback`,
  attempt: `select id as value from payment_attempts`,
  refund: `select id as value from refunds`,
  contract: `select id as value from contracts`,
  statement: `select id::text as value from statements`,
  statementFormat: `select id::text as value from statement_formats`,
  export: `select id::text as value from exports`,
  proposal: `select id::text as value from reference_proposals`,
  promoterDraft: `select id::text as value from promoter_drafts`,
  promoter: `select id::text as value from accounts where realm = 'promoter'`,
  booksStart: `select id::text as value from books_starts union all select gen_random_uuid()::text`,
  insurerPaper: `select id::text as value from insurer_papers union all select gen_random_uuid()::text`,
  insurerPayment: `select id::text as value from insurer_payments union all select '1'`,
  /** Ids that the caller makes. */
  own: `select gen_random_uuid()::text as value`,
} as const satisfies Record<string, string>
export type Thing = keyof typeof things

/**
 * States a thing is put into, whatever else its rows say: `$id` is the thing, `$state` the state;
 * `of` says which of them are tried so, the richest.
 */
type Forced = { of: string; sets: readonly (readonly [string, readonly string[]])[] }
const orders: Forced = {
  of: `select o.id as value from orders o join policies p on p.order_id = o.id and p.state = 'cancelled'
    union all select subject from signatures`,
  sets: [
    ['update orders set state = $state where id = $id', orderStates],
    ['update payment_attempts set state = $state where order_id = $id', attemptStates],
    ['update refunds set state = $state where order_id = $id', ['due', 'done', 'failed']],
    ['update fiscal_receipts set state = $state where order_id = $id', ['due', 'done', 'refused']],
  ],
}
const homes: Forced = {
  of: `select id as value from home_subscriptions where state = 'active' order by buyer_iin limit 1`,
  sets: [
    ['update home_subscriptions set state = $state where id = $id', subscriptionStates],
    ['update home_charges set state = $state where subscription_id = $id', chargeStates],
  ],
}
export const forced: Partial<Record<Thing, readonly Forced[]>> = {
  order: [orders, homes],
  ogpo: [orders],
  home: [homes],
  policy: [
    {
      of: `(select global_id as value from policies where state = 'active' and kind = 'ogpo' and promoter_iin is null order by start_date limit 1)
        union all (select global_id from policies where kind = 'home' limit 1)
        union all (select global_id from policies where promoter_iin is not null and state = 'active' limit 1)`,
      sets: [['update policies set state = $state where global_id = $id', policyStates]],
    },
  ],
  ending: [
    {
      of: `select id::text as value from policy_endings where state = 'calculated' limit 1`,
      sets: [
        [
          'update policy_endings set state = $state where id = $id::uuid',
          ['calculated', 'accepted', 'done', 'dropped'],
        ],
      ],
    },
  ],
  claim: [
    {
      of: `select id as value from claims`,
      sets: [
        ['update claims set state = $state where id = $id', claimStates],
        ['update files set scan = $state where claim_id = $id', ['waiting', 'clean', 'infected']],
      ],
    },
  ],
  refund: [
    {
      of: `select id as value from refunds`,
      sets: [['update refunds set state = $state where id = $id', ['due', 'done', 'failed']]],
    },
  ],
  attempt: [
    {
      of: `select id as value from payment_attempts where order_id in (select subject from signatures)`,
      sets: [['update payment_attempts set state = $state where id = $id', attemptStates]],
    },
  ],
  case: [
    {
      of: things.case,
      sets: [
        ['update kyc_cases set status = $state where id = $id::uuid', ['blocked', 'unblocked']],
      ],
    },
  ],
  message: [
    {
      of: things.message,
      sets: [
        ['update feedback set state = $state where id = $id', ['new', 'in_work', 'answered']],
        [
          'update feedback set kind = $state where id = $id',
          ['message', 'call_back', 'organisation'],
        ],
      ],
    },
  ],
  signature: [
    {
      of: things.signature,
      sets: [
        [
          `update signatures set state = $state, decided_by = case $state when 'waiting' then null when 'withdrawn' then asked_by else 'staff:other' end,
            decided_at = case $state when 'waiting' then null else now() end where id = $id::uuid`,
          ['waiting', 'signed', 'refused', 'withdrawn'],
        ],
      ],
    },
  ],
  export: [
    {
      of: `${things.export} limit 1`,
      sets: [
        [
          'update exports set state = $state where id = $id::uuid',
          ['queued', 'making', 'done', 'failed', 'stopped', 'gone'],
        ],
      ],
    },
  ],
  proposal: [
    {
      of: `${things.proposal} where state <> 'rejected' limit 2`,
      sets: [
        [
          `update reference_proposals set state = $state, decided_by = case $state when 'proposed' then null else 'staff:other' end,
            decided_at = case $state when 'proposed' then null else now() end where id = $id::uuid`,
          ['proposed', 'applied', 'rejected'],
        ],
      ],
    },
  ],
  consent: [
    {
      of: things.consent,
      sets: [
        [
          'update consents set state = $state where id = $id::uuid',
          ['awaiting', 'approved', 'rejected', 'expired'],
        ],
      ],
    },
  ],
  account: [
    {
      of: `select id::text as value from accounts where iin = '850315399904' or realm = 'promoter' or iin = '850505499909'`,
      sets: [
        [
          `update accounts set blocked_at = case $state when 'blocked' then now() end, deletion_asked_at = case $state when 'leaving' then now() end,
            deletion_due_on = case $state when 'leaving' then '2026-12-24'::date end, phone = case $state when 'bare' then null else phone end,
            password_hash = case $state when 'bare' then null else password_hash end where id = $id::uuid`,
          ['blocked', 'leaving', 'bare'],
        ],
      ],
    },
  ],
}
