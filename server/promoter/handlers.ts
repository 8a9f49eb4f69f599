import type { Handlers } from '../http/route.ts'
import * as clientForm from './client-form.ts'
import * as clientProof from './client-proof.ts'
import { day as promoterDay } from './day.ts'
import * as promoterDrafts from './drafts.ts'
import * as promoterExpiring from './expiring.ts'
import { getPolicy as promoterGetPolicy } from './get-policy.ts'
import * as handOff from './hand-off.ts'
import { statement as promoterStatement } from './own-sales.ts'
import * as promoterSales from './sales.ts'
import { saveGeo } from './sales.ts'
import { person as promoterPerson, search as promoterSearch } from './search.ts'
import * as portalBlock from './session.ts'
import * as promoterEnding from './terminations.ts'

/** Handlers of the portal's calls. */
export const promoterHandlers = {
  saveGeo,
  promoterLogin: portalBlock.login,
  promoterMe: portalBlock.me,
  promoterLogout: portalBlock.logout,
  promoterForgotPassword: portalBlock.forgotPassword,
  promoterChangePassword: portalBlock.changePassword,
  promoterGetPolicy,
  promoterSendClientCode: clientProof.sendClientCode,
  promoterProveClient: clientProof.proveClient,
  promoterPerson,
  promoterCalcTerminate: promoterEnding.calcTerminate,
  promoterSendTerminateCode: promoterEnding.sendTerminateCode,
  promoterTerminate: promoterEnding.terminate,
  promoterCancelPolicy: promoterEnding.cancel,
  promoterIsBlocked: portalBlock.isBlocked,
  promoterSaveBlockPage: portalBlock.saveBlockPage,
  promoterBlockPageData: portalBlock.blockPageData,
  promoterDay,
  promoterSales: promoterSales.sales,
  promoterSalesFile: promoterSales.salesFile,
  promoterStatement,
  promoterExpiring: promoterExpiring.expiring,
  promoterRenewalPrice: promoterExpiring.renewalPrice,
  promoterRenewalContact: promoterExpiring.renewalContact,
  promoterRenewalAnswer: promoterExpiring.renewalAnswer,
  promoterNoCalls: promoterExpiring.noCalls,
  promoterSearch,
  promoterDraftSave: promoterDrafts.draftSave,
  promoterDrafts: promoterDrafts.drafts,
  promoterDraftGet: promoterDrafts.draftGet,
  promoterDraftDelete: promoterDrafts.draftDelete,
  promoterColleagues: promoterDrafts.colleagues,
  promoterDraftGive: promoterDrafts.draftGive,
  promoterHandOffCreate: handOff.handOffCreate,
  promoterHandOffStatus: handOff.handOffStatus,
  promoterClientFormCreate: clientForm.clientFormCreate,
  promoterClientFormStatus: clientForm.clientFormStatus,
  promoterClientFormDelete: clientForm.clientFormDelete,
  clientFormRead: clientForm.clientFormRead,
  clientFormSend: clientForm.clientFormSend,
  promoterHandOffRead: handOff.handOffRead,
  promoterHandOffSendCode: handOff.handOffSendCode,
  promoterHandOffConfirm: handOff.handOffConfirm,
} satisfies Partial<Handlers>
