import { Button } from '@mantine/core'
import { bankFileBytes, bankFileTooLarge } from '@saldo/domain/bank-files/largest-file'
import { Upload } from 'iconoir-react'
import { useState } from 'react'
import { apiUpload } from '../../api-upload.ts'
import { searchAccounts } from '../../records/account-reference.ts'
import { queries } from '../../session/queries.ts'
import type { Reference } from '../../ui/form/OptionList.tsx'
import { ReferenceField } from '../../ui/form/ReferenceField.tsx'
import { UploadArea } from '../../ui/form/UploadArea.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import styles from './Flows.module.css'

/** Loads files of banks, one after the other; each is read in the background, and its result is among the latest. */
export function FlowUpload({ title, accepts }: { title: string; accepts: string }) {
  const [account, setAccount] = useState<Reference | null>(null)
  return (
    <div className={styles.upload}>
      <UploadArea
        label="File della banca"
        accepted=".xml,.txt,.csv,.rh,.cbi,.mav,.zip,.dat,text/xml,text/csv,text/plain"
        most={bankFileBytes}
        tooBig={bankFileTooLarge}
        several
        leaving="Se esci adesso il caricamento si interrompe. Appena è arrivato puoi andare dove vuoi: lo ritrovi qui."
        send={async (file, sending) => {
          const form = new FormData()
          if (account) form.append('account_id', account.value)
          form.append('file', file, file.name)
          await apiUpload('PUT /v1/flows/upload', form, sending)
          await queries.invalidateQueries({ queryKey: ['flows'] })
        }}
      >
        {(choose) => (
          <div className={styles.way}>
            <h2>{title}</h2>
            <p>{accepts}</p>
            <Button leftSection={<Icon of={Upload} />} onClick={choose}>
              Scegli i file
            </Button>
          </div>
        )}
      </UploadArea>
      <div className={styles.account}>
        <ReferenceField
          kind="accounts"
          name="account_id"
          label="Condominio"
          hint="Solo per i file che non dicono di quale conto sono, come i CSV"
          required={false}
          search={searchAccounts}
          value={account}
          onChange={setAccount}
          onBlur={() => undefined}
          error={null}
        />
      </div>
    </div>
  )
}
