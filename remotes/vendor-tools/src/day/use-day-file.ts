import { useEffect, useRef } from 'react';
import { useMutation } from 'shared-contracts/query';
import type { DayEnd } from 'shared-contracts/types';
import { saveFile, toSpreadsheet } from '../workbook/save-file';
import { startWriter } from '../workbook/workbook-writer';
import { dayFileName, daySheets } from './day.rules';

/** Saves a day as a spreadsheet. If the user leaves the page, the work ends and no file is saved. */
export function useDayFile() {
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);
  return useMutation({
    mutationFn: (day: DayEnd) => saveDay(day, leaving.current.signal),
    onError: (error) => console.warn('The day was not saved', error),
  });
}

/** @returns the name of the file */
async function saveDay(day: DayEnd, signal: AbortSignal): Promise<string> {
  const writer = await startWriter(signal);
  try {
    for (const [name, rows] of daySheets(day)) writer.add(name, rows);
    const file = toSpreadsheet(await writer.finish());
    signal.throwIfAborted();
    saveFile(file, dayFileName(day));
    return dayFileName(day);
  } finally {
    writer.close();
  }
}
