import { FileSpreadsheet, Printer } from 'lucide-react';
import { useMutation } from 'shared-contracts/query';
import type { Statement } from 'shared-contracts/types';
import { Alert, Button } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './money.module.css';
import type { Period } from './period.rules';
import { saveFile } from './save-file';
import { statementSheets, statementsFile } from './statement.rules';

/** Prints the page, or saves its statements as a spreadsheet. */
export function StatementActions({ statements, period }: { statements: readonly Statement[]; period: Period }) {
  const file = useMutation({
    mutationFn: async () => {
      const { writeWorkbook } = await import('./workbook');
      saveFile(writeWorkbook(statementSheets(statements, period)), statementsFile(period));
      return statementsFile(period);
    },
    onError: (error) => console.warn('The statements were not saved', error),
  });
  return (
    <div className={styles.actions}>
      <Button icon={Printer} onClick={() => window.print()}>
        {t('Print')}
      </Button>
      <Button icon={FileSpreadsheet} busy={file.isPending} onClick={() => file.mutate()}>
        {t('Save as spreadsheet')}
      </Button>
      {/* The element stays in the page without words too: screen readers announce only a status that was there before. */}
      <p role="status" className={styles.note}>
        {file.data && t('{file} is saved.', { file: file.data })}
      </p>
      {file.error && <Alert>{t('The file could not be written. Please try again.')}</Alert>}
    </div>
  );
}
