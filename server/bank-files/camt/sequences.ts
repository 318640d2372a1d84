import type { StatementFile } from '../bank-file.ts'

export type CamtFormat = Extract<StatementFile['format'], `camt.${string}`>

/** Names of the message that hold statements (camt.053) or notifications (camt.054). */
export const messages = {
  'camt.053': { root: 'Document/BkToCstmrStmt', statement: 'Stmt' },
  'camt.054': { root: 'Document/BkToCstmrDbtCdtNtfctn', statement: 'Ntfctn' },
} as const

export const messageOf = (format: CamtFormat) => messages[format.slice(0, 8) as keyof typeof messages]

/**
 * The order of the elements that the reader uses and of their siblings, from the ISO 20022 schemas (`../schemas/`). What
 * stands elsewhere would be read as nothing, so it refuses the file.
 */
export function camtSequences(format: CamtFormat): Record<string, string> {
  const { root, statement } = messageOf(format)
  const later = format.endsWith('.08')
  const balances = statement === 'Stmt' ? ' Bal+' : ''
  const report = `${root}/${statement}`
  const entry = `${report}/Ntry`
  const item = `${entry}/NtryDtls/TxDtls`
  const party = later ? 'Pty? Agt?' : 'Nm? PstlAdr? Id? CtryOfRes? CtctDtls?'
  return {
    Document: root.split('/')[1]!,
    [root]: `GrpHdr ${statement}+${later ? ' SplmtryData*' : ''}`,
    [report]: later
      ? `Id ${statement === 'Stmt' ? 'StmtPgntn' : 'NtfctnPgntn'}? ElctrncSeqNb? RptgSeq? LglSeqNb? CreDtTm? FrToDt? CpyDplctInd? RptgSrc? Acct RltdAcct? Intrst*${balances} TxsSummry? Ntry* ${statement === 'Stmt' ? 'AddtlStmtInf' : 'AddtlNtfctnInf'}?`
      : `Id ElctrncSeqNb? LglSeqNb? CreDtTm FrToDt? CpyDplctInd? RptgSrc? Acct RltdAcct? Intrst*${balances} TxsSummry? Ntry* ${statement === 'Stmt' ? 'AddtlStmtInf' : 'AddtlNtfctnInf'}?`,
    [`${report}/Bal`]: 'Tp CdtLine* Amt CdtDbtInd Dt Avlbty*',
    [`${report}/TxsSummry`]: 'TtlNtries? TtlCdtNtries? TtlDbtNtries? TtlNtriesPerBkTxCd*',
    [entry]: `NtryRef? Amt CdtDbtInd RvslInd? Sts BookgDt? ValDt? AcctSvcrRef? Avlbty* BkTxCd ComssnWvrInd? AddtlInfInd? AmtDtls? Chrgs* TechInptChanl? Intrst*${later ? ' CardTx?' : ''} NtryDtls* AddtlNtryInf?`,
    [`${entry}/Sts`]: later ? 'Cd' : '',
    [`${entry}/NtryDtls`]: 'Btch? TxDtls*',
    [`${entry}/NtryDtls/Btch`]: 'MsgId? PmtInfId? NbOfTxs? TtlAmt? CdtDbtInd?',
    [item]: later
      ? 'Refs? Amt? CdtDbtInd? AmtDtls? Avlbty* BkTxCd? Chrgs? Intrst? RltdPties? RltdAgts? LclInstrm? Purp? RltdRmtInf* RmtInf? RltdDts? RltdPric? RltdQties* FinInstrmId? Tax? RtrInf? CorpActn? SfkpgAcct? CshDpst* CardTx? AddtlTxInf? SplmtryData*'
      : 'Refs? AmtDtls? Avlbty* BkTxCd? Chrgs* Intrst* RltdPties? RltdAgts? Purp? RltdRmtInf* RmtInf? RltdDts? RltdPric? RltdQties* FinInstrmId? Tax? RtrInf? CorpActn? SfkpgAcct? AddtlTxInf?',
    [`${item}/Refs`]: `MsgId? AcctSvcrRef? PmtInfId? InstrId? EndToEndId? ${later ? 'UETR? ' : ''}TxId? MndtId? ChqNb? ClrSysRef? ${later ? 'AcctOwnrTxId? AcctSvcrTxId? MktInfrstrctrTxId? PrcgId? Prtry*' : 'Prtry?'}`,
    [`${item}/RltdPties`]: 'InitgPty? Dbtr? DbtrAcct? UltmtDbtr? Cdtr? CdtrAcct? UltmtCdtr? TradgPty? Prtry*',
    [`${item}/RltdPties/Dbtr`]: party,
    [`${item}/RltdPties/Cdtr`]: party,
    [`${item}/RmtInf`]: 'Ustrd* Strd*',
    [`${item}/RmtInf/Strd`]: `RfrdDocInf* RfrdDocAmt? CdtrRefInf? Invcr? Invcee? ${later ? 'TaxRmt? GrnshmtRmt? ' : ''}AddtlRmtInf*`,
  }
}
