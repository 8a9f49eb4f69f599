/**
 * Colours by what they are for, on light and on dark screens (what dark does not name is light's).
 * Everything that has a colour takes it from here: style sheets (`--brand` …), partners' themes, the
 * manifest, the icon, the documents, the sandbox's pages.
 */
export const colours = {
  light: {
    paper: '#f7f5f0',
    card: '#fff',
    sunken: '#efece4',
    ink: '#13202b',
    'ink-soft': '#4a5863',
    line: '#ddd8cc',
    'line-strong': '#7d868c',
    brand: '#0b6e69',
    'brand-hover': '#095a56',
    'brand-wash': '#e3efec',
    'on-brand': '#fff',
    accent: '#f2a93b',
    'accent-wash': '#fdf1dc',
    'on-accent': '#13202b',
    success: '#1e7f4f',
    'success-wash': '#edf7f1',
    danger: '#b3261e',
    'danger-wash': '#fae9e7',
    shade: '0 1px 2px rgb(19 32 43 / 5%), 0 8px 24px rgb(19 32 43 / 7%)',
    veil: 'rgb(19 32 43 / 55%)',
  },
  dark: {
    paper: '#0d1720',
    card: '#14212c',
    sunken: '#0a121a',
    ink: '#eef1f2',
    'ink-soft': '#a7b4bd',
    line: '#263744',
    'line-strong': '#72838f',
    brand: '#3fc1b5',
    'brand-hover': '#63d3c8',
    'brand-wash': '#12312f',
    'on-brand': '#06201e',
    'accent-wash': '#33270f',
    success: '#5ec893',
    'success-wash': '#112c20',
    danger: '#ff8f85',
    'danger-wash': '#38191a',
    shade: '0 1px 2px rgb(0 0 0 / 30%), 0 8px 24px rgb(0 0 0 / 30%)',
    veil: 'rgb(0 0 0 / 65%)',
  },
} as const
