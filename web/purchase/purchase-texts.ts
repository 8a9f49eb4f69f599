import type { Locale } from '#domain/locale.ts'
import { percent as percentOf } from '#domain/percent.ts'
import { noConnection } from '#texts/connection.ts'
import { atMost, dayFrom } from '#texts/phrases.ts'
import { consentStates } from '#texts/states.ts'
import { plural, texts } from '../texts.ts'

/** Numbers with their nouns; after «кемінде», «от» use `years`. */
const counted = texts({
  kz: {
    months: (n: number) => `${n} ай`,
    days: (n: number) => `${n} күн`,
    years: (n: number) => `${n} жыл`,
    upToDrivers: (n: number) => `${n} жүргізуші`,
    upToCars: (n: number) => `${n} көлік`,
  },
  ru: {
    months: (n: number) =>
      plural('ru', n, {
        one: '{n} месяц',
        few: '{n} месяца',
        many: '{n} месяцев',
        other: '{n} месяца',
      }),
    days: (n: number) =>
      plural('ru', n, { one: '{n} день', few: '{n} дня', many: '{n} дней', other: '{n} дня' }),
    years: (n: number) =>
      plural('ru', n, { one: '{n} года', few: '{n} лет', many: '{n} лет', other: '{n} лет' }),
    upToDrivers: (n: number) =>
      n === 1
        ? '1 водитель'
        : plural('ru', n, { one: 'до {n} водителя', other: 'до {n} водителей' }),
    upToCars: (n: number) =>
      n === 1
        ? '1 автомобиль'
        : plural('ru', n, { one: 'до {n} автомобиля', other: 'до {n} автомобилей' }),
  },
})

/** «12 ай», «12 месяцев». */
export const monthsWord = (locale: Locale, n: number): string => counted[locale].months(n)
export const daysWord = (locale: Locale, n: number): string => counted[locale].days(n)
/** After «кемінде», «от». */
export const yearsWord = (locale: Locale, n: number): string => counted[locale].years(n)
export const upToDrivers = (locale: Locale, n: number): string => counted[locale].upToDrivers(n)
export const upToCars = (locale: Locale, n: number): string => counted[locale].upToCars(n)

/** Words of the purchase itself. */
export default texts({
  kz: {
    heading: 'ОГПО полисін ресімдеу',
    headingProlong: 'Полисті ұзарту',
    headingReissue: 'Полисті қайта ресімдеу',
    loading: 'Ресімдеу бетін дайындап жатырмыз',
    retry: 'Қайталап көру',
    close: 'Жабу',
    cancel: 'Бас тарту',
    optional: 'міндетті емес',
    resumed: 'Толтыра бастағаныңыз сақталған',
    resumedText: 'Осы құрылғыда 24 сағат сақталады. Тоқтаған жеріңізден жалғастырыңыз.',
    startOver: 'Басынан бастау',
    newDay: 'Жаңа күн басталды',
    newDayText: (day: string) => `Полис ${dayFrom.kz(day)} қолданыста болады`,
    wrongTitle: 'Мына жерлерді түзетіңіз',
    billUnclear: 'Банк шот туралы жауап бермеді: төлеу тәсілін таңдаңыз',
    toPolicyholder: {
      prolongFailed: 'Полис деректері алынбады',
      policyNotYours:
        'Бұл нөмірлі полис табылмады. Тек өз полисіңізді ұзартуға немесе қайта ресімдеуге болады.',
    },

    policyholderWhat: 'Сақтанушы – полисті ресімдейтін адам',
    notYou: 'Бұл мен емес',
    willDrive: 'Көлікті өзім де жүргіземін',
    willDriveHint: 'Сізді жүргізуші ретінде қосамыз',
    benefit: 'Заң бойынша жеңілдігім бар',
    privilegeOfDriver: 'Заң бойынша жеңілдігі бар',
    privilegeHint:
      'Ардагер, I–II топтағы мүгедектігі бар адам немесе зейнеткер. Көлік біреу болып, барлық жүргізушіде жеңілдік болса, баға 50%-ға төмендейді.',
    privilegeBusy: 'Жеңілдікті тексеріп жатырмыз',
    privilegeConfirmed: 'Жеңілдік расталды',
    privilegeNo: 'Жеңілдік расталмады',
    privilegeError:
      'Жеңілдікті тексеру қызметі жауап бермейді. Жеңілдіксіз жалғастырыңыз немесе қайталап көріңіз.',
    privilegeSkip: 'Жеңілдіксіз жалғастыру',

    driverTitle: (n: number) => `${n}-жүргізуші`,
    you: 'Бұл – сіз',
    addDriver: 'Жүргізуші қосу',
    addCar: 'Көлік қосу',
    remove: 'Тізімнен алып тастау',
    removeShort: 'Алып тастау',
    passportToo: 'Техпаспорт нөмірін де салыстырыңыз',
    lookDriver: 'Жүргізушіні іздеп жатырмыз',
    classFound: (name: string) => `${name}-сынып`,
    firstFound: 'алғашқы шарт',
    experienceFound: (years: string) => `өтілі кемінде ${years}`,
    experienceLess: 'өтілі 2 жылға жетпейді',
    yourself: 'Сіз',
    experienceOwn: 'Жүргізу өтіліңіз',
    experienceOf: 'Жүргізушінің өтілі',
    experienceWhy:
      'Куәліктің берілгеніне 2 жыл толмаған. Ол ауыстырылған болуы мүмкін, сондықтан өтілді өзіңіз көрсетіңіз.',
    experienceOver: '2 жыл және одан көп',
    experienceUnder: '2 жылға жетпейді',
    experienceDeclared: (name: string, over: boolean) =>
      `${name}: өтілі ${over ? '2 жыл және одан көп' : '2 жылға жетпейді'} (жүргізушінің айтуынша)`,
    duplicateSelf: 'Бұл – сіздің ЖСН-іңіз: сіз жүргізуші ретінде қосылғансыз.',

    consentWhy: 'Жүргізушіге 1414 нөмірінен SMS келеді. Ол «1» деп жауап берсе, келісім беріледі.',
    consentAsk: 'Келісім сұрау',
    consentAsking: 'SMS жіберіп жатырмыз',
    consentAwaiting: consentStates.kz.awaiting,
    consentAwaitingText: 'Жүргізуші 1414 нөмірінен келген SMS-ке «1» деп жауап беруі керек.',
    consentLeft: (time: string) => `Қалған уақыт: ${time}`,
    consentApproved: consentStates.kz.approved,
    consentRejected: 'Жүргізуші бас тартты',
    consentRejectedText:
      'Келісімсіз бұл жүргізушіні қосуға болмайды. Қайта сұраңыз немесе тізімнен алып тастаңыз.',
    consentExpired: consentStates.kz.expired,
    consentExpiredText:
      'Жүргізуші 10 минут ішінде жауап бермеді. Қайта сұраңыз немесе тізімнен алып тастаңыз.',
    consentAgain: 'Қайта сұрау',
    consentNone: 'келісімі әлі сұралған жоқ',
    consentWithout: 'Онсыз жалғастыру',
    consentFailed: 'SMS жіберілмеді',

    carTitle: (n: number) => `${n}-көлік`,
    lookCar: 'Көлікті тізілімнен іздеп жатырмыз',

    start: 'Полис қай күннен бастап қолданылады?',
    seasonal: 'Көлікті маусымда ғана пайдаланамын',
    seasonalHint:
      'Мысалы, тек жазда. Сонда мерзімі 6–11 ай болады, ал қалған уақытта көлікті жүргізуге болмайды.',
    months: 'Неше ай?',

    insurer: 'Сақтандыру компаниясы',
    insurerHint: 'Бағасы барлығында бірдей',
    commission: (percent: string) =>
      `Брокердің комиссиялық сыйақысы: сыйлықақының ${percent} пайызы, бағаға кіреді`,
    ogpoPlus: (price: string) => `ОГПО+ қосымша қорғанысы, ${price}`,
    ogpoPlusText: (payout: string) =>
      `Заңдағы шектен асатын зиянға қосымша сақтандыру төлемі, ${atMost.kz(payout)}. Міндетті емес.`,
    sample: 'үлгі баға',
    read: 'Оқу',

    email: 'Электрондық пошта',
    emailHint: 'Полис пен құжаттарды осы поштаға жібереміз. Сілтеме SMS арқылы да келеді.',
    pay: 'Төлеу тәсілі',
    free: 'Ештеңе төлемейсіз: ескі полистің пайдаланылмаған бөлігі жаңа полистің құнын толық жабады.',
    payPhone: 'Шот жіберілетін нөмір',
    payPhoneHint:
      'Төлейтін адамның нөмірі: шот соның банк қосымшасына келеді, полис сақтанушының атында қалады',
    needAccept: 'Төлеу үшін осы мәтінмен келісу керек',

    summary: 'Полис құны',
    calculate: 'Құнын есептеу',
    toPay: (sum: string) => `${sum} төлеу`,
    reissueNow: 'Қайта ресімдеу',
    insurancePremium: 'Сақтандыру сыйлықақысы',
    ofCommission: 'оның ішінде брокердің сыйақысы',
    period2: 'Қолданылу мерзімі',
    why: 'Баға неге осындай?',
    decisive: 'Бағаны осы жүргізуші анықтайды',
    perCar: 'Әр көлікке жасалатын жеке шарттардың бағасы қосылды',
    complexPrice: 'Бір жүргізуші үшін ең жоғары сыйлықақы бір рет алынады',
    validTill: 'Баға бүгінгі күннің соңына дейін сақталады',
    overlap: (plate: string, days: string, from: string, to: string) =>
      `${plate} нөмірлі көлікте қолданыстағы полис бар: мерзімі ${days} қабаттасады (${from} – ${to})`,
    gap: (plate: string, days: string, from: string, to: string) =>
      `${plate} нөмірлі көлік ${days} полиссіз қалады (${from} – ${to})`,
    total: 'Жаңа полис құны',
    remaining: 'Ескі полистің пайдаланылмаған бөлігі',
    surcharge: 'Қосымша төлем',
    refund: 'Қайтарылатын сома',
    refundText: 'Ақша ескі полистің төлемі жасалған картаға не шотқа қайтарылады.',

    waiting: (seconds: number) =>
      `Сұрауыңыз өңделіп жатыр, ${seconds} секундтан кейін өзіміз қайталаймыз`,
    goesOn: 'Дерекқорлар баяу жауап беріп жатыр. Ештеңе басудың қажеті жоқ.',
    offlineLook: noConnection.kz.again,
    offline: noConnection.kz.kept,
    timeout: 'Жауап келмеді. Толтырғаныңыз сақталды, қайталап көріңіз.',
    unavailable: 'Қызмет уақытша қолжетімсіз. Толтырғаныңыз сақталды, кейінірек қайталаңыз.',
    server: 'Бізде қате шықты. Толтырғаныңыз сақталды, қайталап көріңіз.',
    failed: 'Құнын есептеу мүмкін болмады',
    from: (day: string) => `Ең ерте күні: ${day}`,
    byDocument: 'Құжат деректерін қолмен енгізу',
    goBank: 'Банк бетіне өту',
    goBankText: 'Карта деректерін банктің бетінде енгізесіз.',

    documentTitle: 'Құжат деректері',
    documentText:
      'Тіркелімнен бұл адамның құжаты табылмады. Жеке куәлігіндегі деректерді енгізіңіз.',
    documentType: 'Құжат түрі',
    ID_CARD: 'Жеке куәлік',
    PASSPORT: 'Паспорт',
    RESIDENCE_PERMIT: 'Тұруға ықтиярхат',
    documentNumber: 'Құжат нөмірі',
    issueDate: 'Берілген күні',
    issuer: 'Берген орган',
    issuerDefault: 'ҚР ІІМ',
    validTo: 'Жарамдылық мерзімі',
    surname: 'Тегі',
    name: 'Аты',
    patronymic: 'Әкесінің аты',
    birthDate: 'Туған күні',
    save: 'Сақтау',

    positionTitle: 'Орналасқан жеріңізді анықтау керек',
    positionWhy:
      'Мамандандырылған ХҚКО-ға 200\u00a0метрден жақын жерде полис ресімдеуге болмайды: орналасқан жеріңізді тексереміз.',
    positionAsking: 'Орналасқан жеріңізді анықтап жатырмыз',
    positions: {
      UNSUPPORTED: 'Құрылғы геолокацияны қолдамайды',
      PERMISSION_DENIED: 'Орналасқан жеріңізді анықтауға рұқсат берілмеген.',
      POSITION_UNAVAILABLE: 'Орналасқан жер туралы ақпарат қолжетімсіз.',
      TIMEOUT: 'Сұрауды күту уақыты аяқталды.',
      UNKNOWN_ERROR: 'Белгісіз қате шықты.',
      default: 'Орналасқан жеріңіз анықталмады',
    },

    problems: {
      driver_not_found:
        'Бұл жүргізушіні қосу мүмкін болмады: ЖСН-ді тексеріңіз немесе тізімнен алып тастаңыз',
      car_not_found:
        'Бұл көлікті қосу мүмкін болмады: нөмірлерді тексеріңіз немесе тізімнен алып тастаңыз',
      owner_consent:
        'Иесі келісім бермеген: оны жүргізуші ретінде қосып, келісімін сұраңыз не көлікті тізімнен алып тастаңыз',
      consent_needed: 'Жүргізушінің келісімінсіз қосуға болмайды: сұраңыз немесе жауабын күтіңіз',
    },
  },
  ru: {
    heading: 'Оформление полиса ОГПО',
    headingProlong: 'Продление полиса',
    headingReissue: 'Переоформление полиса',
    loading: 'Готовим страницу оформления',
    retry: 'Попробовать ещё раз',
    close: 'Закрыть',
    cancel: 'Отмена',
    optional: 'необязательно',
    resumed: 'Мы сохранили начатое оформление',
    resumedText:
      'Оно хранится на этом устройстве 24 часа. Продолжайте с того места, где остановились.',
    startOver: 'Начать заново',
    newDay: 'Наступил новый день',
    newDayText: (day: string) => `Полис будет действовать ${dayFrom.ru(day)}`,
    wrongTitle: 'Исправьте отмеченное',
    billUnclear: 'Банк не сообщил, отправлен ли счёт: выберите, как платить',
    toPolicyholder: {
      prolongFailed: 'Не удалось получить данные полиса',
      policyNotYours:
        'Полис с таким номером не найден. Продлить или переоформить можно только свой полис.',
    },

    policyholderWhat: 'Страхователь – тот, кто оформляет полис',
    notYou: 'Это не я',
    willDrive: 'Я тоже буду за рулём',
    willDriveHint: 'Добавим вас как водителя',
    benefit: 'У меня есть льгота по закону',
    privilegeOfDriver: 'Есть льгота по закону',
    privilegeHint:
      'Ветераны, люди с инвалидностью I–II группы и пенсионеры. Цена снизится на 50\u00a0%, если автомобиль один и льготу имеют все водители.',
    privilegeBusy: 'Проверяем льготу',
    privilegeConfirmed: 'Льгота подтверждена',
    privilegeNo: 'Льгота не подтверждена',
    privilegeError: 'Сервис проверки льгот не отвечает. Продолжите без льготы или повторите.',
    privilegeSkip: 'Продолжить без льготы',

    driverTitle: (n: number) => `Водитель ${n}`,
    you: 'Это вы',
    addDriver: 'Добавить водителя',
    addCar: 'Добавить автомобиль',
    remove: 'Убрать из списка',
    removeShort: 'Убрать',
    passportToo: 'Сверьте и номер техпаспорта',
    lookDriver: 'Ищем водителя',
    classFound: (name: string) => `класс ${name}`,
    firstFound: 'первый договор',
    experienceFound: (years: string) => `стаж от ${years}`,
    experienceLess: 'стаж меньше 2 лет',
    yourself: 'Вы',
    experienceOwn: 'Ваш стаж вождения',
    experienceOf: 'Стаж водителя',
    experienceWhy:
      'Удостоверение выдано меньше 2 лет назад. Возможно, это замена, поэтому укажите стаж сами.',
    experienceOver: '2 года и больше',
    experienceUnder: 'Меньше 2 лет',
    experienceDeclared: (name: string, over: boolean) =>
      `${name}: стаж ${over ? '2 года и больше' : 'меньше 2 лет'} (со слов водителя)`,
    duplicateSelf: 'Это ваш ИИН: вы уже добавлены как водитель.',

    consentWhy: 'Водителю придёт SMS с номера 1414. Ответ «1» означает согласие.',
    consentAsk: 'Запросить согласие',
    consentAsking: 'Отправляем SMS',
    consentAwaiting: consentStates.ru.awaiting,
    consentAwaitingText: 'Водителю нужно ответить «1» на SMS с номера 1414.',
    consentLeft: (time: string) => `Осталось ${time}`,
    consentApproved: consentStates.ru.approved,
    consentRejected: 'Водитель отказался',
    consentRejectedText:
      'Без согласия добавить этого водителя нельзя. Запросите ещё раз или уберите из списка.',
    consentExpired: consentStates.ru.expired,
    consentExpiredText: 'Водитель не ответил за 10 минут. Запросите ещё раз или уберите из списка.',
    consentAgain: 'Запросить ещё раз',
    consentNone: 'согласие ещё не запрошено',
    consentWithout: 'Продолжить без водителя',
    consentFailed: 'SMS не отправлено',

    carTitle: (n: number) => `Автомобиль ${n}`,
    lookCar: 'Ищем автомобиль в реестре',

    start: 'С какого дня действует полис?',
    seasonal: 'Сезонная эксплуатация',
    seasonalHint:
      'Например, только летом. Тогда срок – 6–11 месяцев, а в остальное время ездить нельзя.',
    months: 'На сколько месяцев?',

    insurer: 'Страховая компания',
    insurerHint: 'Цена у всех одинакова',
    commission: (percent: string) =>
      `Комиссионное вознаграждение брокера: ${percentOf.ru(percent)} премии, уже в цене`,
    ogpoPlus: (price: string) => `Дополнительная защита ОГПО+, ${price}`,
    ogpoPlusText: (payout: string) =>
      `Дополнительная страховая выплата сверх предела по закону, ${atMost.ru(payout)}. Необязательно.`,
    sample: 'цена для примера',
    read: 'Прочитать',

    email: 'Электронная почта',
    emailHint: 'Пришлём полис и документы. Ссылка придёт и по SMS.',
    pay: 'Способ оплаты',
    free: 'Платить ничего не нужно: неиспользованная часть старого полиса полностью покрывает стоимость нового.',
    payPhone: 'Номер для счёта',
    payPhoneHint:
      'Номер того, кто платит: счёт придёт в приложение его банка, полис останется на имя страхователя',
    needAccept: 'Чтобы оплатить, нужно согласие с этим текстом',

    summary: 'Стоимость полиса',
    calculate: 'Рассчитать стоимость',
    toPay: (sum: string) => `Оплатить ${sum}`,
    reissueNow: 'Переоформить',
    insurancePremium: 'Страховая премия',
    ofCommission: 'в том числе вознаграждение брокера',
    period2: 'Срок действия',
    why: 'Почему такая цена?',
    decisive: 'Цену определяет этот водитель',
    perCar: 'Сложены цены отдельных договоров на каждый автомобиль',
    complexPrice: 'Водитель один, поэтому наибольшая премия берётся один раз',
    validTill: 'Цена действует до конца сегодняшнего дня',
    overlap: (plate: string, days: string, from: string, to: string) =>
      `На автомобиль ${plate} уже есть полис, сроки пересекаются на ${days} (${from} – ${to})`,
    gap: (plate: string, days: string, from: string, to: string) =>
      `Автомобиль ${plate} останется без полиса на ${days} (${from} – ${to})`,
    total: 'Стоимость нового полиса',
    remaining: 'Неиспользованная часть старого полиса',
    surcharge: 'Доплата',
    refund: 'Сумма к возврату',
    refundText: 'Деньги вернутся на карту или счёт, с которых оплачен старый полис.',

    waiting: (seconds: number) => `Запрос обрабатывается, повторим сами через ${seconds}\u00a0с`,
    goesOn: 'Базы данных отвечают медленно. Нажимать ничего не нужно.',
    offlineLook: noConnection.ru.again,
    offline: noConnection.ru.kept,
    timeout: 'Ответ не пришёл. Всё заполненное сохранено, попробуйте ещё раз.',
    unavailable: 'Сервис временно недоступен. Всё заполненное сохранено, повторите позже.',
    server: 'У нас произошла ошибка. Всё заполненное сохранено, попробуйте ещё раз.',
    failed: 'Не удалось рассчитать стоимость',
    from: (day: string) => `Первый возможный день: ${day}`,
    byDocument: 'Ввести данные документа вручную',
    goBank: 'Перейти на страницу банка',
    goBankText: 'Данные карты вводятся на странице банка.',

    documentTitle: 'Данные документа',
    documentText: 'В регистре нет документа этого человека. Введите данные удостоверения.',
    documentType: 'Вид документа',
    ID_CARD: 'Удостоверение личности',
    PASSPORT: 'Паспорт',
    RESIDENCE_PERMIT: 'Вид на жительство',
    documentNumber: 'Номер документа',
    issueDate: 'Дата выдачи',
    issuer: 'Орган выдачи',
    issuerDefault: 'МВД РК',
    validTo: 'Действителен до',
    surname: 'Фамилия',
    name: 'Имя',
    patronymic: 'Отчество',
    birthDate: 'Дата рождения',
    save: 'Сохранить',

    positionTitle: 'Нужно определить, где вы находитесь',
    positionWhy:
      'Ближе 200\u00a0м от специализированного ЦОНа оформлять полис нельзя, поэтому мы проверяем, где вы находитесь.',
    positionAsking: 'Определяем местоположение',
    positions: {
      UNSUPPORTED: 'Геолокация не поддерживается устройством',
      PERMISSION_DENIED: 'Пользователь запретил доступ к местоположению.',
      POSITION_UNAVAILABLE: 'Информация о местоположении недоступна.',
      TIMEOUT: 'Время ожидания запроса истекло.',
      UNKNOWN_ERROR: 'Произошла неизвестная ошибка.',
      default: 'Ошибка получения местоположения',
    },

    problems: {
      driver_not_found: 'Этого водителя добавить не удалось: проверьте ИИН или уберите из списка',
      car_not_found: 'Этот автомобиль добавить не удалось: проверьте номера или уберите из списка',
      owner_consent:
        'Владелец не дал согласия: добавьте его водителем и запросите согласие или уберите автомобиль из списка',
      consent_needed: 'Без согласия водителя добавить нельзя: запросите его или дождитесь ответа',
    },
  },
})
