import type { Handlers } from '../http/route.ts'
import { staffClaimFile } from './case-file.ts'
import { getClaim, getClaims } from './claims.ts'
import { writeMessage } from './client-acts.ts'
import * as claimDesk from './desk-acts.ts'
import * as deskAskAgain from './desk-ask-again.ts'
import { staffClaimBoard } from './desk-board.ts'
import * as claimCase from './desk-case.ts'
import { staffClaimMove } from './desk-decide.ts'
import { staffClaims } from './desk-list.ts'
import { staffClaim } from './desk-one.ts'
import * as claimSigning from './desk-signing.ts'
import { draftCode, draftPapers } from './draft-papers.ts'
import { dropPhotograph } from './draft-photographs.ts'
import { sendDraft } from './draft-send.ts'
import { draft, drafts, dropDraft } from './drafts.ts'
import { fileLink } from './file-link.ts'
import { beginNotice } from './notice/begin.ts'
import { joinNotice, noticeLink, readNotice } from './notice/join.ts'
import { saveNotice } from './notice/save.ts'
import * as noticeSigning from './notice/sign.ts'
import { otherCar } from './other-car.ts'
import { saveDraft } from './save-draft.ts'
import { beginThirdParty } from './third-party.ts'
import { verdict } from './verdict.ts'

/** Who answers the calls of claims. */
export const claimsHandlers = {
  cabinetFileLink: fileLink,
  claimGetClaims: getClaims,
  claimGetClaim: getClaim,
  claimWriteMessage: writeMessage,
  claimDrafts: drafts,
  claimDraft: draft,
  claimDraftSave: saveDraft,
  claimDraftDrop: dropDraft,
  claimDraftDropPhotograph: dropPhotograph,
  claimDraftPapers: draftPapers,
  claimDraftCode: draftCode,
  claimDraftSend: sendDraft,
  claimThirdParty: beginThirdParty,
  claimNotice: beginNotice,
  claimNoticeLink: noticeLink,
  claimNoticeJoin: joinNotice,
  claimNoticeRead: readNotice,
  claimNoticeSave: saveNotice,
  claimNoticeCode: noticeSigning.noticeCode,
  claimNoticeSign: noticeSigning.signNotice,
  claimNoticePaper: noticeSigning.noticePaper,
  claimOtherCar: otherCar,
  claimVerdict: verdict,
  staffClaims,
  staffClaim,
  staffClaimMove,
  staffClaimRequest: claimDesk.staffRequestDocument,
  staffClaimMessage: claimDesk.staffClaimMessage,
  staffClaimDamage: claimDesk.staffSetDamage,
  staffClaimShowReport: claimDesk.staffShowReport,
  staffClaimBoard,
  staffClaimJudge: claimCase.staffClaimJudge,
  staffClaimAskAgain: deskAskAgain.staffClaimAskAgain,
  staffClaimFile,
  staffClaimSums: claimCase.staffClaimSums,
  staffClaimAskSignature: claimSigning.ask,
  staffClaimSign: claimSigning.sign,
  staffClaimDecline: claimSigning.decline,
  staffClaimWithdraw: claimSigning.withdraw,
} satisfies Partial<Handlers>
