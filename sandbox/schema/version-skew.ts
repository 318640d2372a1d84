type Skew = Record<string, string>

const added = 'added to the API since'
const newAccounts = 'the customer may be an account since 2025'

/**
 * The fields, by schema, that the SDK's API version (2026-10-28.endive) has and the older description lacks. Such a
 * field is optional and may have any value. Keep it short, and give the reason.
 */
export const newerThanTheDescription: Record<string, Skew> = {
  account_business_profile: {
    minority_owned_business_designation: added,
    specified_commercial_transactions_act_url: added,
  },
  api_errors: { advice_code: added, network_advice_code: added, network_decline_code: added },
  balance_transaction: { balance_type: added },
  billing_details: { tax_id: added },
  charge: { source: 'left the description with the Sources API, still in the SDK' },
  charge_outcome: { advice_code: added, network_advice_code: added, network_decline_code: added },
  customer: { customer_account: newAccounts },
  dispute: {
    enhanced_eligibility_types: added,
    intended_submission_method: added,
    payment_method_details: added,
  },
  dispute_evidence: { enhanced_evidence: added },
  dispute_evidence_details: { enhanced_eligibility: added, submission_method: added },
  payment_flows_automatic_payment_methods_payment_intent: { allow_redirects: added },
  payment_flows_automatic_payment_methods_setup_intent: { allow_redirects: added },
  payment_intent: {
    allowed_payment_method_types: 'replaces payment_method_types in requests',
    customer_account: newAccounts,
    excluded_payment_method_types: added,
    managed_payments: added,
    payment_method_configuration_details: added,
    payment_record: added,
    source: 'left the description with the Sources API, still in the SDK',
  },
  payment_method: { allow_redisplay: added, customer_account: newAccounts },
  payment_method_card: { display_brand: added, regulated_status: added },
  payment_method_details_card: {
    amount_authorized: added,
    authorization_code: added,
    electronic_commerce_indicator: added,
    network_token: added,
    network_transaction_id: added,
    regulated_status: added,
    transaction_link_id: added,
  },
  payment_method_details_klarna: { payer_details: added },
  payout: { application_fee: added, application_fee_amount: added, payout_method: added, trace_id: added },
  refund: {
    customer: 'for refunds without a charge',
    customer_account: newAccounts,
    payment_method: 'for refunds without a charge',
  },
  setup_attempt: { customer_account: newAccounts },
  setup_attempt_payment_method_details_card: {
    brand: added,
    country: added,
    exp_month: added,
    exp_year: added,
    fingerprint: added,
    funding: added,
    last4: added,
    network: added,
    wallet: added,
  },
  setup_intent: {
    allowed_payment_method_types: 'replaces payment_method_types in requests',
    customer_account: newAccounts,
    excluded_payment_method_types: added,
    payment_method_configuration_details: added,
  },
  three_d_secure_details: {
    electronic_commerce_indicator: added,
    exemption_indicator: added,
    transaction_id: added,
  },
  application_fee: { fee_source: added },
}
