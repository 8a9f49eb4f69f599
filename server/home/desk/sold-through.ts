/** The channel of every subscription: it is sold behind the government sign-in only. */
export const soldThrough = 'egov'
