import { expect, test } from 'vitest'
import { walletKeys } from '#sandbox/wallet-keys.ts'
import { BadConfiguration, readConfig } from './config.ts'

const keys = walletKeys()
const apple = Object.fromEntries(Object.entries(keys).filter(([name]) => /APPLE/.test(name)))

function problemsOf(settings: Record<string, string>): readonly string[] {
  try {
    readConfig(settings)
    return []
  } catch (error) {
    if (error instanceof BadConfiguration) return error.problems
    throw error
  }
}

test('each wallet’s keys are set together or not at all', () => {
  expect(readConfig({}).wallet).toEqual({ apple: null, google: null })
  expect(readConfig(apple).wallet).toMatchObject({ apple: expect.any(Object), google: null })
  expect(readConfig(keys).wallet.google).toMatchObject({ account: 'wallet@qorgan.example' })
  expect(problemsOf({ ...keys, WALLET_APPLE_WWDR: '' })).toEqual([
    'WALLET_APPLE_CERT, WALLET_APPLE_KEY, WALLET_APPLE_WWDR are set together or not at all',
  ])
  expect(problemsOf({ ...apple, WALLET_GOOGLE_CLASS: '1.ogpo' })).toEqual([
    'WALLET_GOOGLE_ACCOUNT, WALLET_GOOGLE_KEY, WALLET_GOOGLE_CLASS are set together or not at all',
  ])
})

test('keys that are none, or of another certificate, stop the program at its start', () => {
  expect(problemsOf({ ...keys, WALLET_APPLE_WWDR: 'replace' })).toEqual([
    'WALLET_APPLE_WWDR is no PEM that can be read',
  ])
  expect(problemsOf({ ...keys, WALLET_GOOGLE_KEY: 'replace' })).toEqual([
    'WALLET_GOOGLE_KEY is no PEM that can be read',
  ])
  expect(problemsOf({ ...keys, WALLET_APPLE_KEY: keys['WALLET_GOOGLE_KEY'] ?? '' })).toEqual([
    'WALLET_APPLE_CERT does not belong to WALLET_APPLE_KEY',
  ])
  expect(problemsOf({ ...keys, WALLET_APPLE_CERT: keys['WALLET_APPLE_WWDR'] ?? '' })).toEqual([
    'WALLET_APPLE_CERT names no pass type (UID=pass.…) and team (OU)',
  ])
  expect(problemsOf({ WALLET_APPLE: 'x' })).toEqual([
    'WALLET_APPLE is not a setting of this program',
  ])
})
