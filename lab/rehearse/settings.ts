/** The name people open; it ends in what no public authority signs, so Caddy signs it itself. */
export const SITE = 'qorgan.internal'

const OUTSIDE = 'http://outside:4410'

/**
 * Settings of production, as `production.env` holds them, with the sandbox of the rehearsal as the
 * outside world. `secret` makes one that nobody knows.
 */
export const rehearsalSettings = (secret: () => string): string =>
  Object.entries({
    SANDBOX: 'off',
    SIGNING_KEY: `${secret()}${secret()}`,
    ESBD_ADDRESSES: `${OUTSIDE}/esbd/IICWebService.asmx`,
    GKB_ADDRESS: `${OUTSIDE}/gkb`,
    GKB_USER: 'qorgan',
    GKB_PASSWORD: secret(),
    SHEP_ADDRESS: `${OUTSIDE}/shep`,
    SHEP_SENDER: 'qorgan',
    SHEP_PASSWORD: secret(),
    IDP_ADDRESS: OUTSIDE,
    IDP_CLIENT_ID: 'qorgan',
    IDP_CLIENT_SECRET: secret(),
    PARTNER_SECRETS: `freedom:${secret()}`,
    SCORING_ADDRESS: OUTSIDE,
    SCORING_TOKEN: secret(),
    AML_ADDRESS: OUTSIDE,
    BANK_ADDRESS: `${OUTSIDE}/bank`,
    BANK_ORGANIZATION_BIN: '180440099996',
    BANK_DEVICE_TOKEN: secret(),
    ACQUIRER_ADDRESS: `${OUTSIDE}/acquirer`,
    ACQUIRER_MERCHANT: '100001',
    ACQUIRER_SECRET: secret(),
    ADDRESSES_ADDRESS: `${OUTSIDE}/addresses`,
    ADDRESSES_API_KEY: secret(),
    FISCAL_ADDRESS: `${OUTSIDE}/fiscal`,
    FISCAL_API_KEY: secret(),
    FISCAL_LOGIN: 'qorgan',
    FISCAL_PASSWORD: secret(),
    FISCAL_CASHBOX: 'QORGAN-1',
    ANTIVIRUS_ADDRESS: 'clamav:3310',
    SMS_ADDRESS: `${OUTSIDE}/sms`,
    SMS_LOGIN: 'qorgan',
    SMS_PASSWORD: secret(),
    SMTP_HOST: 'outside',
    SMTP_PORT: '4411',
    MAIL_FROM: 'polis@qorgan.example',
    METRICS_TOKEN: secret(),
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

/** What the outside world knows of these settings: secrets of both sides. */
export const agreed = ({ ACQUIRER_SECRET, BANK_DEVICE_TOKEN }: NodeJS.ProcessEnv) => ({
  acquirer: ACQUIRER_SECRET,
  bank: BANK_DEVICE_TOKEN,
})
