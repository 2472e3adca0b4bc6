import { api } from 'shared-contracts/client';
import type { Envelope } from 'shared-contracts/types';

/** Stores a picture on the site. @returns its address, which nothing shows yet @throws ApiErrorShape 422 for a file that is no picture */
export async function uploadPicture(file: File): Promise<string> {
  const { data } = await api().post<Envelope<{ address: string }>>('/pictures', file, {
    params: { file: file.name.slice(-200) || 'picture' },
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  return data.address;
}
