/** What the audit log can hold: every act that is written into it and every kind of thing it is about. */

/** Acts, `{group}.{verb}`. Each has a word in every language (`web/desks/audit/texts.ts`). */
export const auditActs = [
  'account.email_changed',
  'account.not_me',
  'account.password_changed',
  'account.password_sent',
  'account.phone_changed',
  'account.phone_left',
  'account.phone_set',
  'account.restored',
  'aml_list.refused',
  'aml_list.uploaded',
  'audit.searched',
  'bill.found',
  'claim.accepted',
  'claim.asked',
  'claim.completed',
  'claim.damage',
  'claim.looked_at',
  'claim.message',
  'claim.notice_joined',
  'claim.notice_signed',
  'claim.paper_again',
  'claim.paper_fits',
  'claim.paper_open',
  'claim.rejected',
  'claim.report',
  'claim.report_hidden',
  'claim.report_shown',
  'claim.sent',
  'claim.sign_asked',
  'claim.sign_declined',
  'claim.sign_withdrawn',
  'claim.sums',
  'claim.under_consideration',
  'claim.wait',
  'client.blocked',
  'client.document_revealed',
  'client.email_corrected',
  'client.erased',
  'client.iin_revealed',
  'client.kept',
  'client.kyc_seen',
  'client.looked_at',
  'client.note_added',
  'client.phone_revealed',
  'client.released',
  'client.unblocked',
  'contract.finding_settled',
  'contract.looked_at',
  'desk.searched',
  'difference.reopened',
  'difference.settled',
  'file.infected',
  'file.opened',
  'inbox.looked_at',
  'inbox.moved',
  'kyc.cases_seen',
  'order.code_sent',
  'order.email_changed',
  'order.found_issued',
  'order.give_back_asked',
  'order.give_back_declined',
  'order.give_back_withdrawn',
  'order.given_back',
  'order.looked_at',
  'order.opened',
  'order.refunded_outside',
  'order.rerun_documents',
  'order.rerun_issue',
  'order.rerun_notify',
  'papers.sent_again',
  'payment.charged_back',
  'period.act_recorded',
  'period.closed',
  'period.prepared',
  'period.withdrawn',
  'person.looked_up',
  'policy.cancelled',
  'policy.client_code_sent',
  'policy.client_proved',
  'policy.heirs_sent_to_staff',
  'policy.looked_up',
  'policy.searched',
  'policy.terminated',
  'policy.termination_calculated',
  'portal.blocked',
  'portal.unblocked',
  'reference.applied',
  'reference.proposed',
  'reference.rejected',
  'refund.details_approved',
  'refund.details_entered',
  'refund.sent_again',
  'refund.transferred',
  'report.export_asked',
  'report.exported',
  'sale.calculated',
  'sale.exported',
  'statement.imported',
  'statement.withdrawn',
  'user.blocked',
  'user.confirmed',
  'user.created',
  'user.made_by_operator',
  'user.password_reset',
  'user.role_changed',
  'user.seen',
  'user.sessions_ended',
  'user.terms_set',
  'user.unblocked',
  'users.seen',
  'vehicle.looked_up',
] as const
export type AuditAct = (typeof auditActs)[number]
/** Acts that earlier versions wrote: nothing writes them now, and their lines stay for good. */
export const formerActs = ['client.searched'] as const
/** What an act's name begins with, as the log is narrowed by; `user.` and `users.` are one. */
export type AuditGroup =
  | Exclude<
      AuditAct extends infer Act
        ? Act extends `${infer Group}.${string}`
          ? `${Group}.`
          : never
        : never,
      'user.' | 'users.'
    >
  | 'user'

/**
 * What each kind of object is named by: an `id` of the database, a keyed `digest` of a number that
 * must not stand in the log (`server/audit/lookup.ts`), or a `code`: a number people know, a name.
 */
export const auditObjects = {
  account: 'id',
  accounts: 'code',
  aml_list: 'code',
  application: 'id',
  audit: 'code',
  claim: 'code',
  claim_number: 'digest',
  contract: 'id',
  difference: 'code',
  feedback: 'id',
  file: 'id',
  foreign_policy: 'code',
  home: 'id',
  inbox: 'code',
  kyc_case: 'id',
  kyc_cases: 'code',
  notice: 'id',
  number: 'digest',
  order: 'id',
  order_number: 'digest',
  period: 'code',
  person: 'digest',
  phone: 'digest',
  policy: 'id',
  policy_number: 'digest',
  portal: 'code',
  reference: 'code',
  refund: 'id',
  report: 'code',
  search: 'digest',
  statement: 'code',
  vehicle: 'digest',
} as const
export type AuditKind = keyof typeof auditObjects
export const auditKinds = Object.keys(auditObjects) as AuditKind[]

/** A number that only its digest tells: it stands at no kind that is looked up by an id. */
export type Digest = string & { readonly digest: true }
type KindOf<Named> = {
  [Kind in AuditKind]: (typeof auditObjects)[Kind] extends Named ? Kind : never
}[AuditKind]
export type AuditObject =
  | { kind: KindOf<'digest'>; id: Digest }
  | { kind: KindOf<'id' | 'code'>; id: string & { readonly digest?: never } }
