import type { Handlers } from '../http/route.ts'
import { fetchUserOrders } from './applications.ts'
import { askDeletion } from './ask-deletion.ts'
import * as contacts from './change-contacts.ts'
import { exportMine, setCalls, setReminders } from './data.ts'
import { login } from './login.ts'
import { loginByCode, sendCode } from './login-by-code.ts'
import { myLooks } from './looks.ts'
import * as me from './me.ts'
import { accountHistory, notMe, notMePassword, notMeRead } from './not-me.ts'
import { onePolicy } from './one-policy.ts'
import { changePassword, forgotPassword } from './password.ts'
import { fetchUserPolicies, getPolicyFiles } from './policies.ts'
import { purchases } from './purchases.ts'
import { renewalPrice } from './renewal-price.ts'
import { confirmSignIn, resendSignInCode } from './second-step.ts'
import { endSession, logout, logoutEverywhere, sessions, user } from './sessions.ts'
import * as ending from './terminate.ts'

/** Who answers the calls of the cabinet. */
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
