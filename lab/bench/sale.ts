/** The sandbox's ready buyer and car. */
export const buyer = { iin: '850315399904', phone: '77010000001' }

export const sale = () => ({
  drivers: [],
  vehicles: [{ registrationNumber: '123ABC02', techPassport: 'AB12345678' }],
  insurant: { ...buyer, willDrive: true },
  operation: { applicationId: crypto.randomUUID() },
  order: { dateStart: '2026-11-21', period: 12 },
})
