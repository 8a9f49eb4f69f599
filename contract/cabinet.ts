import { z } from 'zod'
import { numberAsTyped } from '#domain/as-typed.ts'
import { nextSteps } from '#domain/cabinet-needs.ts'
import { policyStates } from '#domain/policy-states.ts'
import { productNames, purchaseKinds } from '#domain/products.ts'
import { cutUnseen } from '#domain/seen-text.ts'
import { answer, answerWith, call, done } from './call.ts'
import { Day, GlobalId, Instant, Phone, Pin, Tenge, TypedPassword, Uuid } from './fields.ts'
import { HomeOfPolicy } from './home.ts'
import { SinceLast } from './ogpo-calculate.ts'
import { WayField } from './pay.ts'

/** A client's policies, applications, endings, cards and files. */
const client = ['user'] as const

/** Spec section 3, "Cabinet policy", and what the card beside it shows. */
export const CabinetPolicy = z.object({
  order_id: z.string(),
  source: z.string(),
  subscription_active: z.boolean(),
  global_id: z.string(),
  start_date: Day,
  end_date: Day,
  /** Paid for the policy including OGPO+. */
  amount: Tenge,
  /** The tariff part. */
  premium: Tenge,
  /**
   * The most the insurer pays for one case: of OGPO by the law's tables of today, null if there are
   * none; of Home by its plan.
   */
  insured_amount: Tenge.nullable(),
  /** OGPO: the policyholder's name; Home: the address. */
  address_name_policy_holder: z.string(),
  calc_id: z.string(),
  uuid: z.string(),
  policy_type: z.enum(productNames),
  /** A Home subscription's own facts; null for OGPO. */
  home: HomeOfPolicy.nullable(),
  state: z.enum(policyStates),
  insurer: z.object({ code: z.string(), name: z.string() }),
  cars: z.array(z.object({ registrationNumber: z.string(), name: z.string() })),
  drivers: z.int(),
  ogpo_plus_premium: Tenge,
  verified_at: Instant,
  issued_at: Instant,
  replaced_by: z.string().nullable(),
  /** Acts the card offers now. Renewal: from 30 days before the end. */
  may: z.object({
    terminate: z.boolean(),
    cancel: z.boolean(),
    renew: z.boolean(),
    add_drivers: z.boolean(),
  }),
})
export const fetchUserPolicies = call({
  path: '/api/cabinet/policy/fetchUserPolicies',
  method: 'POST',
  may: client,
  about:
    'The client’s policies; the cabinet shows active and pending together and the inactive ones six per page.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      active: z.array(CabinetPolicy),
      pending: z.array(CabinetPolicy),
      inactive: z.array(CabinetPolicy),
      /** The last day on which an accident of today may be reported. */
      tell_by: Day,
    }),
  ),
})

const File = z.object({ uuid: z.string(), size: z.int() })
export const getPolicyFiles = call({
  path: '/api/cabinet/policy/getPolicyFiles',
  method: 'POST',
  may: client,
  about:
    'The papers of an own policy in the language asked, by type; opened at /download-*/{uuid}.',
  body: z.strictObject({ calcId: Uuid, covernoteUuid: Uuid }),
  reply: answer(
    z.object({ policy: File, covernote: File, slip: File, applicantForm: File }).partial(),
  ),
})

export const Application = z.object({
  order_id: z.string(),
  /** Opens the result page: `?order={key}`; of a Home subscription the insurance page. */
  key: z.string(),
  calc_id: z.string(),
  kind: z.enum(purchaseKinds),
  state: z.string(),
  next_step: z.enum(nextSteps),
  amount: Tenge,
  /** None of a Home subscription: its protection starts after the payment. */
  start_date: Day.nullable(),
  created_at: Instant,
  cars: z.array(z.object({ registrationNumber: z.string(), name: z.string() })),
  /** Home subscriptions only. */
  address: z.string().nullable(),
  pay: z
    .object({
      system: WayField,
      state: z.string(),
      phone: z.string().nullable(),
      redirect_url: z.string().nullable(),
      expiresAt: Instant,
    })
    .nullable(),
})
export const fetchUserOrders = call({
  path: '/api/cabinet/order/fetchUserOrders',
  method: 'POST',
  may: client,
  about:
    'The client’s applications: orders not yet issued, with state and next step, the newest first.',
  body: z.strictObject({}),
  reply: answer(z.array(Application)),
})

/** Price and dates of another year, and why the price differs from the last. */
export const RenewalPrice = z.object({
  premium: Tenge,
  date_start: Day,
  date_end: Day,
  since_last: SinceLast,
})
export const renewalPrice = call({
  path: '/api/cabinet/policy/renewalPrice',
  method: 'POST',
  may: client,
  catalogue: true,
  about:
    'What a renewal would cost by the facts of the policy that ends and today’s tariff, and why it differs: no register is asked, so the class is the one of that policy. 14007 when the policy is not offered for renewal.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(RenewalPrice),
})

export const fileLink = call({
  path: '/api/cabinet/file/link',
  method: 'POST',
  may: ['user', 'claim'],
  about:
    'A link that opens one of the client’s files once, within a minute. 14087: not scanned for viruses yet, 14088: infected and destroyed.',
  body: z.strictObject({ id: Uuid }),
  reply: answerWith({ url: z.string(), expiresAt: Instant }),
})

/**
 * Exactly 12 digits; whether such a person exists stays hidden until the password is right (spec
 * section 8, "Login").
 */
const LoginIin = z
  .string({ error: 'iin' })
  .transform(numberAsTyped)
  .pipe(z.string().regex(/^\d{12}$/, { error: 'iin' }))

export const CabinetUser = z.object({
  name: z.string(),
  surname: z.string(),
  patronymic: z.string(),
  iin: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(['user', 'accountant', 'staff']),
  administrator: z.boolean(),
  /** The session began with the password sent by SMS: only the change of password works. */
  password_change_required: z.boolean(),
  /** Changing the password needs the current one: not after a code or a temporary password. */
  current_password_required: z.boolean(),
})
const SignedIn = answerWith({ token: z.string(), user: CabinetUser })
export const CodeSent = z.object({
  resendAfter: Instant,
  expiresAt: Instant,
  resendInSeconds: z.int(),
})

export const login = call({
  path: '/api/cabinet/auth/login',
  method: 'POST',
  may: ['everyone'],
  about:
    'Signs in. 401 for an unknown IIN and a wrong password alike; 403 with error "password_expired" for a temporary password older than a day; 429 with 13001 after five wrong ones.',
  body: z.strictObject({
    iin: LoginIin,
    password: TypedPassword,
  }),
  reply: SignedIn,
})
/** The key of a sign-in that waits for its code: what the refusal 14070 carries. */
const Pending = z.string({ error: 'required' }).regex(/^[\w-]{20,60}$/, { error: 'invalid' })
export const confirmSignIn = call({
  path: '/api/cabinet/auth/confirmSignIn',
  method: 'POST',
  may: ['everyone'],
  about:
    'The second step of staff and accountants where configuration asks for it: login answers 14070 with data{pending, phone, resendAfter, expiresAt, resendInSeconds}, this call takes the code from the SMS.',
  body: z.strictObject({ pending: Pending, code: Pin }),
  reply: SignedIn,
})
export const resendSignInCode = call({
  path: '/api/cabinet/auth/resendSignInCode',
  method: 'POST',
  may: ['everyone'],
  about: 'Sends the code of the second step again, 30 s after the last one.',
  body: z.strictObject({ pending: Pending }),
  reply: answer(CodeSent),
})
export const sendCode = call({
  path: '/api/cabinet/auth/sendCode',
  method: 'POST',
  may: ['everyone'],
  about:
    'Sends a sign-in code to the phone of a client. Answers the same when no client has this phone. With the IIN it reaches whoever the register links to the phone, a client without a phone of their own too (14002 when it does not).',
  body: z.strictObject({ phone: Phone, iin: LoginIin.optional() }),
  reply: answer(CodeSent),
})
export const loginByCode = call({
  path: '/api/cabinet/auth/loginByCode',
  method: 'POST',
  may: ['everyone'],
  about:
    'Signs in with the code: four digits, five tries, five minutes. A code asked for with the IIN names it here too; 14095 when the account of the IIN has another phone.',
  body: z.strictObject({ phone: Phone, code: Pin, iin: LoginIin.optional() }),
  reply: SignedIn,
})
export const user = call({
  path: '/api/cabinet/auth/user',
  method: 'GET',
  may: client,
  about: 'Who is signed in.',
  body: z.strictObject({}),
  reply: answer(CabinetUser),
})
export const logout = call({
  path: '/api/cabinet/auth/logout',
  method: 'POST',
  may: client,
  about: 'Ends this session.',
  body: z.strictObject({}),
  reply: done,
})
export const forgotPassword = call({
  path: '/api/cabinet/user/forgotPassword',
  method: 'POST',
  may: ['everyone'],
  about:
    'Sends a temporary password by SMS. 404 for an unknown phone; 404 with error "already_sent" within two minutes; 429 with 13000 when asked too often.',
  body: z.strictObject({ phone: Phone }),
  reply: done,
})
export const changePassword = call({
  path: '/api/cabinet/user/changePassword',
  method: 'POST',
  may: client,
  about:
    'Changes the password and ends the other sessions. A session begun by the password names the current one. One begun by code or e-ID sets a password within ten minutes of the sign-in; later it names the current one or the code of passwordCode (422 at `code` asks for it).',
  body: z.strictObject({
    current_password: z.string().overwrite(cutUnseen).max(200).optional(),
    code: Pin.optional(),
    password: z.string({ error: 'required' }).max(200),
    password_repeat: z.string({ error: 'required' }).max(200),
  }),
  reply: done,
})

export const passwordCode = call({
  path: '/api/cabinet/user/passwordCode',
  method: 'POST',
  may: client,
  about:
    'Sends a code to the account’s own phone, by which a session that did not begin by the password sets one. 422 at `code` without a phone: sign in again.',
  body: z.strictObject({}),
  reply: answer(CodeSent),
})
