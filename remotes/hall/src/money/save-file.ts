const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Saves a spreadsheet with the browser's own downloads. */
export function saveFile(bytes: ArrayBuffer, name: string): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: XLSX }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the address only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
