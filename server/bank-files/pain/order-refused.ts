/**
 * No valid payment file can be made of this order, so none is made. `message` is an Italian sentence for the person;
 * `end_to_end_id` names the debit or transfer to blame, null for the order as a whole.
 */
export class PaymentOrderRefused extends Error {
  readonly end_to_end_id: string | null

  constructor(message: string, end_to_end_id: string | null = null) {
    super(message)
    this.name = 'PaymentOrderRefused'
    this.end_to_end_id = end_to_end_id
  }
}
