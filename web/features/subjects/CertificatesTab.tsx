import { Button } from '@mantine/core'
import { formatDate, formatDateTime } from '@saldo/domain/dates'
import { formatEuro } from '@saldo/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Download, Plus, XmarkCircle } from 'iconoir-react'
import { useState } from 'react'
import { api, apiFile, type Reply } from '../../api.ts'
import { errorSentence } from '../../api-error.ts'
import { TabColumn } from '../../records/RecordTabs.tsx'
import type { SubjectTabProps } from '../../records/record-tab.ts'
import { usePermission } from '../../session/permissions/permission.ts'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { StateLabel } from '../../ui/data/StateLabel.tsx'
import { certificateStates } from '../../ui/data/states.ts'
import { TwoLineCell } from '../../ui/data/TwoLineCell.tsx'
import { QueryError } from '../../ui/feedback/QueryError.tsx'
import { Loading, TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { alertToast } from '../../ui/feedback/toast.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { saveFile } from '../../ui/save-file.ts'
import styles from './CertificatesTab.module.css'
import { IssueCertificate } from './IssueCertificate.tsx'
import { RevokeCertificate } from './RevokeCertificate.tsx'

export type Certificate = Reply<'GET /v1/subjects/certificates/{id}'>[number]

/** Certificates of a person, and issuing one for today (art. 1130 n. 9 c.c.). */
export function CertificatesTab({ subject }: SubjectTabProps) {
  const { subject_id } = subject
  const may = usePermission('subjects:write')
  const [issuing, setIssuing] = useState(false)
  const [revoking, setRevoking] = useState<Certificate | null>(null)
  const { data: certificates, ...query } = useQuery({
    queryKey: ['subjects', 'certificates', subject_id],
    queryFn: ({ signal }) =>
      api('GET /v1/subjects/certificates/{id}', { params: { id: subject_id }, signal }),
  })
  return (
    <TabColumn>
      <Section
        title="Attestazioni"
        action={
          may && (
            <Button leftSection={<Icon of={Plus} />} onClick={() => setIssuing(true)}>
              Nuova attestazione
            </Button>
          )
        }
      >
        {query.isPending && (
          <Loading what="le attestazioni">
            <TextSkeleton lines={4} />
          </Loading>
        )}
        {query.isError && (
          <QueryError
            error={query.error}
            what="Non riesco a mostrare le attestazioni"
            onRetry={() => void query.refetch()}
          />
        )}
        {certificates?.length === 0 && (
          <p className={styles.none}>
            Nessuna attestazione. Chi vende o affitta la chiede all’amministratore: dice come sta con le rate
            e se ci sono liti in corso, e chiunque la riceva può verificarla.
          </p>
        )}
        {certificates && certificates.length > 0 && (
          <ul className={styles.rows} aria-label="Attestazioni">
            {certificates.map((certificate) => (
              <Row
                key={certificate.certificate_id}
                certificate={certificate}
                onRevoke={may ? () => setRevoking(certificate) : null}
              />
            ))}
          </ul>
        )}
      </Section>
      {issuing && <IssueCertificate subject={subject} onClose={() => setIssuing(false)} />}
      {revoking && <RevokeCertificate certificate={revoking} onClose={() => setRevoking(null)} />}
    </TabColumn>
  )
}

function Row({ certificate, onRevoke }: { certificate: Certificate; onRevoke: (() => void) | null }) {
  const { account_name, as_of, regular, overdue, code, issuer, revoked_at, revoke_reason } = certificate
  const day = formatDate(as_of)
  return (
    <li>
      <TwoLineCell first={account_name} second={`al ${day}, da ${issuer}`} />
      <div>
        <StateLabel state={certificateStates[revoked_at ? 'revoked' : regular ? 'regular' : 'overdue']} />
        <span className={styles.note}>
          {revoked_at
            ? `il ${formatDateTime(revoked_at).slice(0, 10)}: ${revoke_reason}`
            : overdue > 0 && `scaduti ${formatEuro(overdue)}`}
        </span>
      </div>
      <span className={styles.code}>
        {code} <CopyButton text={code} what={`il codice dell’attestazione del ${day}`} />
      </span>
      <div className={styles.acts}>
        <PdfButton certificate={certificate} />
        {onRevoke && !revoked_at && (
          <Button
            variant="default"
            leftSection={<Icon of={XmarkCircle} />}
            aria-label={`Revoca l’attestazione del ${day}`}
            onClick={onRevoke}
          >
            Revoca
          </Button>
        )}
      </div>
    </li>
  )
}

function PdfButton({ certificate: { certificate_id, as_of } }: { certificate: Certificate }) {
  const [fetching, setFetching] = useState(false)
  const download = async () => {
    setFetching(true)
    try {
      const { blob, name } = await apiFile('GET /v1/certificates/pdf/{id}', {
        params: { id: certificate_id },
      })
      saveFile(blob, name)
    } catch (error) {
      alertToast(errorSentence(error, 'Non riesco a scaricarla. Riprova fra poco.'), 'danger')
    } finally {
      setFetching(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<Icon of={Download} />}
      loading={fetching}
      aria-label={`PDF dell’attestazione del ${formatDate(as_of)}`}
      onClick={download}
    >
      PDF
    </Button>
  )
}
