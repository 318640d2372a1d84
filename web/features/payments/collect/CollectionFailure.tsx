import { Link } from '@tanstack/react-router'
import { ApiError } from '../../../api-error.ts'
import { paths } from '../../../paths.ts'
import { FormFailure } from '../../../ui/form/FormFailure.tsx'
import links from '../../../ui/layout/Links.module.css'
import { paymentNumber } from '../payment-words.ts'

/**
 * Why the last submit failed. If this form has registered something already, whose answer was lost, it links to it, in
 * another tab so that nothing typed is lost.
 */
export function CollectionFailure({ failure }: { failure: unknown }) {
  const made = failure instanceof ApiError ? failure.payment_id : null
  return (
    <>
      <FormFailure failure={failure} />
      {made !== null && (
        <p style={{ margin: 0 }}>
          <Link {...paths.payment(made)} className={links.link} target="_blank">
            Apri {paymentNumber(made)}
          </Link>
        </p>
      )}
    </>
  )
}
