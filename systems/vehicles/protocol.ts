/**
 * Vehicles of the traffic police («Автомобиль»), by the credit bureau's gateway (../gbd.ts).
 *
 * Evidence:
 * - wiki.gkb.kz «Автомобиль», 31 Mar 2023 and later: service `AutoDetailsVinImplService` (before it
 *   `AutoDetailsImplService`), method `getAuto`, vehicles of persons and of organisations;
 * - RavilSKHalyk/APIDocNew `soapRequest.java`: `getAuto{iinBin}`, nothing else is sent;
 *   `AutoController.java`, `Avto.java`: one `item` for each vehicle ("there may be several"), its
 *   children IdNumNikad, autoRegNum, autoRegNumOld, autoModel, autoYear, BodyNum, autoVIN,
 *   SrtsSerNum, SRTSDate, autoCategory, LastName, IIN, status, statusDate, autoFirstRegDate and
 *   others;
 * - wiki.gkb.kz «SearchVehicles» (24 Feb 2022): the unified database asks this register by plate,
 *   certificate or body number itself.
 *
 * So this register is queried by the **owner**; by plate only the unified database answers, which
 * gives no owner.
 * Guess: the words of `status`. A vehicle whose status begins with one of these is off the
 * register, every other one is in it. [A] Which key the service of the day takes is the setting
 * GKB_VEHICLES_BY: `owner`, or `plate` if there is no such service.
 */
export const VEHICLE_SERVICE = 'AutoDetailsVinImplService'
export const VEHICLE_METHOD = 'getAuto'
export type Operation = typeof VEHICLE_METHOD
/**
 * Guess: how a vehicle off the register is marked; without regard to case, and as the beginning of
 * a longer text.
 */
export const goneStatuses = ['снят', 'утилизирован', 'есептен шығар'] as const
