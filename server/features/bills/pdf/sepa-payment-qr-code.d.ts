/** An independent implementation for tests; the package has no types. Amounts in euro. */
declare module 'sepa-payment-qr-code' {
  export default function generateQrCode(transfer: {
    name: string
    iban: string
    amount: number
    structuredReference: string
  }): string
}
