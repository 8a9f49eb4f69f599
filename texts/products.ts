/** What the products are called where a policy is shown to whoever asks about it. */
export const productTitles = {
  ogpo: { kz: 'Міндетті автосақтандыру (ОГПО)', ru: 'Обязательное автострахование (ОГПО)' },
  home: { kz: 'Баспананы сақтандыру (Home)', ru: 'Страхование жилья (Home)' },
}
