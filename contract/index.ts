import * as accidentNotice from './accident-notice.ts'
import * as audit from './audit.ts'
import * as cabinet from './cabinet.ts'
import * as claimDraft from './claim-draft.ts'
import * as claims from './claims.ts'
import * as account from './client-account.ts'
import * as clientProof from './client-proof.ts'
import * as consent from './consent.ts'
import * as deskChoices from './desk-choices.ts'
import * as deskSearch from './desk-search.ts'
import * as estimate from './estimate.ts'
import * as geolocation from './geolocation.ts'
import * as handOff from './hand-off.ts'
import * as home from './home.ts'
import * as kyc from './kyc.ts'
import * as kycLists from './kyc-lists.ts'
import * as looks from './looks.ts'
import { purchases } from './my-purchases.ts'
import * as ogpo from './ogpo.ts'
import * as ogpoOrder from './ogpo-order.ts'
import { onePolicy } from './one-policy.ts'
import * as orderLink from './order-link.ts'
import * as partner from './partner.ts'
import * as portal from './promoter.ts'
import * as promoterDay from './promoter-day.ts'
import * as desk from './promoter-desk.ts'
import * as portalLogin from './promoter-login.ts'
import * as open from './public.ts'
import * as reference from './reference.ts'
import * as books from './report-books.ts'
import * as reportExports from './report-exports.ts'
import { overview } from './report-overview.ts'
import * as reports from './reports.ts'
import * as staffClaimCase from './staff-claim-case.ts'
import * as staffClaimSigning from './staff-claim-signing.ts'
import * as staffClaims from './staff-claims.ts'
import * as staffClients from './staff-clients.ts'
import { contractPage } from './staff-contract.ts'
import * as giveBack from './staff-give-back.ts'
import * as staffOrders from './staff-orders.ts'
import { settleLost, systemsStatus } from './staff-status.ts'
import { today } from './staff-today.ts'
import * as users from './staff-users.ts'
import { wallets } from './wallet.ts'

/**
 * Every call of the product: name → path, method, who may call, body, reply. The server mounts it,
 * the document is made from it, the browser is typed by it.
 */
export const contract = {
  feedbackForm: open.feedbackForm,
  sendClientOtp: consent.sendClientOtp,
  validateClientOtp: consent.validateClientOtp,
  requestConsent: consent.requestConsent,
  consentStatus: consent.consentStatus,
  getPersonSocialStatus: consent.getPersonSocialStatus,
  updateClientInEsbd: consent.updateClientInEsbd,
  setClientByDocument: consent.setClientByDocument,
  myConsents: consent.myConsents,
  withdrawConsent: consent.withdrawConsent,
  clock: ogpo.clock,
  ogpoEstimate: estimate.estimate,
  ogpoOwnClass: estimate.ownClass,
  ogpoOptions: ogpo.ogpoOptions,
  ogpoVehicle: ogpo.vehicle,
  ogpoDriver: ogpo.driver,
  ogpoCalculate: ogpo.calculate,
  ogpoOrder: ogpoOrder.order,
  ogpoReorder: ogpoOrder.reorder,
  checkOrderPaid: ogpoOrder.checkOrderPaid,
  ogpoCheckOrderSet: ogpoOrder.checkOrderSet,
  ogpoOrderProgress: ogpoOrder.orderProgress,
  ogpoOrderLink: orderLink.orderLink,
  ogpoOrderSendCode: orderLink.orderSendCode,
  ogpoOrderOpen: orderLink.orderOpen,
  ogpoOwnOrder: orderLink.ownOrder,
  ogpoCancelOrder: ogpoOrder.cancelOrder,
  ogpoSendPapers: ogpoOrder.sendPolicyDocuments,
  ogpoChangeEmail: ogpoOrder.changeEmail,
  ogpoGetPolicy: ogpoOrder.getPolicy,
  ogpoWallets: wallets,
  partnerStart: partner.partnerStart,
  homePlans: home.homePlans,
  homeCalculate: home.homeCalculate,
  homeOrder: home.homeOrder,
  homeCheckOrderSet: home.homeCheckOrderSet,
  cancelHomeSubscribe: home.cancelHomeSubscribe,
  addressSuggest: home.addressSuggest,
  addressByCode: home.addressByCode,
  cabinetLogin: account.login,
  cabinetConfirmSignIn: account.confirmSignIn,
  cabinetResendSignInCode: account.resendSignInCode,
  cabinetSendCode: account.sendCode,
  cabinetLoginByCode: account.loginByCode,
  cabinetUser: account.user,
  cabinetLogout: account.logout,
  cabinetSessions: account.sessions,
  cabinetEndSession: account.endSession,
  cabinetLogoutEverywhere: account.logoutEverywhere,
  cabinetForgotPassword: account.forgotPassword,
  cabinetChangePassword: account.changePassword,
  cabinetPasswordCode: account.passwordCode,
  cabinetGetMe: account.getMe,
  cabinetChangeEmail: account.changeEmail,
  cabinetConfirmEmail: account.confirmEmail,
  cabinetChangePhone: account.changePhone,
  cabinetConfirmPhone: account.confirmPhone,
  cabinetSetReminders: account.setReminders,
  cabinetLooks: looks.myLooks,
  cabinetExport: account.exportMine,
  cabinetAskDeletion: account.askDeletion,
  cabinetPolicies: cabinet.fetchUserPolicies,
  cabinetPolicyFiles: cabinet.getPolicyFiles,
  cabinetPolicy: onePolicy,
  cabinetApplications: cabinet.fetchUserOrders,
  cabinetPurchases: purchases,
  cabinetCalcTerminate: cabinet.calcTerminate,
  cabinetSendTerminateCode: cabinet.sendTerminateCode,
  cabinetTerminate: cabinet.terminate,
  cabinetCancelPolicy: cabinet.cancel,
  cabinetEndingStatus: cabinet.terminationStatus,
  cabinetRenewalPrice: cabinet.renewalPrice,
  cabinetGetCards: cabinet.getCards,
  cabinetAddCard: cabinet.addCard,
  cabinetChangeActiveCard: cabinet.changeActiveCard,
  cabinetDeleteCard: cabinet.deleteCard,
  cabinetFileLink: cabinet.fileLink,
  saveGeo: geolocation.saveGeo,
  promoterLogin: portalLogin.login,
  promoterMe: portalLogin.me,
  promoterLogout: portalLogin.logout,
  promoterForgotPassword: portalLogin.forgotPassword,
  promoterChangePassword: portalLogin.changePassword,
  promoterCalculate: portal.calculate,
  promoterOrder: portal.order,
  promoterReorder: portal.reorder,
  promoterCheckOrderSet: portal.checkOrderSet,
  promoterGetPolicy: portal.getPolicy,
  promoterSendClientCode: clientProof.sendClientCode,
  promoterProveClient: clientProof.proveClient,
  promoterPerson: portal.person,
  promoterCalcTerminate: portal.calcTerminate,
  promoterSendTerminateCode: portal.sendTerminateCode,
  promoterTerminate: portal.terminate,
  promoterCancelPolicy: portal.cancel,
  promoterEndingStatus: portal.terminationStatus,
  promoterIsBlocked: desk.isBlocked,
  promoterSaveBlockPage: desk.saveBlockPage,
  promoterBlockPageData: desk.blockPageData,
  promoterDay: promoterDay.day,
  staffPromoterTerms: promoterDay.terms,
  staffSetPromoterTerms: promoterDay.setTerms,
  promoterSales: desk.sales,
  promoterSalesFile: desk.salesFile,
  promoterStatement: desk.statement,
  promoterExpiring: desk.expiring,
  promoterRenewalPrice: promoterDay.renewalPrice,
  promoterSearch: desk.search,
  promoterDraftSave: desk.draftSave,
  promoterDrafts: desk.drafts,
  promoterDraftGet: desk.draftGet,
  promoterDraftDelete: desk.draftDelete,
  promoterHandOffCreate: handOff.handOffCreate,
  promoterHandOffStatus: handOff.handOffStatus,
  promoterHandOffRead: handOff.handOffRead,
  promoterHandOffSendCode: handOff.handOffSendCode,
  promoterHandOffConfirm: handOff.handOffConfirm,
  promoterHandOffOrder: handOff.handOffOrder,
  kycStatus: kyc.status,
  kycUnblock: kyc.unblock,
  kycKeep: kyc.keep,
  kycCases: kyc.cases,
  kycLists: kycLists.lists,
  staffUsers: users.list,
  staffUsersCreate: users.create,
  staffUsersBlock: users.block,
  staffUsersUnblock: users.unblock,
  staffUsersSetRole: users.setRole,
  staffUsersResetPassword: users.resetPassword,
  staffUsersConfirm: users.confirm,
  staffUsersEndSessions: users.endSessions,
  staffAudit: audit.search,
  staffAuditDay: audit.day,
  staffAuditVerify: audit.verify,
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
  claimVerdict: claimDraft.verdict,
  staffClaims: staffClaims.claims,
  staffClaim: staffClaims.claim,
  staffClaimMove: staffClaims.move,
  staffClaimRequest: staffClaims.requestDocument,
  staffClaimMessage: staffClaims.message,
  staffClaimDamage: staffClaims.setDamage,
  staffClaimShowReport: staffClaims.showReport,
  staffClaimBoard: staffClaimCase.board,
  staffClaimJudge: staffClaimCase.judgePaper,
  staffClaimAskAgain: staffClaimCase.askAgain,
  staffClaimSums: staffClaimCase.setSums,
  staffClaimAskSignature: staffClaimSigning.ask,
  staffClaimSign: staffClaimSigning.sign,
  staffClaimDecline: staffClaimSigning.decline,
  staffClaimWithdraw: staffClaimSigning.withdraw,
  staffSearch: deskSearch.search,
  staffRecent: deskSearch.recent,
  staffChoices: deskChoices.choices,
  staffChoose: deskChoices.choose,
  staffRecentClients: deskSearch.recentClients,
  staffClient: staffClients.client,
  staffReveal: looks.reveal,
  staffSendPapers: staffClients.sendPolicyDocuments,
  staffSetEmail: staffClients.setEmail,
  staffAddNote: staffClients.addNote,
  staffInbox: staffClients.inbox,
  staffSetInbox: staffClients.setInbox,
  staffOrders: staffOrders.orders,
  staffOrder: staffOrders.order,
  staffContract: contractPage,
  staffRerun: staffOrders.rerun,
  staffGiveBack: giveBack.ask,
  staffSignGiveBack: giveBack.sign,
  staffDeclineGiveBack: giveBack.decline,
  staffWithdrawGiveBack: giveBack.withdraw,
  staffRetryRefund: staffOrders.retryRefund,
  staffFoundBill: staffOrders.foundBill,
  staffEnterDetails: staffOrders.enterDetails,
  staffApproveDetails: staffOrders.approveDetails,
  staffRefundPaid: staffOrders.refundPaid,
  staffCalcTerminate: staffOrders.calcTerminate,
  staffTerminate: staffOrders.terminate,
  staffStatus: systemsStatus,
  staffSettleLost: settleLost,
  staffToday: today,
  referenceRows: reference.rows,
  referencePropose: reference.propose,
  referenceApprove: reference.approve,
  referenceReject: reference.reject,
  referenceRevert: reference.revert,
  referenceEffect: reference.effect,
  reportOrders: reports.orders,
  reportClaims: reports.claims,
  reportOptions: reports.options,
  reportInsurers: reports.insurerStatement,
  reportRefunds: reports.refunds,
  reportPromoters: reports.promoters,
  reportOverview: overview,
  reportReconciliation: books.reconciliation,
  reportMatched: books.matched,
  reportSettle: books.settle,
  reportUnsettle: books.unsettle,
  reportSettleFinding: reports.settleFinding,
  reportStatements: reports.statements,
  reportImportStatement: reports.importStatement,
  reportStatementRows: reports.statementRows,
  reportExports: reportExports.exports_,
  reportStartExport: reportExports.startExport,
  reportStopExport: reportExports.stopExport,
  reportExportFile: reportExports.exportFile,
  reportPeriods: books.periods,
  reportRecordAct: books.recordAct,
  reportPreparePeriod: books.preparePeriod,
  reportWithdrawPeriod: books.withdrawPeriod,
  reportClosePeriod: books.closePeriod,
} as const

/**
 * Calls that take a form with files (multipart); the body is its text fields, files are named as
 * the schema's file says.
 */
export const uploads = {
  claimSendDocs: claims.sendDocs,
  claimAnswerRequest: claims.answerRequest,
  claimAddPhotograph: claimDraft.addPhotograph,
  staffClaimUploadReport: staffClaims.uploadReport,
  kycUploadList: kycLists.uploadList,
} as const

export type Contract = typeof contract
export type CallName = keyof Contract
