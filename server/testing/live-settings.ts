/** Settings with which real money would move. The keys belong to nobody. */
export const liveSettings = {
  STRIPE_SECRET_KEY: 'sk_live_saldo',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_saldo',
  STRIPE_WEBHOOK_SECRET: 'whsec_live_one',
  STRIPE2_SECRET_KEY: 'rk_live_saldo2',
  STRIPE2_PUBLISHABLE_KEY: 'pk_live_saldo2',
  STRIPE2_WEBHOOK_SECRET: 'whsec_live_two, whsec_live_three',
  STRIPE_API_BASE: '',
  PUBLIC_URL: 'https://saldo.example',
  SMTP_URL: 'smtps://saldo:chiave@mail.example',
  MAIL_FROM: 'Studio Bassi <posta@saldo.example>',
  TRUST_PROXY: 'loopback',
}
