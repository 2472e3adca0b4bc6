import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from 'shared-contracts/client';
import { type FakeApi, type FakeRequest, fakeApi, renderScreen, VENDOR } from 'shared-contracts/testing';
import { aMenuToEdit, anEditedItem } from '../../testing/menu';
import { Screen } from '../menu-editor.screen';

const PATH = '/vendors/7/menu-editor';
const UPLOAD = '/vendors/7/pictures';
const sent = { image_url: '/media/a.400.webp', hero_url: '/media/b.800.webp' };

const withPicture = (fields = {}) =>
  aMenuToEdit({ items: [anEditedItem(101, 'Miso', { ...sent, image_alt: 'A bowl', ...fields })] });

const show = (api: FakeApi, at = '/vendor/7/menu?edit=items/101') =>
  renderScreen(<Screen />, { api, at, path: '/vendor/:vendorId/menu', state: { session: VENDOR } });
const apiWith = (menu = aMenuToEdit()) => fakeApi().on(`GET ${PATH}`, { data: menu });
const sentChanges = ({ requests }: { requests: FakeRequest[] }) => requests.filter(({ method }) => method !== 'GET');
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const aFile = (type = 'image/jpeg', name = 'miso.jpg') => new File(['picture'], name, { type });
const choose = async (file: File) =>
  userEvent.upload(await screen.findByLabelText('Picture file'), file, { applyAccept: false });

/** Simulates that the browser has opened the file. */
async function openFile(width = 800, height = 400): Promise<void> {
  const image = await screen.findByRole('img', { name: 'As guests will see it' });
  Object.defineProperties(image, { naturalWidth: { value: width }, naturalHeight: { value: height } });
  fireEvent.load(image);
}

beforeEach(() => {
  window.sessionStorage.clear();
  Element.prototype.setPointerCapture = () => {};
});

test('crops and uploads a file, and saves it with the item', async () => {
  const api = apiWith().on(`POST ${UPLOAD}`, { data: sent });
  api.on(`PUT ${PATH}/items/101`, { data: { ...withPicture(), entry_id: 101 } });
  show(api);
  const file = aFile();
  await choose(file);
  await openFile();
  await press('Use this picture');
  expect(await screen.findByRole('button', { name: 'Replace the picture' })).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('What the picture shows'), 'A bowl');
  await press('Save');
  await waitFor(() => expect(sentChanges(api)).toHaveLength(2));
  const [upload, save] = sentChanges(api);
  expect(upload).toMatchObject({
    path: UPLOAD,
    body: file,
    params: { hero: '0.1875,0,0.625,1', square: '0.25,0,0.5,1' },
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  expect(save?.body).toEqual({ version: 'first', picture: { ...sent, alt: 'A bowl' } });
});

test('moves the crop with the sliders, and the crop of the menu follows until it has its own', async () => {
  const api = apiWith().on(`POST ${UPLOAD}`, { data: sent });
  show(api);
  await choose(aFile());
  await openFile();
  fireEvent.change(screen.getByRole('slider', { name: 'Left to right' }), { target: { value: '0' } });
  expect(screen.getByRole('slider', { name: 'Top to bottom' })).toBeDisabled();
  await press('Menu');
  expect(screen.getByRole('slider', { name: 'Left to right' })).toHaveValue('0');
  fireEvent.change(screen.getByRole('slider', { name: 'Left to right' }), { target: { value: '100' } });
  await press('Use this picture');
  await waitFor(() => expect(sentChanges(api)).toHaveLength(1));
  expect(sentChanges(api)[0]?.params).toEqual({ hero: '0,0,0.625,1', square: '0.5,0,0.5,1' });
});

test('refuses a file that is no picture, says why and sends nothing', async () => {
  const api = apiWith();
  show(api);
  await choose(aFile('application/pdf', 'menu.pdf'));
  expect(screen.getByRole('alert')).toHaveTextContent('This file is no JPEG, PNG or WebP picture.');
  await choose(aFile('', 'IMG_1.HEIC'));
  expect(screen.getByRole('alert')).toHaveTextContent('Most Compatible');
  await choose(aFile());
  fireEvent.error(await screen.findByRole('img', { name: 'As guests will see it' }));
  expect(screen.getByRole('alert')).toHaveTextContent('This file could not be opened.');
  expect(screen.queryByRole('button', { name: 'Use this picture' })).toBeNull();
  expect(sentChanges(api)).toEqual([]);
});

test.each([
  ['the message of the API', new ApiError(422, { message: 'This file is damaged.' }), 'This file is damaged.'],
  ['the size limit', new ApiError(413, { message: 'Request body is too large' }), 'This picture has more than 10 MB.'],
])('shows %s after a failed upload, which can be tried again', async (_case, error, sentence) => {
  const api = apiWith().on(`POST ${UPLOAD}`, error);
  show(api);
  await choose(aFile());
  await openFile();
  await press('Use this picture');
  expect(await screen.findByText(new RegExp(`^${sentence}`))).toBeInTheDocument();
  api.on(`POST ${UPLOAD}`, { data: sent });
  await press('Use this picture');
  expect(await screen.findByRole('button', { name: 'Replace the picture' })).toBeInTheDocument();
});

test('keeps an uploaded picture as an unsaved change after a reload', async () => {
  const api = apiWith().on(`POST ${UPLOAD}`, { data: sent });
  const { unmount } = show(api);
  await choose(aFile());
  await openFile();
  await press('Use this picture');
  await screen.findByRole('button', { name: 'Replace the picture' });
  unmount();
  show(apiWith());
  expect(await screen.findByText(/These are your changes from before/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Replace the picture' })).toBeInTheDocument();
});

test('removes a picture', async () => {
  const api = apiWith(withPicture());
  api.on(`PUT ${PATH}/items/101`, { data: { ...aMenuToEdit(), entry_id: 101 } });
  show(api);
  await press('Remove the picture');
  await press('Save');
  await waitFor(() => expect(sentChanges(api)).toMatchObject([{ body: { version: 'first', picture: null } }]));
});
