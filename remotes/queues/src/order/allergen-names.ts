import type { Allergen } from 'shared-contracts/types';
import { t } from '../words';

/** Names an allergen in a list: 'milk'. */
export function allergenName(allergen: Allergen): string {
  switch (allergen) {
    case 'gluten':
      return t('gluten');
    case 'crustaceans':
      return t('crustaceans');
    case 'eggs':
      return t('eggs');
    case 'fish':
      return t('fish');
    case 'peanuts':
      return t('peanuts');
    case 'soybeans':
      return t('soybeans');
    case 'milk':
      return t('milk');
    case 'nuts':
      return t('nuts');
    case 'celery':
      return t('celery');
    case 'mustard':
      return t('mustard');
    case 'sesame':
      return t('sesame');
    case 'sulphites':
      return t('sulphites');
    case 'lupin':
      return t('lupin');
    case 'molluscs':
      return t('molluscs');
    default:
      // A later contract may know more allergens.
      return allergen;
  }
}
