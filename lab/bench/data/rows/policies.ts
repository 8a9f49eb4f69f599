import { type Sale, TODAY, uuidOf } from '../sale.ts'
import { type Filling, issuedOnly, later } from './cells.ts'

/** What the cabinet, the desks and the documents read of a policy. */
function factsOf({ who, start, end, insurer, insurerAt, at }: Sale): string {
  const person = {
    iin: who.iin,
    clientId: 5_000_000,
    surname: who.surname,
    name: who.name,
    patronymic: who.patronymic,
    birthDate: who.birthDate,
    document: null,
    licence: {
      number: who.licenceNumber,
      issueDate: '2019-04-02',
      validTo: '2029-04-02',
      experienceFrom: '2012-05-20',
    },
    bonusMalus: { kind: 'CLASS', class: '3' },
    privilege: false,
  }
  return JSON.stringify({
    quotedOn: at.toISOString().slice(0, 10),
    policyholder: person,
    willDrive: true,
    phone: who.phone,
    insured: [person],
    vehicles: [
      {
        vehicleId: 9_000_000,
        plate: who.plate,
        techPassport: who.techPassport,
        vin: who.vin,
        type: 'PASSENGER',
        make: 'Toyota',
        model: 'Corolla',
        year: 2018,
        region: 'ALMATY_CITY',
        settlement: 'CITY',
      },
    ],
    term: { start, end, months: 12, seasonal: false },
    insurer: {
      id: insurerAt + 1,
      code: insurer,
      name: { kz: insurer, ru: insurer },
      esbdSystemId: insurerAt + 1,
      commissionPercent: '15.00',
      middlemanContract: `QORGAN-${insurerAt + 1}`,
      correctionDeviation: '0',
    },
    ogpoPlus: null,
    badScoring: false,
    replaces: null,
  })
}

const policyState = ({ start, end }: Sale) =>
  end < TODAY ? 'ended' : start <= TODAY ? 'active' : 'pending'

/** Policies, their states and papers. */
export const policies: readonly Filling[] = [
  issuedOnly(
    'policies',
    'id, contract_id, order_id, global_id, esbd_policy_id, number, state, policyholder_iin, insurer_code, start_date, end_date, premium, ogpo_plus_premium, facts, issued_at, verified_at',
    (sale) => [
      [
        sale.policyId,
        sale.id,
        sale.id,
        `${String(sale.n).padStart(11, '0')}G`,
        sale.n,
        sale.id,
        policyState(sale),
        sale.who.iin,
        sale.insurer,
        sale.start,
        sale.end,
        sale.premium,
        0,
        factsOf(sale),
        later(sale.at, 80),
        later(sale.at, 80),
      ],
    ],
  ),
  issuedOnly('policy_history', 'policy_id, state, at, actor, reason', (sale) =>
    ['pending', 'active', 'ended']
      .slice(0, ['pending', 'active', 'ended'].indexOf(policyState(sale)) + 1)
      .map((state, at) => [
        sale.policyId,
        state,
        at === 0 ? later(sale.at, 80) : `${at === 1 ? sale.start : sale.end}T19:00:00Z`,
        'generated',
        state,
      ]),
  ),
  // One paper of a few bytes stands for the eight of a policy: their bytes are no part of what is
  // measured.
  issuedOnly(
    'documents',
    'uuid, policy_id, kind, locale, file_name, size, sha256, content, created_at',
    (sale, { seed }) => [
      [
        uuidOf(seed, 'paper', sale.n),
        sale.policyId,
        'policy',
        'kz',
        `${sale.id}.pdf`,
        5,
        '\\\\x00',
        '\\\\x255044462d',
        later(sale.at, 85),
      ],
    ],
  ),
]
