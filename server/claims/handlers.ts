import type { Handlers } from '../http/route.ts'
import { staffClaimFile } from './case-file.ts'
import { fileLink, getClaim, getClaims, writeMessage } from './client.ts'
import * as claimDesk from './desk/acts.ts'
import { staffClaim } from './desk/case.ts'
import * as claimSigning from './desk/decide.ts'
import { staffClaimMove, staffClaimTakeBack } from './desk/decide.ts'
import { staffClaimBoard, staffClaims } from './desk/queue.ts'
import { draft, drafts, dropDraft, saveDraft } from './draft.ts'
import { draftCode, draftPapers } from './draft-papers.ts'
import { dropPhotograph } from './draft-photographs.ts'
import { sendDraft } from './draft-send.ts'
import { beginNotice, joinNotice, noticeLink, readNotice } from './notice/begin.ts'
import * as noticeSigning from './notice/sign.ts'
import { saveNotice } from './notice/write.ts'
import { beginThirdParty, otherCar } from './third-party.ts'
import { verdict } from './verdict.ts'

/** Handlers of the calls of claims. */
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
  staffClaimTakeBack,
  staffClaimRequest: claimDesk.staffRequestDocument,
  staffClaimMessage: claimDesk.staffClaimMessage,
  staffClaimDamage: claimDesk.staffSetDamage,
  staffClaimShowReport: claimDesk.staffShowReport,
  staffClaimBoard,
  staffClaimJudge: claimDesk.staffClaimJudge,
  staffClaimAskAgain: claimDesk.staffClaimAskAgain,
  staffClaimFile,
  staffClaimSums: claimDesk.staffClaimSums,
  staffClaimAskSignature: claimSigning.ask,
  staffClaimSign: claimSigning.sign,
  staffClaimDecline: claimSigning.decline,
  staffClaimWithdraw: claimSigning.withdraw,
} satisfies Partial<Handlers>
