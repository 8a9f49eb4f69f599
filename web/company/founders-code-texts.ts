import { texts } from '../texts.ts'

export default texts({
  kz: {
    pageTitle: (name: string) => `${name} – құрылтайшы`,
    description: (name: string, share: string) => `${name}: жарғылық капиталдағы үлесі ${share}.`,
    kind: 'Кім',
    share: 'Жарғылық капиталдағы үлесі',
    since: 'Қатысушы болған күні',
  },
  ru: {
    pageTitle: (name: string) => `${name} – учредитель`,
    description: (name: string, share: string) => `${name}: доля в уставном капитале ${share}.`,
    kind: 'Кто',
    share: 'Доля в уставном капитале',
    since: 'Участник с',
  },
})
