const DEVICES = ['iPhone', 'iPad', 'Android', 'Mac', 'Windows', 'CrOS', 'Linux'];

/** The name by which a person tells passkeys apart: that of the device that made it. */
export function deviceName(userAgent = navigator.userAgent): string {
  return DEVICES.find((device) => userAgent.includes(device)) ?? 'Browser';
}
