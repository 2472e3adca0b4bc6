const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Wraps the bytes of a workbook into a file for the browser. */
export const toSpreadsheet = (bytes: ArrayBuffer): Blob => new Blob([bytes], { type: XLSX });

/** Saves the file with the browser's own downloads. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the address only after the click was handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
