import * as clientProof from '../client-proof.ts'
import * as geolocation from '../geolocation.ts'
import * as handOff from '../hand-off.ts'
import * as portal from '../promoter.ts'
import * as promoterDay from '../promoter-day.ts'
import * as desk from '../promoter-desk.ts'
import * as promoterDrafts from '../promoter-drafts.ts'
import * as promoterEnding from '../promoter-ending.ts'
import * as portalLogin from '../promoter-login.ts'
import * as promoterPerson from '../promoter-person.ts'
import * as promoterSales from '../promoter-sales.ts'

/** A promoter in the portal, and the client a sale is handed to. */
export const promoterCalls = {
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
  promoterPerson: promoterPerson.person,
  promoterCalcTerminate: promoterEnding.calcTerminate,
  promoterSendTerminateCode: promoterEnding.sendTerminateCode,
  promoterTerminate: promoterEnding.terminate,
  promoterCancelPolicy: promoterEnding.cancel,
  promoterIsBlocked: desk.isBlocked,
  promoterSaveBlockPage: desk.saveBlockPage,
  promoterBlockPageData: desk.blockPageData,
  promoterDay: promoterDay.day,
  staffPromoterTerms: promoterDay.terms,
  staffSetPromoterTerms: promoterDay.setTerms,
  promoterSales: promoterSales.sales,
  promoterSalesFile: promoterSales.salesFile,
  promoterStatement: promoterSales.statement,
  promoterExpiring: desk.expiring,
  promoterRenewalPrice: promoterDay.renewalPrice,
  promoterRenewalContact: desk.renewalContact,
  promoterRenewalAnswer: desk.renewalAnswer,
  promoterNoCalls: desk.noCalls,
  promoterSearch: desk.search,
  promoterDraftSave: promoterDrafts.draftSave,
  promoterDrafts: promoterDrafts.drafts,
  promoterDraftGet: promoterDrafts.draftGet,
  promoterDraftDelete: promoterDrafts.draftDelete,
  promoterColleagues: promoterDrafts.colleagues,
  promoterDraftGive: promoterDrafts.draftGive,
  promoterHandOffCreate: handOff.handOffCreate,
  promoterHandOffStatus: handOff.handOffStatus,
  promoterClientFormCreate: handOff.clientFormCreate,
  promoterClientFormStatus: handOff.clientFormStatus,
  promoterClientFormDelete: handOff.clientFormDelete,
  clientFormRead: handOff.clientFormRead,
  clientFormSend: handOff.clientFormSend,
  promoterHandOffRead: handOff.handOffRead,
  promoterHandOffSendCode: handOff.handOffSendCode,
  promoterHandOffConfirm: handOff.handOffConfirm,
  promoterHandOffOrder: handOff.handOffOrder,
} as const
