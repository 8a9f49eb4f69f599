/**
 * Driver licences of the traffic police, by the credit bureau's gateway (../gbd.ts).
 *
 * Evidence:
 * - wiki.gkb.kz «Водитель», 9 Oct 2023: service `ZipDriverPortTypeImplService`, method
 *   `getZipDriverPortType`, parameters `iin`, `requestNumber` (xs:string, mandatory) and
 *   `consentConfirmed`; series and number of the licence were taken out of the request;
 * - RavilSKHalyk/APIDocNew `soapRequest.java`, `DriverLicenseController.java`: the same request
 *   (`requestNumber` 1, `consentConfirmed` true), and the names of the reply: firstName, lastName,
 *   middleName, dateOfBirth, dateOperate, drivingDocDateEnd, serial, num, categoryA … categoryF,
 *   iin, placeBirth;
 * - `tvuInfoResponse` of the ministry's own schema `http://schemas.letograf.kz/iiscon/mvd/driver`
 *   (public generated class `kz.tamur.or3.mtszn.mvd.TvuInfoResponse`): the same names; categories
 *   are mandatory xs:boolean, dates xs:dateTime with minOccurs 0, the rest strings with minOccurs
 *   0.
 *
 * There is no first day of experience anywhere in it: `dateOperate` is the day of this licence,
 * which is renewed every ten years.
 * Guess: `consentConfirmed` is `true`, as the public client sends; the wiki's newest page gives
 * xs:integer (then `1`). [A]
 * Guess: `dateOperate` is the day of issue (the reply has no other day of the licence).
 */
export const LICENCE_SERVICE = 'ZipDriverPortTypeImplService'
export const LICENCE_METHOD = 'getZipDriverPortType'
export type Operation = typeof LICENCE_METHOD

/** The whole categories in the reply; it has no sub-categories. */
export const licenceCategories = ['A', 'B', 'C', 'D', 'E', 'F'] as const
