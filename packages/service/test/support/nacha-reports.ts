import {
  ADDENDA,
  BATCH_CONTROL,
  BATCH_HEADER,
  BLOCKING_FACTOR,
  ENTRY_DETAIL,
  FILE_CONTROL,
  FILE_HEADER,
  FILLER,
  sumOf,
  writeRecord,
} from '../../src/modules/payments/providers/bank/ach/nacha-records.js';

/** What a bank reports about one entry: its return, or a change of the payer's account. */
interface Report {
  readonly endToEndId: string;
  /** Cents. */
  readonly amount: number;
  /** Return reason code, such as R01, or change code, such as C01. */
  readonly code: string;
  readonly correctedData?: string;
}

let files = 0;

/**
 * Writes a file of returns and notifications of change for a company. Each call makes another file.
 *
 * @param another company about which the file reports the same
 */
export function nachaReport(companyId: string, reports: readonly Report[], another?: string): Buffer {
  files += 1;
  const companies = another === undefined ? [companyId] : [another, companyId];
  const batches = companies.map((id, at) => batchOf(id, at + 1, reports));
  const records = [
    writeRecord(FILE_HEADER, {
      immediateDestination: '1234567890',
      immediateOrigin: ' 091000019',
      creationDate: '261201',
      creationTime: '0830',
      fileIdModifier: 'A',
      immediateDestinationName: '',
      immediateOriginName: 'EXAMPLE BANK',
      referenceCode: String(files),
    }),
    ...batches.flatMap((batch) => batch.records),
  ];
  const totals = sumOf(batches.map((batch) => batch.totals));
  const blockCount = Math.ceil((records.length + 1) / BLOCKING_FACTOR);
  records.push(writeRecord(FILE_CONTROL, { batchCount: batches.length, blockCount, ...totals }));
  while (records.length % BLOCKING_FACTOR > 0) records.push(FILLER);
  return Buffer.from(records.join('\n'));
}

function batchOf(companyId: string, batchNumber: number, reports: readonly Report[]) {
  const batch = { companyId, originatingBank: '09100001', batchNumber };
  const entries = reports.flatMap(({ endToEndId, amount, code, correctedData = '' }, at) => {
    const isReturn = code.startsWith('R');
    const entry = writeRecord(ENTRY_DETAIL, {
      transactionCode: 26,
      receivingBank: '09100001',
      checkDigit: 9,
      accountNumber: '000123456789',
      amount: isReturn ? amount : 0,
      individualId: endToEndId,
      individualName: 'DALE WHITMAN',
      discretionaryData: '',
      addendaIndicator: 1,
      traceNumber: `09100001${String(at + 1).padStart(7, '0')}`,
    });
    return [entry, writeRecord(ADDENDA, { addendaType: isReturn ? 99 : 98, code, correctedData })];
  });
  const totals = sumOf(
    reports.map(({ amount, code }) => ({
      entryCount: 2,
      entryHash: 9_100_001,
      totalDebits: code.startsWith('R') ? amount : 0,
      totalCredits: 0,
    })),
  );
  const header = writeRecord(BATCH_HEADER, {
    ...batch,
    serviceClass: 225,
    companyName: 'LAKESHORE',
    companyDiscretionaryData: '',
    entryClass: 'WEB',
    entryDescription: 'RETURN',
    descriptiveDate: '',
    effectiveEntryDate: '261201',
    settlementDate: '',
    originatorStatus: '1',
  });
  const control = writeRecord(BATCH_CONTROL, { ...batch, serviceClass: 225, ...totals });
  return { records: [header, ...entries, control], totals };
}
