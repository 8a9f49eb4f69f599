import { passwordCode } from './accounts/change-password.ts'
import { auditDay } from './audit/audit-day.ts'
import * as auditDesk from './audit/audit-desk.ts'
import { fetchUserOrders } from './cabinet/applications.ts'
import { askDeletion, exportMine, setReminders } from './cabinet/data.ts'
import { login, loginByCode, sendCode } from './cabinet/login.ts'
import { myLooks } from './cabinet/looks.ts'
import * as me from './cabinet/me.ts'
import { onePolicy } from './cabinet/one-policy.ts'
import { changePassword, forgotPassword } from './cabinet/password.ts'
import { fetchUserPolicies, getPolicyFiles } from './cabinet/policies.ts'
import { purchases } from './cabinet/purchases.ts'
import { renewalPrice } from './cabinet/renewal-price.ts'
import { confirmSignIn, resendSignInCode } from './cabinet/second-step.ts'
import { endSession, logout, logoutEverywhere, sessions, user } from './cabinet/sessions.ts'
import * as ending from './cabinet/terminate.ts'
import * as cards from './cards/cards.ts'
import { fileLink, getClaim, getClaims } from './claims/claims.ts'
import { writeMessage } from './claims/client-acts.ts'
import * as claimDesk from './claims/desk-acts.ts'
import { staffClaimBoard } from './claims/desk-board.ts'
import * as claimCase from './claims/desk-case.ts'
import { staffClaimMove } from './claims/desk-decide.ts'
import { staffClaims } from './claims/desk-list.ts'
import { staffClaim } from './claims/desk-one.ts'
import * as claimSigning from './claims/desk-signing.ts'
import { draftCode, draftPapers } from './claims/draft-papers.ts'
import { dropPhotograph } from './claims/draft-photographs.ts'
import { sendDraft } from './claims/draft-send.ts'
import { draft, drafts, dropDraft, saveDraft } from './claims/drafts.ts'
import { beginNotice } from './claims/notice/begin.ts'
import { joinNotice, noticeLink, readNotice } from './claims/notice/join.ts'
import { saveNotice } from './claims/notice/save.ts'
import * as noticeSigning from './claims/notice/sign.ts'
import { otherCar } from './claims/other-car.ts'
import { beginThirdParty } from './claims/third-party.ts'
import { verdict } from './claims/verdict.ts'
import { sendClientOtp, validateClientOtp } from './consent/client-otp.ts'
import { consentStatus, requestConsent } from './consent/driver-consent.ts'
import { myConsents, withdrawConsent } from './consent/my-consents.ts'
import { feedbackForm } from './feedback/send.ts'
import { addressByCode, addressSuggest } from './home/addresses.ts'
import { homeCalculate } from './home/calculate.ts'
import { cancelHomeSubscribe } from './home/cancel.ts'
import { homeOrder } from './home/order.ts'
import { homePlans } from './home/plans.ts'
import { homeCheckOrderSet } from './home/status.ts'
import type { Handlers } from './http/route.ts'
import * as kycDecide from './kyc/decide.ts'
import * as kycDesk from './kyc/desk.ts'
import * as kycWorklist from './kyc/worklist.ts'
import { cancelOrder, changeEmail, sendPolicyDocuments } from './ogpo/after-order.ts'
import { calculate } from './ogpo/calculate.ts'
import { estimate } from './ogpo/estimate.ts'
import { getPolicy } from './ogpo/get-policy.ts'
import { driver, vehicle } from './ogpo/look-up.ts'
import { clockCall, options } from './ogpo/options.ts'
import { order, place, reorder } from './ogpo/order.ts'
import { orderLink, orderOpen, orderSendCode, ownOrder } from './ogpo/order-link.ts'
import { ownClass } from './ogpo/own-class.ts'
import { promoterCalculate } from './ogpo/promoter-calculate.ts'
import { promoterOrder, promoterReorder } from './ogpo/promoter-order.ts'
import {
  checkOrderPaid,
  checkOrderSet,
  orderProgress,
  promoterCheckOrderSet,
} from './ogpo/status.ts'
import { wallets } from './ogpo/wallets.ts'
import { partnerStart } from './partners/start.ts'
import { setClientByDocument, updateClientInEsbd } from './persons/client-in-esbd.ts'
import { getPersonSocialStatus } from './persons/social-status.ts'
import * as portalBlock from './promoter/block-page.ts'
import * as clientProof from './promoter/client-proof.ts'
import { day as promoterDay } from './promoter/day.ts'
import * as promoterDrafts from './promoter/drafts.ts'
import * as promoterExpiring from './promoter/expiring.ts'
import { getPolicy as promoterGetPolicy } from './promoter/get-policy.ts'
import * as handOff from './promoter/hand-off.ts'
import * as handOffClient from './promoter/hand-off-client.ts'
import * as promoterPassword from './promoter/password.ts'
import { person as promoterPerson } from './promoter/person.ts'
import * as promoterSales from './promoter/sales.ts'
import { saveGeo } from './promoter/save-geo.ts'
import { search as promoterSearch } from './promoter/search.ts'
import * as promoterSession from './promoter/session.ts'
import { statement as promoterStatement } from './promoter/statement.ts'
import * as promoterEnding from './promoter/terminations.ts'
import * as referenceDesk from './reference-desk/change.ts'
import { referenceEffect } from './reference-desk/effect.ts'
import { reportClaims } from './reports/claims.ts'
import * as reportExports from './reports/exports.ts'
import { reportSettleFinding } from './reports/findings.ts'
import { reportInsurers } from './reports/insurers.ts'
import { reportMatched } from './reports/matched.ts'
import { reportOptions } from './reports/options.ts'
import { reportOrders } from './reports/orders.ts'
import { reportOverview } from './reports/overview.ts'
import * as periods from './reports/periods.ts'
import { reportPromoters } from './reports/promoters.ts'
import { reportReconciliation } from './reports/reconciliation.ts'
import { reportRefunds } from './reports/refunds.ts'
import { reportSettle, reportUnsettle } from './reports/settle.ts'
import {
  reportImportStatement,
  reportStatementRows,
  reportStatements,
} from './reports/statements.ts'
import { staffFoundBill } from './staff/bills.ts'
import { staffChoices, staffChoose } from './staff/choices.ts'
import { staffClient } from './staff/client.ts'
import * as clientDesk from './staff/client-acts.ts'
import { staffContract } from './staff/contract.ts'
import * as giveBack from './staff/give-back.ts'
import { staffInbox, staffSetInbox } from './staff/inbox.ts'
import { staffSettleLost } from './staff/lost.ts'
import { staffOrder } from './staff/order.ts'
import { staffRerun } from './staff/order-acts.ts'
import { staffOrders } from './staff/orders.ts'
import { staffRecent } from './staff/recent.ts'
import { staffRecentClients } from './staff/recent-clients.ts'
import * as refundDetails from './staff/refund-details.ts'
import * as refundDesk from './staff/refunds.ts'
import { staffReveal } from './staff/reveal.ts'
import { staffSearch } from './staff/search.ts'
import { staffStatus } from './staff/status.ts'
import { staffCalcTerminate, staffTerminate } from './staff/terminate.ts'
import { staffToday } from './staff/today.ts'
import * as changeUser from './users/change.ts'
import { create as createUser } from './users/create.ts'
import * as users from './users/list.ts'
import * as promoterTerms from './users/promoter-terms.ts'

/** The handler of every call of the contract. */
export const handlers: Handlers = {
  feedbackForm,
  sendClientOtp,
  validateClientOtp,
  requestConsent,
  consentStatus,
  getPersonSocialStatus,
  updateClientInEsbd,
  setClientByDocument,
  myConsents,
  withdrawConsent,
  clock: clockCall,
  ogpoEstimate: estimate,
  ogpoOptions: options,
  ogpoVehicle: vehicle,
  ogpoOwnClass: ownClass,
  ogpoDriver: driver,
  ogpoCalculate: calculate,
  ogpoOrder: order,
  ogpoReorder: reorder,
  checkOrderPaid,
  ogpoCheckOrderSet: checkOrderSet,
  ogpoOrderProgress: orderProgress,
  ogpoOrderLink: orderLink,
  ogpoOrderSendCode: orderSendCode,
  ogpoOrderOpen: orderOpen,
  ogpoOwnOrder: ownOrder,
  ogpoCancelOrder: cancelOrder,
  ogpoSendPapers: sendPolicyDocuments,
  ogpoChangeEmail: changeEmail,
  ogpoGetPolicy: getPolicy,
  ogpoWallets: wallets,
  partnerStart,
  homePlans,
  homeCalculate,
  homeOrder,
  homeCheckOrderSet,
  cancelHomeSubscribe,
  addressSuggest,
  addressByCode,
  cabinetLogin: login,
  cabinetConfirmSignIn: confirmSignIn,
  cabinetResendSignInCode: resendSignInCode,
  cabinetSendCode: sendCode,
  cabinetLoginByCode: loginByCode,
  cabinetUser: user,
  cabinetLogout: logout,
  cabinetSessions: sessions,
  cabinetEndSession: endSession,
  cabinetLogoutEverywhere: logoutEverywhere,
  cabinetForgotPassword: forgotPassword,
  cabinetChangePassword: changePassword,
  cabinetPasswordCode: passwordCode,
  cabinetGetMe: me.getMe,
  cabinetChangeEmail: me.changeEmail,
  cabinetConfirmEmail: me.confirmEmail,
  cabinetChangePhone: me.changePhone,
  cabinetConfirmPhone: me.confirmPhone,
  cabinetSetReminders: setReminders,
  cabinetExport: exportMine,
  cabinetAskDeletion: askDeletion,
  cabinetPolicies: fetchUserPolicies,
  cabinetPolicyFiles: getPolicyFiles,
  cabinetPolicy: onePolicy,
  cabinetApplications: fetchUserOrders,
  cabinetPurchases: purchases,
  cabinetCalcTerminate: ending.calcTerminate,
  cabinetSendTerminateCode: ending.sendTerminateCode,
  cabinetTerminate: ending.terminate,
  cabinetCancelPolicy: ending.cancel,
  cabinetEndingStatus: ending.terminationStatus,
  cabinetRenewalPrice: renewalPrice,
  cabinetGetCards: cards.getCards,
  cabinetAddCard: cards.addCard,
  cabinetChangeActiveCard: cards.changeActiveCard,
  cabinetDeleteCard: cards.deleteCard,
  cabinetFileLink: fileLink,
  saveGeo,
  promoterLogin: promoterSession.login,
  promoterMe: promoterSession.me,
  promoterLogout: promoterSession.logout,
  promoterForgotPassword: promoterPassword.forgotPassword,
  promoterChangePassword: promoterPassword.changePassword,
  promoterCalculate,
  promoterOrder,
  promoterReorder,
  promoterCheckOrderSet,
  promoterGetPolicy,
  promoterSendClientCode: clientProof.sendClientCode,
  promoterProveClient: clientProof.proveClient,
  promoterPerson,
  promoterCalcTerminate: promoterEnding.calcTerminate,
  promoterSendTerminateCode: promoterEnding.sendTerminateCode,
  promoterTerminate: promoterEnding.terminate,
  promoterCancelPolicy: promoterEnding.cancel,
  promoterEndingStatus: promoterEnding.terminationStatus,
  promoterIsBlocked: portalBlock.isBlocked,
  promoterSaveBlockPage: portalBlock.saveBlockPage,
  promoterBlockPageData: portalBlock.blockPageData,
  promoterDay,
  staffPromoterTerms: promoterTerms.staffPromoterTerms,
  staffSetPromoterTerms: promoterTerms.staffSetPromoterTerms,
  promoterSales: promoterSales.sales,
  promoterSalesFile: promoterSales.salesFile,
  promoterStatement,
  promoterExpiring: promoterExpiring.expiring,
  promoterRenewalPrice: promoterExpiring.renewalPrice,
  promoterSearch,
  promoterDraftSave: promoterDrafts.draftSave,
  promoterDrafts: promoterDrafts.drafts,
  promoterDraftGet: promoterDrafts.draftGet,
  promoterDraftDelete: promoterDrafts.draftDelete,
  promoterHandOffCreate: handOff.handOffCreate,
  promoterHandOffStatus: handOff.handOffStatus,
  promoterHandOffRead: handOffClient.handOffRead,
  promoterHandOffSendCode: handOffClient.handOffSendCode,
  promoterHandOffConfirm: handOffClient.handOffConfirm,
  promoterHandOffOrder: handOffClient.handOffOrder(place),
  kycStatus: kycDesk.status,
  kycUnblock: kycDecide.unblock,
  kycKeep: kycDecide.keep,
  kycCases: kycWorklist.cases,
  kycLists: kycWorklist.lists,
  staffUsers: users.list,
  staffUsersCreate: createUser,
  staffUsersBlock: changeUser.block,
  staffUsersUnblock: changeUser.unblock,
  staffUsersSetRole: changeUser.setRole,
  staffUsersResetPassword: changeUser.resetPassword,
  staffUsersConfirm: changeUser.confirm,
  staffUsersEndSessions: changeUser.end,
  staffAudit: auditDesk.search,
  staffAuditDay: auditDay,
  staffAuditVerify: auditDesk.verify,
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
  staffClaimAskAgain: claimCase.staffClaimAskAgain,
  staffClaimSums: claimCase.staffClaimSums,
  staffClaimAskSignature: claimSigning.ask,
  staffClaimSign: claimSigning.sign,
  staffClaimDecline: claimSigning.decline,
  staffClaimWithdraw: claimSigning.withdraw,
  staffSearch,
  staffReveal,
  cabinetLooks: myLooks,
  staffRecent,
  staffRecentClients,
  staffChoices,
  staffChoose,
  staffClient,
  staffSendPapers: clientDesk.staffSendPapers,
  staffSetEmail: clientDesk.staffSetEmail,
  staffAddNote: clientDesk.staffAddNote,
  staffInbox,
  staffSetInbox,
  staffOrders,
  staffOrder,
  staffContract,
  staffRerun,
  staffGiveBack: giveBack.ask,
  staffSignGiveBack: giveBack.sign,
  staffDeclineGiveBack: giveBack.decline,
  staffWithdrawGiveBack: giveBack.withdraw,
  staffRetryRefund: refundDesk.staffRetryRefund,
  staffFoundBill,
  staffEnterDetails: refundDetails.staffEnterDetails,
  staffApproveDetails: refundDetails.staffApproveDetails,
  staffRefundPaid: refundDetails.staffRefundPaid,
  staffCalcTerminate,
  staffTerminate,
  staffStatus,
  staffSettleLost,
  staffToday,
  referenceRows: referenceDesk.referenceRows,
  referencePropose: referenceDesk.referencePropose,
  referenceApprove: referenceDesk.referenceApprove,
  referenceReject: referenceDesk.referenceReject,
  referenceRevert: referenceDesk.referenceRevert,
  referenceEffect,
  reportOrders,
  reportClaims,
  reportOptions,
  reportInsurers,
  reportRefunds,
  reportPromoters,
  reportOverview,
  reportReconciliation,
  reportMatched,
  reportSettle,
  reportUnsettle,
  reportSettleFinding,
  reportStatements,
  reportImportStatement,
  reportStatementRows,
  reportExports: reportExports.reportExports,
  reportStartExport: reportExports.reportStartExport,
  reportStopExport: reportExports.reportStopExport,
  reportExportFile: reportExports.reportExportFile,
  reportPeriods: periods.reportPeriods,
  reportRecordAct: periods.reportRecordAct,
  reportPreparePeriod: periods.reportPreparePeriod,
  reportWithdrawPeriod: periods.reportWithdrawPeriod,
  reportClosePeriod: periods.reportClosePeriod,
}
