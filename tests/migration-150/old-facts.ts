import { buyer, car } from '../sale.ts'

const person = {
  ...{
    iin: buyer.iin,
    clientId: 1,
    surname: 'Серікова',
    name: 'Айгерім',
    patronymic: '',
    birthDate: '1985-03-15',
    document: null,
  },
  licence: {
    number: 'AA123456',
    issueDate: '2019-04-02',
    validTo: '2029-04-02',
    experienceFrom: '2012-05-20',
  },
  ...{ bonusMalus: { kind: 'CLASS', class: '3' }, privilege: false },
}
/** What a policy of the old releases was sold about. */
export const facts = {
  ...{
    quotedOn: '2026-11-20',
    policyholder: person,
    willDrive: true,
    phone: buyer.phone,
    insured: [person],
  },
  vehicles: [
    {
      ...{
        vehicleId: 1,
        plate: car.registrationNumber,
        techPassport: car.techPassport,
        vin: 'X',
        type: 'PASSENGER',
        make: 'Toyota',
      },
      ...{ model: 'Corolla', year: 2018, region: 'ALMATY_CITY', settlement: 'CITY' },
    },
  ],
  term: { start: '2026-11-21', end: '2027-11-20', months: 12, seasonal: false },
  insurer: {
    ...{
      id: 1,
      code: 'dala',
      name: { kz: 'dala', ru: 'dala' },
      esbdSystemId: 1,
      commissionPercent: '15.00',
      middlemanContract: 'QORGAN-1',
    },
    correctionDeviation: '0',
  },
  ...{ ogpoPlus: null, badScoring: false, replaces: null },
}
