/** What the places of the desks are called, as people type it in either language. */
export const placeWords: Readonly<Partial<Record<string, string>>> = {
  'staff-status':
    'күйі статус жұмыс істемейді үзіліс status состояние сбой не работает жүйелердің систем',
  'staff-today': 'бүгінгі іс today сегодня дела бүгін',
  'staff-orders': 'тапсырыс сатылым полис orders заказ продажа тапсырыстар заказы',
  'staff-claims':
    'өтінім жағдай төлем claims заявка убыток выплата сақтандыру жағдайлары страховые случаи',
  kyc: 'тізім тексеру бұғат kyc перечни проверка блокировка клиенттерді клиентов',
  'staff-clients': 'клиент адам clients человек клиенттер клиенты',
  'staff-reference': 'анықтамалық тариф reference справочник анықтамалықтар справочники',
  'staff-audit': 'журнал кім қарады audit кто смотрел әрекеттер журналы действий',
  'staff-users': 'қызметкер промоутер users сотрудник пайдаланушылар пользователи',
  inbox: 'хабарлама өтініш хат inbox обращения входящие письма сообщения',
  stuck: 'кептелді ресімделмеген stuck застрял не оформлен',
  refunds: 'қайтару refunds возврат деньги',
  newest: 'жаңа newest новые последние',
  lists: 'террор перечень lists террористы списки перечни',
}
