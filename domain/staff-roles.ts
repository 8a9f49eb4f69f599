/** Who works here, by what they do: promoters in the portal, accountants and staff at the desks. */
export const staffRoles = ['promoter', 'accountant', 'staff'] as const
export type StaffRole = (typeof staffRoles)[number]
