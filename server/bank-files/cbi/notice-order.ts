import type { Day } from '@saldo/domain/dates'

/** An Italian bank account by its parts: ABI and CAB of five digits, the account of twelve characters. */
export type BankAccount = { abi: string; cab: string; account: string }

/** Notices of one condominium for its bank, in the order of the file. */
export type NoticeOrder = {
  /** The code that the bank gave the sender: five letters or digits. */
  sia: string
  /** At most 20 characters, unique for the sender. */
  name: string
  created_on: Day
  bank: BankAccount
  creditor: {
    name: string
    address: string
    /** CAP, town and province. */
    town: string
    fiscal_code: string | null
    /** Written as record 16 of MAV. */
    iban: string | null
  }
  notices: OrderedNotice[]
}

export type OrderedNotice = {
  due_on: Day
  /** Cents, more than zero. */
  amount: number
  /** The creditor's number of the notice: at most ten letters or digits. */
  creditor_number: string
  /** What the creditor calls the debtor: at most 16 letters or digits. */
  customer_code: string
  debtor: {
    name: string
    fiscal_code: string | null
    address: string
    zip_code: string
    /** Town and province. */
    town: string
  }
  description: string
}

export type OrderedRiba = OrderedNotice & {
  /** The debtor's bank. */
  debtor_abi: string
  debtor_cab: string
}
