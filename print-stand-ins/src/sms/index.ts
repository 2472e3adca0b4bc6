export { SmsStandIn, type TakenText } from './sms-stand-in';
