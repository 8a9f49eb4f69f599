import * as accidentNotice from '../accident-notice.ts'
import * as claimDraft from '../claim-draft.ts'
import * as claimPhotographs from '../claim-photographs.ts'
import * as claimVerdict from '../claim-verdict.ts'
import * as claims from '../claims.ts'
import * as staffClaim from '../staff-claim.ts'
import * as staffClaimBoard from '../staff-claim-board.ts'
import * as staffClaimCase from '../staff-claim-case.ts'
import * as staffClaimList from '../staff-claim-list.ts'
import * as staffClaimReport from '../staff-claim-report.ts'
import * as staffClaimSigning from '../staff-claim-signing.ts'
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
  claimDraftDropPhotograph: claimPhotographs.dropPhotograph,
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
  claimVerdict: claimVerdict.verdict,
  staffClaims: staffClaimList.claims,
  staffClaim: staffClaim.claim,
  staffClaimMove: staffClaims.move,
  staffClaimRequest: staffClaims.requestDocument,
  staffClaimMessage: staffClaims.message,
  staffClaimDamage: staffClaims.setDamage,
  staffClaimShowReport: staffClaimReport.showReport,
  staffClaimBoard: staffClaimBoard.board,
  staffClaimJudge: staffClaimCase.judgePaper,
  staffClaimAskAgain: staffClaimCase.askAgain,
  staffClaimFile: staffClaimCase.caseFile,
  staffClaimSums: staffClaimCase.setSums,
  staffClaimAskSignature: staffClaimSigning.ask,
  staffClaimSign: staffClaimSigning.sign,
  staffClaimDecline: staffClaimSigning.decline,
  staffClaimWithdraw: staffClaimSigning.withdraw,
} as const
