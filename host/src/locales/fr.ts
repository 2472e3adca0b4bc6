export { default as contracts } from 'shared-contracts/locales/fr.json';
export { default as host } from './fr.json';
