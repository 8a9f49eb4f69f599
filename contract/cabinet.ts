import { z } from 'zod'
import { answer, answerWith, call, done } from './call.ts'
import { Day, Email, GlobalId, Instant, Phone, Pin, Tenge, Uuid } from './fields.ts'
import { HomeOfPolicy } from './home.ts'
import { SinceLast } from './ogpo.ts'

const client = ['user'] as const

/** Exactly 12 digits; whether such a person exists is not told before the password (spec section 8, "Login"). */
const LoginIin = z
  .string({ error: 'iin' })
  .transform((text) => text.replaceAll(/\s/g, ''))
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
  /** Whether changing the password asks for the current one: not after a code or a temporary password. */
  current_password_required: z.boolean(),
})
const SignedIn = answerWith({ token: z.string(), user: CabinetUser })
export const CodeSent = z.object({ resendAfter: Instant, expiresAt: Instant, resendInSeconds: z.int() })

export const login = call({
  path: '/api/cabinet/auth/login',
  method: 'POST',
  may: ['everyone'],
  about:
    'Signs in. 401 for an unknown IIN and a wrong password alike; 403 with error "password_expired" for a temporary password older than a day; 429 with 13001 after five wrong ones.',
  body: z.strictObject({ iin: LoginIin, password: z.string({ error: 'required' }).min(1, { error: 'required' }).max(200) }),
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
  about: 'Sends a sign-in code to the phone of a client. Answers the same when no client has this phone.',
  body: z.strictObject({ phone: Phone }),
  reply: answer(CodeSent),
})
export const loginByCode = call({
  path: '/api/cabinet/auth/loginByCode',
  method: 'POST',
  may: ['everyone'],
  about: 'Signs in with the code: four digits, five tries, five minutes.',
  body: z.strictObject({ phone: Phone, code: Pin }),
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
export const sessions = call({
  path: '/api/cabinet/auth/sessions',
  method: 'GET',
  may: client,
  about: 'The client’s open sessions with device and time, the newest use first.',
  body: z.strictObject({}),
  reply: answer(
    z.array(
      z.object({
        id: z.string(),
        /** As the browser named itself, shortened: `Chrome, Windows`. */
        device: z.string(),
        began_by: z.enum(['password', 'temporary', 'code', 'egov']),
        createdAt: Instant,
        lastUsedAt: Instant,
        current: z.boolean(),
      }),
    ),
  ),
})
export const endSession = call({
  path: '/api/cabinet/auth/endSession',
  method: 'POST',
  may: client,
  about: 'Ends one of the client’s sessions.',
  body: z.strictObject({ id: Uuid }),
  reply: done,
})
export const logoutEverywhere = call({
  path: '/api/cabinet/auth/logoutEverywhere',
  method: 'POST',
  may: client,
  about: 'Ends every session of the client, this one too.',
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
    'Changes the password and ends the other sessions. The current one is asked unless the session began by code or temporary password.',
  body: z.strictObject({
    current_password: z.string().max(200).optional(),
    password: z.string({ error: 'required' }).max(200),
    password_repeat: z.string({ error: 'required' }).max(200),
  }),
  reply: done,
})

export const getMe = call({
  path: '/api/cabinet/user/getMe',
  method: 'GET',
  may: client,
  about: 'What we hold about the client.',
  body: z.strictObject({}),
  reply: answer(
    z.object({
      ...CabinetUser.shape,
      birthDate: Day.nullable(),
      document: z.object({ type: z.string(), number: z.string(), issueDate: Day.nullable() }).nullable(),
      resident: z.boolean().nullable(),
      emailConfirmed: z.boolean(),
      language: z.enum(['kz', 'ru']),
      since: Instant,
      /** Reminders before the end of a policy, by SMS and e-mail. */
      reminders: z.boolean(),
      deletionAskedAt: Instant.nullable(),
    }),
  ),
})
export const setReminders = call({
  path: '/api/cabinet/user/setReminders',
  method: 'POST',
  may: client,
  about: 'Switches the reminders 30, 14, 7, 3 and 1 days before the end of a policy on or off.',
  body: z.strictObject({ on: z.boolean() }),
  reply: done,
})
export const exportMine = call({
  path: '/api/cabinet/user/export',
  method: 'GET',
  may: client,
  about: 'Everything we hold about the client, to take away.',
  body: z.strictObject({}),
  reply: answer(z.object({ madeAt: Instant, content: z.record(z.string(), z.unknown()) })),
})
export const askDeletion = call({
  path: '/api/cabinet/user/askDeletion',
  method: 'POST',
  may: client,
  about: 'Takes the request to delete the client’s data, and says till when the law makes us keep some of it.',
  body: z.strictObject({}),
  reply: answer(z.object({ askedAt: Instant, keptUntil: Day.nullable(), message: z.string() })),
})
export const changeEmail = call({
  path: '/api/cabinet/user/changeEmail',
  method: 'POST',
  may: client,
  about: 'Sends a code to the new e-mail; it holds after confirmEmail.',
  body: z.strictObject({ email: Email }),
  reply: answer(CodeSent),
})
export const confirmEmail = call({
  path: '/api/cabinet/user/confirmEmail',
  method: 'POST',
  may: client,
  about: 'The code from the letter makes the e-mail the client’s own.',
  body: z.strictObject({ email: Email, code: Pin }),
  reply: done,
})
export const changePhone = call({
  path: '/api/cabinet/user/changePhone',
  method: 'POST',
  may: client,
  about: 'Sends a code to the new phone, which must be linked to the IIN (14002); it holds after confirmPhone.',
  body: z.strictObject({ phone: Phone }),
  reply: answer(CodeSent),
})
export const confirmPhone = call({
  path: '/api/cabinet/user/confirmPhone',
  method: 'POST',
  may: client,
  about: 'The code from the SMS makes the phone the client’s own.',
  body: z.strictObject({ phone: Phone, code: Pin }),
  reply: done,
})

/** Spec section 3, "Cabinet policy", and what the card beside it shows. */
export const CabinetPolicy = z.object({
  order_id: z.string(),
  source: z.string(),
  subscription_active: z.boolean(),
  global_id: z.string(),
  start_date: Day,
  end_date: Day,
  /** What was paid for the policy with OGPO+. */
  amount: Tenge,
  /** The tariff part. */
  premium: Tenge,
  /** OGPO: the policyholder's name; Home: the address. */
  address_name_policy_holder: z.string(),
  calc_id: z.string(),
  uuid: z.string(),
  policy_type: z.enum(['ogpo', 'home']),
  /** A Home subscription's own facts; null for OGPO. */
  home: HomeOfPolicy.nullable(),
  state: z.enum(['pending', 'active', 'ended', 'terminated', 'cancelled', 'replaced']),
  insurer: z.object({ code: z.string(), name: z.string() }),
  cars: z.array(z.object({ registrationNumber: z.string(), name: z.string() })),
  drivers: z.int(),
  ogpo_plus_premium: Tenge,
  verified_at: Instant,
  issued_at: Instant,
  replaced_by: z.string().nullable(),
  /** What the card offers now. Renewal: from 30 days before the end. */
  may: z.object({ terminate: z.boolean(), cancel: z.boolean(), renew: z.boolean(), add_drivers: z.boolean() }),
})
export const fetchUserPolicies = call({
  path: '/api/cabinet/policy/fetchUserPolicies',
  method: 'POST',
  may: client,
  about: 'The client’s policies; the cabinet shows active and pending together and the inactive ones six per page.',
  body: z.strictObject({}),
  reply: answer(z.object({ active: z.array(CabinetPolicy), pending: z.array(CabinetPolicy), inactive: z.array(CabinetPolicy) })),
})

const File = z.object({ uuid: z.string(), size: z.int() })
export const getPolicyFiles = call({
  path: '/api/cabinet/policy/getPolicyFiles',
  method: 'POST',
  may: client,
  about: 'The papers of an own policy in the language asked, by type; opened at /download-*/{uuid}.',
  body: z.strictObject({ calcId: Uuid, covernoteUuid: Uuid }),
  reply: answer(z.object({ policy: File, covernote: File, slip: File, applicantForm: File }).partial()),
})

export const Application = z.object({
  order_id: z.string(),
  /** Opens the result page: `?order={key}`; of a Home subscription the insurance page. */
  key: z.string(),
  calc_id: z.string(),
  kind: z.enum(['new', 'prolong', 'reissue', 'home']),
  state: z.string(),
  /** `pay`: choose how to pay or pay the open bill; `wait`: we are at it; `refund`: the money is on its way back; `none`: over. */
  next_step: z.enum(['pay', 'wait', 'refund', 'none']),
  amount: Tenge,
  /** None of a Home subscription: its protection starts after the payment. */
  start_date: Day.nullable(),
  created_at: Instant,
  cars: z.array(z.object({ registrationNumber: z.string(), name: z.string() })),
  /** Of a Home subscription alone. */
  address: z.string().nullable(),
  pay: z
    .object({
      system: z.enum(['mobile_bank', 'card']),
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
  about: 'The client’s applications: orders not yet issued, with state and next step, the newest first.',
  body: z.strictObject({}),
  reply: answer(z.array(Application)),
})

export const TerminateReason = z.enum(['sold', 'died', 'own_will'], { error: 'required' })
export const Termination = z.object({
  calcId: z.string(),
  refundAmount: Tenge,
  retainedAmount: Tenge,
  elapsedDays: z.int(),
  totalDays: z.int(),
})
export const calcTerminate = call({
  path: '/api/cabinet/policy/calcTerminate',
  method: 'POST',
  may: client,
  catalogue: true,
  about: 'First step: the refund by the law’s table, line by line. 14004 while a car is still registered to the policyholder.',
  body: z.strictObject({ globalId: GlobalId, terminateReason: TerminateReason }),
  reply: answer(
    Termination.extend({
      retainedPercent: z.int(),
      lines: z.array(z.object({ kind: z.enum(['premium', 'ogpo_plus']), paid: Tenge, retained: Tenge, refund: Tenge })),
      /** The calculation holds till then. */
      expiresAt: Instant,
    }),
  ),
})
export const sendTerminateCode = call({
  path: '/api/cabinet/policy/sendTerminateCode',
  method: 'POST',
  may: client,
  about: 'Sends the client the code that confirms a termination.',
  body: z.strictObject({ calcId: Uuid }),
  reply: answer(CodeSent),
})
export const Ending = z.object({
  /** `accepted`: taken, the unified database is being told; `done`: the policy has ended and the refund is on its way. */
  state: z.enum(['accepted', 'done']),
  kind: z.enum(['terminate', 'cancel']),
  refundAmount: Tenge,
  refunds: z.array(
    z.object({
      amount: Tenge,
      /** `due` is on its way, `done` has been sent, `failed` is with our staff (another way or bank details are needed). */
      state: z.enum(['due', 'done', 'failed']),
      way: z.enum(['mobile_bank', 'card', 'bank_details']),
      at: Instant,
      doneAt: Instant.nullable(),
    }),
  ),
})
export const terminate = call({
  path: '/api/cabinet/policy/terminate',
  method: 'POST',
  may: client,
  catalogue: true,
  about: 'Second step, confirmed by the code from SMS. Idempotent by calcId; another refundAmount than the server’s is refused with 14017.',
  body: z.strictObject({ globalId: GlobalId, terminateReason: TerminateReason, calcId: Uuid, refundAmount: Tenge, code: Pin }),
  reply: answer(Ending),
})
export const cancel = call({
  path: '/api/cabinet/policy/cancel',
  method: 'POST',
  may: client,
  catalogue: true,
  about: 'Cancels a policy on the day of its issue and before its start; the whole sum goes back. Too late: 14005.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(Ending),
})
export const endingStatus = call({
  path: '/api/cabinet/policy/endingStatus',
  method: 'POST',
  may: client,
  about: 'How a termination or cancelling and its refund stand.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(Ending),
})

export const renewalPrice = call({
  path: '/api/cabinet/policy/renewalPrice',
  method: 'POST',
  may: client,
  catalogue: true,
  about:
    'What a renewal would cost by the facts of the policy that ends and today’s tariff, and why it differs: no register is asked, so the class is the one of that policy. 14007 when the policy is not offered for renewal.',
  body: z.strictObject({ globalId: GlobalId }),
  reply: answer(z.object({ premium: Tenge, date_start: Day, date_end: Day, since_last: SinceLast })),
})

export const PaymentCard = z.object({
  id: z.string(),
  /** As the acquirer masks it: `4400-00XX-XXXX-0001`. */
  card_hash: z.string(),
  active: z.enum(['1', '0']),
  /** `2029-08`. */
  valid_to: z.string(),
})
export const getCards = call({
  path: '/api/cabinet/card/getCards',
  method: 'GET',
  may: client,
  about: 'The client’s bound cards, the newest first.',
  body: z.strictObject({}),
  reply: answerWith({ cards: z.array(PaymentCard) }),
})
export const addCard = call({
  path: '/api/cabinet/card/addCard',
  method: 'POST',
  may: client,
  about: 'Opens the acquirer’s page where the client gives a card; it comes back to /account?tab=cards.',
  body: z.strictObject({}),
  reply: answerWith({ redirect_url: z.string(), message: z.string() }),
})
export const changeActiveCard = call({
  path: '/api/cabinet/card/changeActiveCard',
  method: 'POST',
  may: client,
  about: 'Makes one card the active one.',
  body: z.strictObject({ id: Uuid }),
  reply: answerWith({ message: z.string() }),
})
export const deleteCard = call({
  path: '/api/cabinet/card/deleteCard',
  method: 'POST',
  may: client,
  about: 'Removes a card here and at the acquirer; deleting the active one makes the newest other active.',
  body: z.strictObject({ id: Uuid }),
  reply: answerWith({ message: z.string() }),
})

export const fileLink = call({
  path: '/api/cabinet/file/link',
  method: 'POST',
  may: client,
  about:
    'A link that opens one of the client’s files once, within a minute. 14087: not scanned for viruses yet, 14088: infected and destroyed.',
  body: z.strictObject({ id: Uuid }),
  reply: answerWith({ url: z.string(), expiresAt: Instant }),
})
