import type { DebitOrderFile, DebitOutcomeFile } from '../bank-file.ts'

/*
 * The order of the elements that the readers use and of their siblings. What stands elsewhere would be read as nothing, so
 * it refuses the file. Of pain.008 from the ISO 20022 schemas (`../schemas/`); of pain.002, which has no public schema,
 * from ISO's message definition.
 */

export const orderPath = 'Document/CstmrDrctDbtInitn'
export const outcomePath = 'Document/CstmrPmtStsRpt'

export function orderSequences(format: DebitOrderFile['format']): Record<string, string> {
  const later = format === 'pain.008.001.08'
  const block = `${orderPath}/PmtInf`
  const debit = `${block}/DrctDbtTxInf`
  const mandate = `${debit}/DrctDbtTx/MndtRltdInf`
  const supplement = later ? ' SplmtryData*' : ''
  return {
    Document: 'CstmrDrctDbtInitn',
    [orderPath]: `GrpHdr PmtInf+${supplement}`,
    [`${orderPath}/GrpHdr`]: 'MsgId CreDtTm Authstn* NbOfTxs CtrlSum? InitgPty FwdgAgt?',
    [block]:
      'PmtInfId PmtMtd BtchBookg? NbOfTxs? CtrlSum? PmtTpInf? ReqdColltnDt Cdtr CdtrAcct CdtrAgt CdtrAgtAcct? UltmtCdtr? ChrgBr? ChrgsAcct? ChrgsAcctAgt? CdtrSchmeId? DrctDbtTxInf+',
    [`${block}/PmtTpInf`]: `InstrPrty? SvcLvl${later ? '*' : '?'} LclInstrm? SeqTp? CtgyPurp?`,
    [debit]: `PmtId PmtTpInf? InstdAmt ChrgBr? DrctDbtTx? UltmtCdtr? DbtrAgt DbtrAgtAcct? Dbtr DbtrAcct UltmtDbtr? InstrForCdtrAgt? Purp? RgltryRptg* Tax? RltdRmtInf* RmtInf?${supplement}`,
    [`${debit}/PmtId`]: `InstrId? EndToEndId${later ? ' UETR?' : ''}`,
    [`${debit}/DrctDbtTx`]: 'MndtRltdInf? CdtrSchmeId? PreNtfctnId? PreNtfctnDt?',
    [mandate]: `MndtId? DtOfSgntr? AmdmntInd? AmdmntInfDtls? ElctrncSgntr? FrstColltnDt? FnlColltnDt? Frqcy?${later ? ' Rsn? TrckgDays?' : ''}`,
    [`${mandate}/AmdmntInfDtls`]: `OrgnlMndtId? OrgnlCdtrSchmeId? OrgnlCdtrAgt? OrgnlCdtrAgtAcct? OrgnlDbtr? OrgnlDbtrAcct? OrgnlDbtrAgt? OrgnlDbtrAgtAcct? OrgnlFnlColltnDt? OrgnlFrqcy?${later ? ' OrgnlRsn? OrgnlTrckgDays?' : ''}`,
    [`${debit}/RmtInf`]: 'Ustrd* Strd*',
  }
}

export function outcomeSequences(format: DebitOutcomeFile['format']): Record<string, string> {
  const later = format === 'pain.002.001.10'
  const block = `${outcomePath}/OrgnlPmtInfAndSts`
  const supplement = later ? ' SplmtryData*' : ''
  return {
    Document: 'CstmrPmtStsRpt',
    [outcomePath]: `GrpHdr OrgnlGrpInfAndSts OrgnlPmtInfAndSts*${supplement}`,
    [`${outcomePath}/GrpHdr`]: 'MsgId CreDtTm InitgPty? FwdgAgt? DbtrAgt? CdtrAgt?',
    [`${outcomePath}/OrgnlGrpInfAndSts`]:
      'OrgnlMsgId OrgnlMsgNmId OrgnlCreDtTm? OrgnlNbOfTxs? OrgnlCtrlSum? GrpSts? StsRsnInf* NbOfTxsPerSts*',
    [block]: 'OrgnlPmtInfId OrgnlNbOfTxs? OrgnlCtrlSum? PmtInfSts? StsRsnInf* NbOfTxsPerSts* TxInfAndSts*',
    [`${block}/TxInfAndSts`]: `StsId? OrgnlInstrId? OrgnlEndToEndId? ${later ? 'OrgnlUETR? ' : ''}TxSts? StsRsnInf* ChrgsInf* AccptncDtTm? ${later ? 'FctvIntrBkSttlmDt? ' : ''}AcctSvcrRef? ClrSysRef? OrgnlTxRef?${supplement}`,
  }
}
