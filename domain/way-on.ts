import type { RefusalCode } from './finding.ts'
import * as refusals from './refusals.ts'

/** A client's next steps after a refusal. Some lead to a page, the others are acts of the page. */
export type WayOn =
  /** The same once more. */
  | 'again'
  /** A new price before anything is ordered. */
  | 'price'
  /** The field the refusal is about. */
  | 'fix'
  /** The purchase with a government sign-in, which needs no SMS. */
  | 'egov'
  /** The number is put down to its owner in the state's database. */
  | 'link_phone'
  /** A document is renewed, or what the registers hold is checked. */
  | 'register'
  /** Another driver, or one driver less. */
  | 'other_driver'
  /** Another person signs. */
  | 'other_person'
  | 'other_insurer'
  | 'other_phone'
  | 'card'
  | 'bank'
  | 'new_code'
  | 'sign_in'
  /** Own policies and orders. */
  | 'policies'
  | 'organisations'
  | 'call_back'
  | 'call'

/**
 * Next steps after each refusal, the likeliest first; 'staff' for those that only a desk or the
 * portal gives. A new refusal does not compile without its line.
 */
export const waysOnByCode: Readonly<Record<RefusalCode, readonly [WayOn, ...WayOn[]] | 'staff'>> = {
  [refusals.scoring]: ['again', 'call'],
  [refusals.invoicePhoneNotFound]: ['other_phone', 'card', 'call'],
  [refusals.noValidDocuments]: ['register', 'other_person', 'call'],
  [refusals.documentsNotSuitable]: ['register', 'other_person', 'call'],
  [refusals.apiUnavailable]: ['again', 'call'],
  [refusals.setClientFailed]: ['again', 'call'],
  [refusals.terroristMatch]: ['call'],
  [refusals.notResident]: ['other_person', 'call_back', 'call'],
  [refusals.licenceNotFound]: ['other_driver', 'register', 'call'],
  [refusals.licenceExpired]: ['other_driver', 'register', 'call'],
  [refusals.underAge]: ['other_driver', 'call'],
  [refusals.nearControlPoint]: ['again', 'call'],
  [refusals.brokerPremiumMismatch]: ['price', 'call'],
  [refusals.passwordResetRateLimit]: ['call'],
  [refusals.loginRateLimit]: ['call'],
  [refusals.phoneHadEnough]: ['call'],
  [refusals.notInDatabase]: ['again', 'call'],
  [refusals.pageBlocked]: ['call_back', 'call'],
  [refusals.phoneNotLinked]: ['egov', 'link_phone', 'call'],
  [refusals.consentMissing]: ['other_driver', 'call'],
  [refusals.carStillRegistered]: ['call'],
  [refusals.tooLateToCancel]: ['policies', 'call'],
  [refusals.quoteExpired]: ['price', 'call'],
  [refusals.policyNotSuitable]: ['policies', 'call'],
  [refusals.vehicleNotFound]: ['fix', 'call_back', 'call'],
  [refusals.vehicleNotInTariff]: ['call_back', 'call'],
  [refusals.overlappingPolicy]: ['policies', 'call'],
  [refusals.invoiceRefused]: ['card', 'other_phone', 'call'],
  [refusals.cardPageFailed]: ['bank', 'again', 'call'],
  [refusals.homePageFailed]: ['again', 'call'],
  [refusals.orderNotSuitable]: ['policies', 'call'],
  [refusals.positionUnusable]: ['again', 'call'],
  [refusals.wrongCode]: ['new_code', 'call'],
  [refusals.legalEntity]: ['organisations', 'call'],
  [refusals.prolongTooEarly]: ['policies', 'call'],
  [refusals.refundChanged]: ['again', 'call'],
  [refusals.manyByManyRefused]: ['other_insurer', 'call'],
  [refusals.cardNotAdded]: ['again', 'call'],
  [refusals.heirsToStaff]: ['call'],
  [refusals.experienceImpossible]: ['fix', 'call'],
  [refusals.claimChanged]: ['again', 'call'],
  [refusals.policyExists]: ['policies', 'call'],
  [refusals.beingIssued]: ['again', 'policies', 'call'],
  [refusals.secondPersonNeeded]: 'staff',
  [refusals.homeCovered]: ['policies', 'call'],
  [refusals.addressNotSuitable]: ['fix', 'call'],
  [refusals.signInCodeNeeded]: ['sign_in', 'call'],
  [refusals.signInPhoneMissing]: ['call'],
  [refusals.accountExists]: 'staff',
  [refusals.phoneTaken]: ['other_phone', 'sign_in', 'call'],
  [refusals.ownAccount]: 'staff',
  [refusals.lastAdministrator]: 'staff',
  [refusals.roleNotSuitable]: 'staff',
  [refusals.kycNotBlocked]: 'staff',
  [refusals.listRefused]: 'staff',
  [refusals.reportTooLong]: 'staff',
  [refusals.periodNotClosable]: 'staff',
  [refusals.periodChecksOpen]: 'staff',
  [refusals.periodNotPrepared]: 'staff',
  [refusals.booksHaveBegun]: 'staff',
  [refusals.openingDoesNotHold]: 'staff',
  [refusals.monthNotReopenable]: 'staff',
  [refusals.paperNotSuitable]: 'staff',
  [refusals.statementOfClosedMonth]: 'staff',
  [refusals.differenceOfClosedMonth]: 'staff',
  [refusals.bookedLineStays]: 'staff',
  [refusals.outMissing]: 'staff',
  [refusals.vatNotSet]: 'staff',
  [refusals.outEmpty]: 'staff',
  [refusals.tooManyExports]: 'staff',
  [refusals.proposalNotSuitable]: 'staff',
  [refusals.ownProposal]: 'staff',
  [refusals.rowChanged]: 'staff',
  [refusals.proposalWaits]: 'staff',
  [refusals.nothingChanged]: 'staff',
  [refusals.fileNotScanned]: ['again', 'call'],
  [refusals.fileInfected]: ['fix', 'call'],
  [refusals.decisionGone]: 'staff',
  [refusals.alreadyHeld]: 'staff',
  [refusals.actGone]: 'staff',
  [refusals.claimNotTaken]: 'staff',
  [refusals.paperNotSeen]: 'staff',
  [refusals.ownMatter]: 'staff',
  [refusals.secondPersonNotApart]: 'staff',
  [refusals.twoPeopleDecide]: 'staff',
  [refusals.refundFrozen]: 'staff',
  [refusals.payoutFrozen]: 'staff',
  [refusals.codeUnreachable]: ['call'],
  [refusals.replyUnreachable]: 'staff',
  [refusals.replyNoMailbox]: 'staff',
  [refusals.replyTooLong]: 'staff',
  [refusals.clientNotCalled]: 'staff',
  [refusals.saleBilled]: 'staff',
  [refusals.bankGaveBack]: 'staff',
  [refusals.partnerRefundOther]: 'staff',
  [refusals.partnerRefundLooked]: 'staff',
  [refusals.kycTwoPeople]: 'staff',
  [refusals.kycGroundContradicts]: 'staff',
  [refusals.kycDocumentMissing]: 'staff',
  [refusals.endingDocumentMissing]: 'staff',
  [refusals.deskAccount]: 'staff',
  [refusals.identityCheck]: ['again', 'call'],
  [refusals.registerAnswers]: ['again', 'call'],
  [refusals.otherCabinetPhone]: ['sign_in', 'egov', 'call'],
  [refusals.carBeingInsured]: ['policies', 'call'],
}

const byReason: Readonly<
  Partial<Record<RefusalCode, Readonly<Record<string, readonly [WayOn, ...WayOn[]]>>>>
> = {
  [refusals.scoring]: { bad: ['other_insurer', 'call_back', 'call'] },
  [refusals.terroristMatch]: { unavailable: ['again', 'call'] },
  [refusals.underAge]: { policyholder: ['other_person', 'call'] },
  [refusals.apiUnavailable]: { driver: ['again', 'other_driver', 'call'] },
  [refusals.invoiceRefused]: { bill_unclear: ['card', 'other_phone', 'call'] },
  [refusals.vehicleNotFound]: { owner_consent: ['other_driver', 'call'] },
}

/**
 * Returns a client's next steps after a refusal, the likeliest first. Calling is always the last.
 */
export function waysOn(code: number | null, reason: string | null = null): readonly WayOn[] {
  const narrow: Partial<Record<number, Readonly<Record<string, readonly WayOn[]>>>> = byReason
  const whole: Partial<Record<number, readonly WayOn[] | 'staff'>> = waysOnByCode
  const ways = narrow[code ?? 0]?.[reason ?? ''] ?? whole[code ?? 0]
  return ways === undefined || ways === 'staff' ? ['again', 'call'] : ways
}
