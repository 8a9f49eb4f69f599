const browsers: [RegExp, string][] = [
  [/YaBrowser/, 'Yandex'],
  [/Edg/, 'Edge'],
  [/OPR/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const platforms: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/**
 * The browser as it names itself, in two words (`Chrome, Android`), so that a person knows their
 * own devices; empty when it says nothing known.
 */
export function deviceName(userAgent: string | undefined): string {
  const named = (table: [RegExp, string][]) =>
    table.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  return [named(browsers), named(platforms)].filter(Boolean).join(', ')
}
