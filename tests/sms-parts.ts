/**
 * In how many parts an SMS goes. One sign beyond the GSM alphabet makes the whole text UCS-2: 70
 * signs alone, 67 in each part of several; else 160 and 153 (3GPP TS 23.038, 23.040). Kazakh and
 * Russian texts are always UCS-2.
 */
const gsm = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/u

export function smsParts(text: string): number {
  const [alone, each] = gsm.test(text) ? [160, 153] : [70, 67]
  return text.length <= alone ? 1 : Math.ceil(text.length / each)
}
