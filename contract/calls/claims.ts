import * as accidentNotice from '../accident-notice.ts'
import * as claimDraft from '../claim-draft.ts'
import * as claims from '../claims.ts'
import * as staffClaimCase from '../staff-claim-acts.ts'
import * as staffClaims from '../staff-claims.ts'

/** Claims: the client and the accident notice, then their desk. */
export const claimCalls = {
  claimGetClaims: claims.getClaims,
  claimGetClaim: claims.getClaim,
  claimWriteMessage: claims.writeMessage,
  claimDrafts: claimDraft.drafts,
  claimDraft: claimDraft.draft,
  claimDraftSave: claimDraft.saveDraft,
  claimDraftDrop: claimDraft.dropDraft,
  claimDraftDropPhotograph: claimDraft.dropPhotograph,
  claimDraftPapers: claimDraft.draftPapers,
  claimDraftCode: claimDraft.draftCode,
  claimDraftSend: claimDraft.sendDraft,
  claimThirdParty: claimDraft.beginThirdParty,
  claimNotice: accidentNotice.beginNotice,
  claimNoticeLink: accidentNotice.noticeLink,
  claimNoticeJoin: accidentNotice.joinNotice,
  claimNoticeRead: accidentNotice.readNotice,
  claimNoticeSave: accidentNotice.saveNotice,
  claimNoticeCode: accidentNotice.noticeCode,
  claimNoticeSign: accidentNotice.signNotice,
  claimNoticePaper: accidentNotice.noticePaper,
  claimOtherCar: claimDraft.otherCar,
  claimVerdict: claims.verdict,
  staffClaims: staffClaims.claims,
  staffClaim: staffClaims.claim,
  staffClaimMove: staffClaims.move,
  staffClaimTakeBack: staffClaims.takeBack,
  staffClaimRequest: staffClaims.requestDocument,
  staffClaimMessage: staffClaims.message,
  staffClaimDamage: staffClaims.setDamage,
  staffClaimShowReport: staffClaimCase.showReport,
  staffClaimBoard: staffClaims.board,
  staffClaimJudge: staffClaimCase.judgePaper,
  staffClaimAskAgain: staffClaimCase.askAgain,
  staffClaimFile: staffClaimCase.caseFile,
  staffClaimSums: staffClaimCase.setSums,
  staffClaimAskSignature: staffClaimCase.ask,
  staffClaimSign: staffClaimCase.sign,
  staffClaimDecline: staffClaimCase.decline,
  staffClaimWithdraw: staffClaimCase.withdraw,
} as const
