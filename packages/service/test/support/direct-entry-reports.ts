import {
  DEBIT,
  DESCRIPTIVE_RECORD,
  RETURN_RECORD,
  TOTAL_RECORD,
  writeRecord,
} from '../../src/modules/payments/providers/bank/becs/direct-entry-records.js';

/** A debit that comes back. */
interface Returned {
  readonly endToEndId: string;
  /** Cents. */
  readonly amount: number;
  /** Return code, from 1 to 9. */
  readonly code: number;
}

/** Writes a direct entry file of debits that the payers' banks have returned to a user. */
export function directEntryReport(userId: string, returns: readonly Returned[]): Buffer {
  const total = returns.reduce((sum, { amount }) => sum + amount, 0);
  const records = [
    writeRecord(DESCRIPTIVE_RECORD, {
      reelSequence: 1,
      bankAbbreviation: 'CBA',
      userName: 'BAYSIDE FITNESS',
      userId,
      description: 'RETURNS',
      processingDate: '041226',
    }),
    ...returns.map(({ endToEndId, amount, code }) =>
      writeRecord(RETURN_RECORD, {
        bsb: '062-000',
        accountNumber: '12345678',
        returnCode: code,
        transactionCode: DEBIT,
        amount,
        accountTitle: 'RUBY CAMPBELL',
        lodgementReference: endToEndId,
        traceBsb: '123-456',
        traceAccountNumber: '000123456',
        remitterName: 'BAYSIDE FITNESS',
        originalProcessingDay: 1,
        originalUserId: userId,
      }),
    ),
    writeRecord(TOTAL_RECORD, {
      netTotal: total,
      creditTotal: 0,
      debitTotal: total,
      recordCount: returns.length,
    }),
  ];
  return Buffer.from(records.join('\n'), 'latin1');
}
