import { Eye, Printer as PrinterIcon } from 'lucide-react';
import { useState } from 'react';
import { showToast } from 'shared-contracts/events';
import { useMutation, useServerNow } from 'shared-contracts/query';
import type { PrintJob } from 'shared-contracts/types';
import { Badge, Button, Card, FailedState, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { Facts } from '../facts';
import { showFailure } from '../failures';
import rows from '../row.module.css';
import { t } from '../words';
import { JobPreview } from './job-preview';
import styles from './printers.module.css';
import { print, usePrintJobs } from './printers.resource';
import { documentName, jobState, jobTitle, markTexts, sinceText } from './printers.rules';

/** The number of jobs before Show All: those of about the last hour. */
const SHOWN_FIRST = 20;

interface PrintJobsProps {
  vendorId: string;
  timeZone: string;
  /** A day's end has the stall's sales, which staff do not see. */
  maySeeDays: boolean;
}

/** Lists what was printed in the last day and what was not, the newest first. */
export function PrintJobs({ vendorId, timeZone, maySeeDays }: PrintJobsProps) {
  const jobs = usePrintJobs(vendorId);
  const [isWhole, setIsWhole] = useState(false);
  const [previewed, setPreviewed] = useState<PrintJob>();
  const shown = isWhole ? jobs.data : jobs.data?.slice(0, SHOWN_FIRST);
  return (
    <section className={styles.section} aria-labelledby="print-jobs">
      <h2 id="print-jobs">{t('Tickets of the last day')}</h2>
      {jobs.isPending && (
        <Skeleton label={t('Loading the tickets…')} className={styles.section}>
          <SkeletonBlock width="long" />
          <SkeletonBlock width="long" />
        </Skeleton>
      )}
      {!jobs.data && !jobs.isPending && (
        <FailedState
          variant="row"
          title={t('The tickets could not be loaded')}
          error={jobs.error}
          busy={jobs.isFetching}
          onRetry={() => void jobs.refetch()}
        />
      )}
      {jobs.data?.length === 0 && <p className={styles.note}>{t('Nothing was printed yet.')}</p>}
      {shown && shown.length > 0 && (
        <Card clip>
          <ul>
            {shown.map((job) => (
              <JobRow
                key={job.id}
                vendorId={vendorId}
                job={job}
                timeZone={timeZone}
                onPreview={job.document !== 'day-end' || maySeeDays ? () => setPreviewed(job) : undefined}
              />
            ))}
          </ul>
        </Card>
      )}
      {jobs.data && shown && shown.length < jobs.data.length && (
        <Button onClick={() => setIsWhole(true)}>{t('Show all {count}', { count: jobs.data.length })}</Button>
      )}
      <JobPreview vendorId={vendorId} job={previewed} onClose={() => setPreviewed(undefined)} />
    </section>
  );
}

interface JobRowProps {
  vendorId: string;
  job: PrintJob;
  timeZone: string;
  /** Undefined for a person who may neither see nor print it. */
  onPreview: (() => void) | undefined;
}

function JobRow({ vendorId, job, timeZone, onPreview }: JobRowProps) {
  const clock = { now: useServerNow(), timeZone };
  const title = jobTitle(job);
  const { tone, text } = jobState(job);
  const again = useMutation<void, Error, void>({
    mutationFn: () => print(vendorId, { job_id: job.id }),
    onSuccess: () =>
      showToast(t('{ticket} is printed again on {printer}.', { ticket: title, printer: job.printer.name }), {
        color: 'success',
      }),
    onError: showFailure,
  });
  const facts = [
    ...(job.order ? [documentName(job.document)] : []),
    job.printer.name,
    sinceText(job.created_at, clock),
  ];
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <p className={rows.name}>
          <bdi translate={job.order ? 'no' : undefined}>{title}</bdi> <Badge tone={tone}>{text}</Badge>
        </p>
        <p className={rows.note}>
          <Facts facts={facts} />
        </p>
        {job.problem_text && <p className={styles.problem}>{job.problem_text}</p>}
        {markTexts(job, clock).map((mark) => (
          <p key={mark} className={rows.note}>
            {mark}
          </p>
        ))}
      </div>
      {onPreview && (
        <div className={rows.actions}>
          <Button size="small" icon={Eye} aria-label={t('Preview of {ticket}', { ticket: title })} onClick={onPreview}>
            {t('Preview')}
          </Button>
          <Button
            size="small"
            icon={PrinterIcon}
            busy={again.isPending}
            aria-label={t('Print again: {ticket}', { ticket: title })}
            onClick={() => again.mutate()}
          >
            {t('Print again')}
          </Button>
        </div>
      )}
    </li>
  );
}
