import { sequenceTypes } from '@saldo/domain/sepa/sequence-type'
import styles from '../../../records/choose-bills/Choice.module.css'
import { TakenGroup } from '../../../records/choose-bills/TakenGroup.tsx'
import { debitWords, sequenceLabels } from '../debit-words.ts'
import type { Preview } from './preview-query.ts'

/** The bills that are debited, by their place in the series; each can be taken out. */
export const IncludedBills = ({
  preview,
  without,
  onChange,
}: {
  preview: Preview
  /** Bills taken out by hand. */
  without: ReadonlySet<number>
  onChange: (without: ReadonlySet<number>) => void
}) => (
  <div>
    {sequenceTypes.map((sequence) => (
      <TakenGroup
        key={sequence}
        name={`${sequenceLabels[sequence]} (${sequence})`}
        words={debitWords}
        act="Addebita"
        lines={preview.included.filter((line) => line.sequence === sequence)}
        without={without}
        onChange={onChange}
        who={({ subject_nominative }) => subject_nominative}
      >
        {({ instalments, iban, umr, email_hint }) => ({
          after: `${instalments > 1 ? `, ${instalments} rate` : ''} · ${iban} · ${umr}`,
          below: (
            <span className={styles.dim}>
              {email_hint ? `preavviso a ${email_hint}` : 'senza e-mail: lo avvisi tu'}
            </span>
          ),
        })}
      </TakenGroup>
    ))}
  </div>
)
