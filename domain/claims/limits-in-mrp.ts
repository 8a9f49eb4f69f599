/**
 * What the law pays at most, in MRP (24 § 1, 24 § 6; resolution 83 for the simplified procedure).
 */
export const limitsInMrp = {
  death: 2_000,
  disability_1: 1_600,
  disability_2: 1_200,
  disability_3: 500,
  disabled_child: 1_000,
  injury: 300,
  property_one: 600,
  property_all: 2_000,
  simplified: 100,
  funeral: 100,
} as const
/** MRP up to which two drivers may draw the scheme themselves and bring it to the police (22-1). */
export const ownSchemeMrp = 50
