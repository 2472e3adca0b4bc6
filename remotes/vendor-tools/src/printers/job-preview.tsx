import type { PrintJob } from 'shared-contracts/types';
import { FailedState, Modal, Skeleton, SkeletonBlock } from 'shared-contracts/ui';
import { t } from '../words';
import styles from './printers.module.css';
import { usePreview } from './printers.resource';
import { jobTitle, pictureOf } from './printers.rules';

interface JobPreviewProps {
  vendorId: string;
  /** Undefined closes the preview. */
  job: PrintJob | undefined;
  onClose: () => void;
}

/** Shows a ticket as it prints. */
export function JobPreview({ vendorId, job, onClose }: JobPreviewProps) {
  return (
    <Modal open={job !== undefined} title={job ? jobTitle(job) : ''} onClose={onClose}>
      {job && <Ticket vendorId={vendorId} job={job} />}
    </Modal>
  );
}

function Ticket({ vendorId, job }: { vendorId: string; job: PrintJob }) {
  const preview = usePreview(vendorId, job.id);
  if (preview.data !== undefined) {
    return (
      <div className={styles.paper}>
        <img src={pictureOf(preview.data)} alt={t('The ticket {ticket} as it prints', { ticket: jobTitle(job) })} />
      </div>
    );
  }
  if (preview.isPending) {
    return (
      <Skeleton label={t('Loading the ticket…')}>
        <SkeletonBlock className={styles.paperBlock} />
      </Skeleton>
    );
  }
  return (
    <FailedState
      title={t('The ticket could not be loaded')}
      error={preview.error}
      busy={preview.isFetching}
      onRetry={() => void preview.refetch()}
    />
  );
}
