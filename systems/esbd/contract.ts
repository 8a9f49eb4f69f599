import type { Fields } from './fields.ts'
import { operations } from './operations.ts'
import { personStructures } from './structures-people.ts'
import { policyStructures } from './structures-policies.ts'
import { propertyStructures } from './structures-property.ts'
import { vehicleStructures } from './structures-vehicles.ts'

/**
 * Facts of the operator's published contract: the structures and operations we use, field by field,
 * in the operator's order. Source: `IICWebService.wsdl` of the public repository
 * `eurasia-insurance/esbd-jaxws-client` (2019-03-04, 222 operations); the file itself is no part of
 * the product. `contract.test.ts` holds this table against it where it is at hand. The operator's
 * present WSDL goes before it. The structures stand by subject in `structures-*.ts`.
 *
 * `int`, `double`, `decimal`, `boolean`, `dateTime` are mandatory (minOccurs 1), with `?` not;
 * `string` and structures never are; `X[]` is `ArrayOfX`, whose items may be nil. Never copy a name
 * from a web page: some there have Cyrillic look-alike letters.
 */
export const structures = {
  ...personStructures,
  ...vehicleStructures,
  ...policyStructures,
  ...propertyStructures,
  EsbdRequest: {
    Type: 'string',
    Version: 'int',
    Body: 'string',
    Parameters: 'int',
  },
  EsbdResponse: {
    ResultCode: 'int',
    ErrorMessage: 'string',
    Body: 'string',
  },
} as const satisfies Record<string, Fields>
export type Structure = keyof typeof structures

export type Operation = keyof typeof operations

export const isOperation = (name: string): name is Operation => Object.hasOwn(operations, name)
export const isStructure = (name: string): name is Structure => Object.hasOwn(structures, name)
