export { default as contracts } from 'shared-contracts/locales/es.json';
export { default as host } from './es.json';
