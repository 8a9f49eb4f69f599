/**
 * The wire of the unified insurance database (ESBD): ASP.NET service `IICWebService`,
 * document/literal, qualified elements, SOAP 1.1 and 1.2.
 *
 * Evidence, line by line:
 * - names, types, order, what is mandatory: `contract.ts`, from the WSDL of
 *   `eurasia-insurance/esbd-jaxws-client` (2019-03-04);
 * - session: `AuthenticateUser`, `SessionExists` before use, new session when it says false, hosts
 *   in turn: `eurasia-insurance/esbd-connection`, `SoapSession.java`, `ConnectionPoolBean.java` (3
 *   s to connect, 5 s an answer);
 * - a Fault leaves the session alive ("call is ok also session is ok too") and reads as "nothing
 *   found": the same file;
 * - people are asked for twice, RESIDENT_BOOL 1 and 0; a class id of 0 is "no class";
 *   `GetClassText` gives the class: `eurasia-insurance/esbd-dao`,
 *   `SubjectPersonEntityServiceBean.java`, `InsuranceClassTypeServiceBean.java`;
 * - a policy is ended when RESCINDING_DATE *or* RESCINDING_REASON_ID is set; BRANCH_ID, CLIENT_ID,
 *   dates, PREMIUM, number are mandatory: `esbd-dao`, `PolicyEntityServiceBean.java` (the
 *   operator's words "обязательно" stand in its comments);
 * - ids of regions 1–20, vehicle types 4–15, rescinding reasons, documents: `esbd-dao`,
 *   `…/elements/mapping/*.java`;
 * - PAYMENT_ORDER_TYPE_ID 1, PAYMENT_TYPE_ID 1, HOUSEHOLD_POSITION_ID 2, Parameters −1, Execute's
 *   base64 bodies: `kutlymurat/esbd-connector`, `EsbdFunctions.php`, `examples/example4.php`;
 *   RESCINDING reasons with their words: the same file;
 * - dates `dd.MM.yyyy`: `esbd-dao`, `ESBDDates.java`.
 * What no public source shows is in `port.ts`, each with its setting.
 */
export const NAMESPACE = 'https://icweb/IICWebService'

export { isOperation, isStructure, type Operation, type Structure, structures } from './contract.ts'
export type { Fields } from './fields.ts'
export { operations } from './operations.ts'
