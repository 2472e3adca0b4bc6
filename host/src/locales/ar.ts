export { default as contracts } from 'shared-contracts/locales/ar.json';
export { default as host } from './ar.json';
