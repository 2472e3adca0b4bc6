import { ArrowLeft, RotateCw } from 'lucide-react';
import { useNavigate } from 'shared-contracts/router';
import { Button } from 'shared-contracts/ui';
import { PATHS } from '../routes/paths';
import { t } from '../words';
import emptyTable from './empty-table.svg';
import styles from './not-found.module.css';

const author = 'Jean Anthelme Brillat-Savarin';

export function NotFoundScreen() {
  const navigate = useNavigate();
  // The step back may lead to another site, whose link was wrong.
  const goBack = () => (window.history.length > 1 ? navigate(-1) : navigate(PATHS.home));
  return (
    <div className={styles.page}>
      <img className={styles.picture} src={emptyTable} alt="" width="200" height="200" />
      <h1 className={styles.title}>{t("We couldn't find what you were looking for...")}</h1>
      <div className={styles.actions}>
        <Button icon={ArrowLeft} isDirectional onClick={goBack}>
          {t('Go Back')}
        </Button>
        <Button icon={RotateCw} onClick={() => window.location.reload()}>
          {t('Try Again')}
        </Button>
        <Button className={styles.done} variant="primary" to={PATHS.home}>
          {t('Done')}
        </Button>
      </div>
      <figure className={styles.quote}>
        <blockquote>
          {t('“The discovery of a new dish confers more happiness on humanity than the discovery of a new star.”')}
        </blockquote>
        <figcaption translate="no">{author}</figcaption>
      </figure>
    </div>
  );
}
