/**
 * What only the operator can say. Each stands here with its guess [A] until the answer comes;
 * nothing of it is a constant elsewhere.
 */
export const guessedIds = {
  /** Guess: how the premium is paid, "at once"; `kutlymurat/esbd-connector` sends 1. */
  PAYMENT_ORDER_TYPE_ID: 1,
  /** Guess: the same source sends 1 with the words "Единовременно". */
  PAYMENT_TYPE_ID: 1,
  /** Guess: of a driver; the example of the same source has 2. */
  HOUSEHOLD_POSITION_ID: 2,
  /** Guess: not known, not sent otherwise by anybody. */
  CLIENT_FORM_ID: 0,
  /** Guess: how the client is told about the electronic policy. */
  NOTIFICATION_TYPE_ID: 0,
  /**
   * Guess: a broker's login has a branch of its own (`User.Branch_ID`); another one than that only
   * when set here.
   */
  BRANCH_ID: 0,
  /** Guess: newer than every public table of documents (1–5). */
  FOREIGN_PASSPORT: 6,
  /** Guess: the class of insurance of a home, its kind of contract and its state. */
  HOME_INSURANCE_TYPE_ID: 1,
  HOME_CONTRACT_TYPE_ID: 1,
  HOME_CONTRACT_STATE_ID: 1,
} as const satisfies Record<string, number>
export type EsbdIds = { [name in keyof typeof guessedIds]: number }

/** Tenge by which their premium may differ from ours. Guess [A]: they round as we do. */
export const PREMIUM_MAY_DIFFER = 0
