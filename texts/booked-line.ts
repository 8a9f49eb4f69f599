import type { Localized } from '#domain/locale.ts'

/** Why a statement stays: the line that something depends on, by its number in the file. */
export const bookedLineStaysText = (
  line: number,
  act: 'bank_return' | 'dispute_won' | 'refund_gone',
): Localized => ({
  kz: `Үзінді көшірмені қайтарып алу мүмкін емес. ${line}-жол есепке жазылған: ${reasons[act].kz}`,
  ru: `Отозвать выписку нельзя. Строка ${line} записана в учёт: ${reasons[act].ru}`,
})

const reasons = {
  bank_return: {
    kz: 'содан кейін бұл шарттың ақшасы өзгерген. Алдымен осы шарттағы қайтаруларды тексеріңіз.',
    ru: 'после этого деньги договора изменились. Сначала проверьте возвраты этого договора.',
  },
  dispute_won: {
    kz: 'банк қайтарған дау сомасы клиенттің ақшасына айналған. Қатені сәйкессіздік ретінде шешіңіз.',
    ru: 'сумма выигранного спора уже стала деньгами клиента. Разберите ошибку как расхождение.',
  },
  refund_gone: {
    kz: 'қайтару бойынша чек беріліп, клиентке хабарланған. Қатені сәйкессіздік ретінде шешіңіз.',
    ru: 'по возврату выдан чек и клиенту сообщено. Разберите ошибку как расхождение.',
  },
} as const
