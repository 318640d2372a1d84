/** The slips that carry a customer code. 896: all is pre-printed; 674: all but the amount, which the payer writes. */
export const slipKinds = ['896', '674'] as const
export type SlipKind = (typeof slipKinds)[number]
export const slipKindLabels: Record<SlipKind, string> = {
  '896': '896, con l’importo stampato',
  '674': '674, senza importo',
}

/**
 * The check digits of a customer code: its 16 digits mod 93, in two digits (Gazzetta Ufficiale, 20 May 2013, annex 1). They
 * find every wrong digit and every two neighbours in the wrong order. They do not find the first and the sixteenth digit
 * exchanged, because 10¹⁵ mod 93 is 1.
 */
export const checkDigitsOf = (sixteen: string): string => (BigInt(sixteen) % 93n).toString().padStart(2, '0')

/** Whether these are 18 digits with the right check digits, whoever gave the code. */
export const isCustomerCode = (code: string): boolean =>
  /^\d{18}$/.test(code) && checkDigitsOf(code.slice(0, 16)) === code.slice(16)

export type BillOfSlip = { bill_id: number; account_id: number }

const firstDigits: Record<SlipKind, string> = { '896': '8', '674': '6' }

/**
 * The customer code of a bill: the kind of slip, three digits that tie the bill to its condominium, the bill's key in twelve
 * digits, two check digits. It depends on nothing that changes, so a slip that was printed once is recognised for good. The
 * three digits keep codes that another program gave for the same postal account from naming a bill of ours.
 */
export function customerCodeOf({ bill_id, account_id }: BillOfSlip, kind: SlipKind): string {
  const key = String(bill_id).padStart(12, '0')
  if (!/^\d{12}$/.test(key)) throw new Error(`bill ${bill_id} does not fit a customer code`)
  const tie = String((bill_id * 13 + account_id * 7) % 997).padStart(3, '0')
  const sixteen = `${firstDigits[kind]}${tie}${key}`
  return `${sixteen}${checkDigitsOf(sixteen)}`
}

/** Both codes that slips of a bill may carry: the setting may have changed since a slip was printed. */
export const customerCodesOf = (bill: BillOfSlip): string[] =>
  slipKinds.map((kind) => customerCodeOf(bill, kind))

/** The bill that 18 digits may name, also if the check digits are wrong; null: no slip of ours begins so. */
export function readCustomerCode(code: string): { kind: SlipKind; bill_id: number } | null {
  const kind = /^\d{18}$/.test(code) ? slipKinds.find((each) => firstDigits[each] === code[0]) : undefined
  return kind ? { kind, bill_id: Number(code.slice(4, 16)) } : null
}
