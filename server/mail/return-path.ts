/** `bounces@example.it` → `bounces+saldo.7.…@example.it`: where one mail comes back to, so that it is known which it was. */
export const returnPathOf = (address: string, reference: string): string =>
  address.replace(/@(?=[^@]*$)/, `+${reference}@`)
