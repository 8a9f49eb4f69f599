import type { Handlers } from '../http/route.ts'
import * as contacts from './change-contacts.ts'
import { accountHistory, notMe, notMePassword, notMeRead } from './change-contacts.ts'
import { askDeletion } from './erase.ts'
import { login, loginByCode, sendCode } from './login.ts'
import { exportMine, setCalls, setReminders } from './my-data.ts'
import { changePassword, forgotPassword } from './password.ts'
import { fetchUserPolicies, getPolicyFiles, onePolicy, renewalPrice } from './policies.ts'
import { fetchUserOrders, purchases } from './purchases.ts'
import { confirmSignIn, resendSignInCode } from './second-step.ts'
import * as me from './sessions.ts'
import { endSession, logout, logoutEverywhere, myLooks, sessions, user } from './sessions.ts'
import * as ending from './terminate.ts'

/** Handlers of the cabinet's calls. */
export const cabinetHandlers = {
  cabinetLogin: login,
  cabinetConfirmSignIn: confirmSignIn,
  cabinetResendSignInCode: resendSignInCode,
  cabinetSendCode: sendCode,
  cabinetLoginByCode: loginByCode,
  cabinetUser: user,
  cabinetLogout: logout,
  cabinetSessions: sessions,
  cabinetHistory: accountHistory,
  accountNotMeRead: notMeRead,
  accountNotMe: notMe,
  accountNotMePassword: notMePassword,
  cabinetEndSession: endSession,
  cabinetLogoutEverywhere: logoutEverywhere,
  cabinetForgotPassword: forgotPassword,
  cabinetChangePassword: changePassword,
  cabinetGetMe: me.getMe,
  cabinetChangeEmail: contacts.changeEmail,
  cabinetConfirmEmail: contacts.confirmEmail,
  cabinetChangePhone: contacts.changePhone,
  cabinetConfirmPhone: contacts.confirmPhone,
  cabinetSetReminders: setReminders,
  cabinetSetCalls: setCalls,
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
  cabinetLooks: myLooks,
} satisfies Partial<Handlers>
