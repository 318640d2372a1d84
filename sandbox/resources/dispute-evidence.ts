import type Stripe from 'stripe'
import { hash, refuseUnknownInside, text } from '../params.ts'
import type { RequestContext } from '../sandbox.ts'

export const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** `due_by` in sandbox seconds. */
export function noAnswerYet(due_by: number): Stripe.Dispute.EvidenceDetails {
  return {
    due_by,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  }
}

/**
 * The evidence with this request's additions (an empty text removes a field), and whether it was submitted to the bank.
 */
export function evidenceGiven(
  context: RequestContext,
  before: Stripe.Dispute,
  submit: boolean,
): Pick<Stripe.Dispute, 'evidence' | 'evidence_details'> {
  const given = hash(context.params, 'evidence')
  if (!given) return before
  refuseUnknownInside(context.params, 'evidence', Object.keys(noEvidence))
  const changes = Object.keys(given).map((name) => [name, text(context.params, `evidence[${name}]`) || null])
  return {
    evidence: { ...before.evidence, ...Object.fromEntries(changes) },
    evidence_details: {
      ...before.evidence_details,
      has_evidence: true,
      submission_count: before.evidence_details.submission_count + (submit ? 1 : 0),
      submission_method: submit ? 'manual' : before.evidence_details.submission_method,
    },
  }
}
