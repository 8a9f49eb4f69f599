import { expect, test } from 'vitest'
import { walletsOn } from './wallet.tsx'

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1',
    ['apple'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-A556E) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
    ['google'],
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
    ['apple', 'google'],
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36', ['apple', 'google']],
])('%s is offered %j', (userAgent, wallets) => {
  expect(walletsOn(userAgent)).toEqual(wallets)
})
