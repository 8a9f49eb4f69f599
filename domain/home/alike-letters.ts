/** Kazakh letters that a Russian keyboard does not have, and ё. */
export const folded: Record<string, string> = {
  ә: 'а',
  ғ: 'г',
  қ: 'к',
  ң: 'н',
  ө: 'о',
  ұ: 'у',
  ү: 'у',
  һ: 'х',
  і: 'и',
  ё: 'е',
}

/**
 * Latin letters as names of streets are written with them, longer ones first; i and y after a vowel
 * are й.
 */
const latin = [
  'shch=щ sh|ş=ш ch=ч zh|j=ж kh|h=х gh|g|ğ=г ts=ц yu|iu=ю ya|ia=я (?<=[aeouäöüюяаеоу])[iy]=й y|ı=ы a|ä=а b=б v=в d=д ye|yo|e=е',
  'z=з i=и k|q|c=к l=л m=м n|ñ|ŋ=н o|ö=о p=п r=р s=с t=т u|ü|ū|w=у f=ф x=кс',
]
  .join(' ')
  .split(' ')
  .map((pair) => ({
    letters: new RegExp(pair.slice(0, pair.lastIndexOf('=')), 'g'),
    as: pair.slice(pair.lastIndexOf('=') + 1),
  }))
export const cyrillic = (word: string): string =>
  latin.reduce((text, { letters, as }) => text.replace(letters, as), word)
